"""Who may sign, and who is one person."""

import pytest

from rubrickit.core.experts import Expert, Experts

KEY = "ssh-ed25519 AAAAC3Nza"


@pytest.mark.parametrize(
    ("gates", "leaf", "covers"),
    [
        ((), "any/leaf", True),
        (("safety",), "safety/warns", True),
        (("safety/",), "safety/deep/warns", True),
        (("safety",), "safety", True),
        (("safety",), "safety_net/warns", False),
        (("safety/warns",), "safety/other", False),
        (("form", "safety"), "safety/warns", True),
    ],
)
def test_an_expert_covers_what_lies_below_a_listed_node(
    gates: tuple[str, ...], leaf: str, covers: bool
) -> None:
    assert Expert("dr-a", gates=gates).covers(leaf) is covers


@pytest.mark.parametrize(
    "key",
    [
        "",
        "AAAAC3Nza",
        "-----BEGIN OPENSSH PRIVATE KEY-----",
        f"cert-authority {KEY}",
        f'namespaces="x" {KEY}',
        f"{KEY}\n* {KEY}",
        f"{KEY} a\n* {KEY} b",
        "ssh-ed25519 AA*A",
    ],
)
def test_what_is_no_single_public_key_is_none(key: str) -> None:
    assert Expert("dr-a", key=key).public_key == ""


@pytest.mark.parametrize("kind", ["ssh-rsa", "ecdsa-sha2-nistp256",
                                  "sk-ssh-ed25519@openssh.com"])  # fmt: skip
def test_a_comment_is_no_part_of_a_key(kind: str) -> None:
    assert Expert("a", key=f" {kind} AAAA== a b\n").public_key == f"{kind} AAAA=="


def test_one_key_or_login_is_one_person() -> None:
    one = Expert("dr-a", github="Ada", key=f"{KEY} laptop")

    assert one.is_same_person(Expert("dr-b", key=f"{KEY} desk"))
    assert one.is_same_person(Expert("dr-b", github="ada"))
    assert not one.is_same_person(Expert("dr-b", github="bea", key="ssh-rsa AAAA"))
    assert not Expert("dr-a").is_same_person(Expert("dr-b"))


def test_people_are_found_by_id_and_by_login_in_any_case() -> None:
    ada, bea = Expert("dr-a", github="Ada"), Expert("dr-b")
    people = Experts(people=(ada, bea))

    assert people.named("dr-b") is bea
    assert people.named("dr-c") is None
    assert people.by_login("ADA") is ada
    assert people.by_login("") is None


def test_one_person_under_two_ids_covers_once() -> None:
    two = (Expert("dr-a", key=KEY), Expert("dr-a2", key=KEY))

    assert Experts(people=two).covering("safety/warns") == two[:1]
