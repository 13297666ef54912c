"""The page on the architecture tells of each module, and of nothing else."""

import module_tree
import pytest
from source_code import PACKAGE, TESTS, Module, modules

PAGE = module_tree.PAGE.read_text("utf-8")


def test_the_page_shows_the_package_as_it_is() -> None:
    assert module_tree.shown(PAGE) == module_tree.shown(module_tree.written(PAGE)), (
        "`make docs` writes the tree anew"
    )


@pytest.mark.parametrize("module", modules(PACKAGE), ids=lambda module: module.place)
def test_a_module_says_what_it_is_in_one_sentence(module: Module) -> None:
    assert module.sentence.endswith((".", "?"))
    assert len(module.sentence.removesuffix(".")) <= 85


def test_no_two_modules_say_the_same() -> None:
    sentences = [module.sentence for module in modules(PACKAGE)]

    assert len(set(sentences)) == len(sentences)


def test_test_modules_have_names_of_their_own() -> None:
    names = [each.path.name for each in modules(TESTS) if "data" not in each.place]

    assert len(set(names)) == len(names)
