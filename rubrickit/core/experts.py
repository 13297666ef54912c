"""Who may sign off what loosens a gate, and for which gates."""

import re
from dataclasses import dataclass, field

from rubrickit.core.rubric import NOWHERE, Place

_KEY = re.compile(
    r"((?:sk-)?(?:ssh|ecdsa)-[\w.@-]+) ([A-Za-z0-9+/]+={0,2})(?: [^\r\n]*)?", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Expert:
    """`gates` are paths of nodes, all where none is named; `key` is a public SSH key.

    `github` is a login; either may be "".
    """

    id: str
    name: str = ""
    github: str = ""
    key: str = ""
    gates: tuple[str, ...] = ()

    def covers(self, leaf: str) -> bool:
        """Whether the expert may sign for this leaf, or for a branch above it."""
        prefixes = (gate.strip("/") for gate in self.gates)
        return not self.gates or any(
            leaf == prefix or leaf.startswith(f"{prefix}/") for prefix in prefixes
        )

    @property
    def public_key(self) -> str:
        """Kind and key without its comment; "" where none, or no key, is written."""
        found = _KEY.fullmatch(self.key.strip())
        return f"{found[1]} {found[2]}" if found else ""

    def is_same_person(self, other: "Expert") -> bool:
        """An id, a key or a login in common: two entries can't be two voices."""
        keys = self.public_key, other.public_key
        logins = self.github.casefold(), other.github.casefold()
        return self.id == other.id or any(
            one == another != "" for one, another in (keys, logins)
        )


@dataclass(frozen=True, slots=True)
class Experts:
    """The people of one configuration, and how many of them a looser gate needs."""

    sign_offs: int = 2
    people: tuple[Expert, ...] = ()
    place: Place = field(default=NOWHERE, compare=False)

    def named(self, person_id: str) -> Expert | None:
        return next((person for person in self.people if person.id == person_id), None)

    def by_login(self, login: str) -> Expert | None:
        """Hosts take no notice of the case of logins."""
        wanted = login.casefold()
        found = (p for p in self.people if p.github and p.github.casefold() == wanted)
        return next(found, None)

    def covering(self, leaf: str) -> tuple[Expert, ...]:
        """Different people who may sign for the leaf; of two entries the first."""
        found: list[Expert] = []
        for person in self.people:
            if person.covers(leaf) and not any(map(person.is_same_person, found)):
                found.append(person)
        return tuple(found)
