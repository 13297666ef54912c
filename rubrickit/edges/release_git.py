"""Releases in Git: commits and annotated tags, made whole or not at all."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rubrickit.core import signoffs
from rubrickit.core.releasing import manifest, tags
from rubrickit.core.releasing.drafts import Draft
from rubrickit.core.releasing.inputs import Bytes, Kept
from rubrickit.core.releasing.manifest import Manifest
from rubrickit.core.releasing.refusals import Checkout
from rubrickit.core.releasing.tags import Ancestry, Listed, Tag
from rubrickit.edges.git_commands import Done, GitCommands, first_line
from rubrickit.edges.git_history import GitHistory
from rubrickit.edges.ledger_branch import TreeSource, data_branch
from rubrickit.errors import RubrickitError, WorldError

_SIGNERS = "gpg.ssh.allowedSignersFile"
# To a commit above the current one, touching nothing that Git does not know.
_ADVANCE = (
    "merge", "--ff-only", "--quiet", "--no-verify-signatures", "--no-autostash",
    "--no-overwrite-ignore", "--no-squash",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReleaseGit:
    """Implements `audits.Releases`. Paths are from the repository's root."""

    history: GitHistory
    git: GitCommands

    def checkout(self, version: str, settings: str) -> Checkout:
        commit = self.history.commit("HEAD")
        tag = self.git.run("rev-parse", "--verify", "--quiet", f"refs/tags/{version}")
        return Checkout(
            commit=commit,
            tree=self._tree_of(commit),
            gate=self.last_change(commit, settings),
            is_shallow=self._is_shallow,
            dirty=tuple(self._dirty()),
            has_tag=not tag.status,
        )

    def by(self) -> str:
        """Who makes releases here, as Git signs commits: name and address."""
        ident = self._made(self.git.run("var", "GIT_COMMITTER_IDENT")).text
        return ident.rpartition("> ")[0] + ">"

    @property
    def _is_shallow(self) -> bool:
        return self.git.out("rev-parse", "--is-shallow-repository").text == "true"

    def _dirty(self) -> Iterator[str]:
        """Untracked files too: what was computed from them is in no commit."""
        status = (
            "status",
            "--porcelain",
            "-z",
            "--untracked-files=all",
            "--no-renames",
        )
        for row in self.git.out(*status, "--ignore-submodules=none").text.split("\0"):
            if row:
                yield row.strip().partition(" ")[2].strip()

    def _tree_of(self, commit: str) -> str:
        return self.git.out("rev-parse", "--verify", f"{commit}^{{tree}}").text

    def listed(self, within: str = "") -> tuple[Listed, ...]:
        order = ("--sort=version:refname", "--sort=creatordate")
        merged = (f"--merged={within}",) if within else ()
        return tuple(tags.listed(self.history.tags(tags.LISTING, *order, *merged)))

    def manifest(self, commit: str, path: str) -> Manifest | None:
        if not self.history.find_commit(commit):
            return None
        found = self.history.files(commit, path)
        data = self.history.read_some(file.blob for file in found.values())
        return manifest.load(next(iter(data.values()), b""))

    def last_change(self, commit: str, path: str) -> str:
        if self._is_shallow or not self.history.find_commit(commit):
            return ""
        return self.git.out("rev-list", "--max-count=1", commit, "--", path).text

    def branch_files(self, scores: str) -> Kept:
        return Kept(
            segments=self._on_branch(f"{scores}/ledger", ".jsonl"),
            judges=self._on_branch(f"{scores}/judges", ".json"),
            signoffs=self._on_branch(f"{scores}/{signoffs.FOLDER}", ".jsonl"),
        )

    def _on_branch(self, folder: str, suffix: str) -> Bytes:
        found: dict[str, bytes] = {}
        for commit in data_branch(self.history):
            source = TreeSource(self.history, commit, folder, suffix)
            for _, path in source.names():
                found.setdefault(path, source.read(path))
        return found

    def tree_with(self, tree: str, files: Bytes) -> str:
        rows = [
            f"100644 {self._blob(data)}\t{self.history.prefix}{path}\0"
            for path, data in files.items()
        ]
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            index = str(Path(folder) / "index")
            git = self.git.with_variables({"GIT_INDEX_FILE": index})
            git.out("read-tree", tree)
            git.out(
                "update-index", "-z", "--index-info", stdin=os.fsencode("".join(rows))
            )
            return git.out("write-tree").text

    def _blob(self, data: bytes) -> str:
        return self.git.out("hash-object", "-w", "--stdin", stdin=data).text

    def publish(self, draft: Draft) -> str:
        """The tag first: of the two it alone may need a key that does not work."""
        store = ("commit-tree", draft.tree, "-p", draft.commit, "-F", "-")
        commit = self._made(self.git.run(*store, stdin=draft.subject.encode())).text
        signs = self._signs
        sign = ("--sign",) if signs else ("--annotate", "--no-sign")
        tag = ("tag", *sign, "--cleanup=verbatim", "-F", "-", draft.version, commit)
        done = self._made(self.git.run(*tag, stdin=draft.message.encode()))
        try:
            if signs:
                self._check_signed(draft.version, done)
            self.git.out(*_ADVANCE, commit)
        except BaseException:
            # Whatever comes of this, what happened first is told.
            self.git.run("tag", "--delete", draft.version)
            raise
        return commit

    def _check_signed(self, name: str, done: Done) -> None:
        """Git makes a tag without a signature where it cannot read the key."""
        data = self.git.out("cat-file", "tag", f"refs/tags/{name}").out
        if tags.parse(name, "", data).signature == "none":
            raise _unmade(done)

    def _made(self, done: Done) -> Done:
        if done.status:
            raise _unmade(done)
        return done

    @property
    def _signs(self) -> bool:
        always = self._setting("tag.gpgsign", "--type=bool")
        return bool(self._setting("user.signingkey")) or always == "true"

    def _setting(self, name: str, *options: str) -> str:
        return self.git.run("config", *options, "--get", name).text

    def tag(self, name: str, signers: str | None) -> Tag:
        named = ("show-ref", "--verify", "--hash", "--", f"refs/tags/{name}")
        found = self.git.run(*named)
        if found.status:
            hint = "`git tag` lists them, `git fetch --tags` brings the remote's"
            raise RubrickitError(f"there is no tag `{name}` here", hint=hint)
        commit = self.history.commit(f"refs/tags/{name}")
        if self.git.out("cat-file", "-t", found.text).text != "tag":
            return Tag(name, commit)
        data = self.git.out("cat-file", "tag", found.text).out
        parsed = tags.parse(name, commit, data)
        if parsed.signature == "none":
            return parsed
        return self._with_signature(parsed, found.text, signers)

    def knows_signers(self) -> bool:
        return bool(self._setting(_SIGNERS))

    def _with_signature(self, tag: Tag, identity: str, signers: str | None) -> Tag:
        with TemporaryDirectory(prefix="rubrickit-") as folder:
            trusted = Path(folder) / "allowed_signers"
            trusted.write_text(signers or "", encoding="utf-8")
            setting = f"{_SIGNERS}={trusted}"
            is_ours = signers is not None or not self.knows_signers()
            own = ("-c", setting) if is_ours else ()
            done = self.git.run(*own, "verify-tag", "--raw", identity)
        return tags.signed(tag, ok=not done.status, told=done.told)

    def ancestry(self, commit: str) -> Ancestry:
        parents = self.history.parents(commit)
        below = parents[0] if parents else ""
        if not below or not self.history.find_commit(below):
            return Ancestry(parents, "", ())
        whole = ("diff-tree", "-r", "-z", "--no-renames", "--name-status")
        fields = self.git.out(*whole, below, commit).text.split("\0")
        changed = {
            self._place(path): status
            for status, path in zip(fields[::2], fields[1::2], strict=False)
        }
        altered = frozenset(path for path, status in changed.items() if status != "A")
        return Ancestry(parents, self._tree_of(below), tuple(changed), altered)

    def _place(self, path: str) -> str:
        """From the root; what lies outside from Git's top, as Git writes that."""
        prefix = self.history.prefix
        return path.removeprefix(prefix) if path.startswith(prefix) else f":/{path}"


def _unmade(done: Done) -> WorldError:
    return WorldError(
        f"Git did not make the release: {first_line(done.told)}",
        hint="nothing was changed; `git config user.name`, `user.email` and"
        " `user.signingkey` say who releases",
    )
