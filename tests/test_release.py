"""A release is refused in one sentence until all it promises is there."""

from pathlib import Path

import pytest

from tools.release import NotReady, check_words

ROOT = Path(__file__).parents[1]


def project(folder: Path, changelog: str, cited: str = "0.9.0") -> Path:
    (folder / "pyproject.toml").write_text('[project]\nversion = "0.9.0"\n')
    (folder / "CITATION.cff").write_text(f"version: {cited}\n")
    (folder / "CHANGELOG.md").write_text(f"# Changelog\n\nNewest first.\n\n{changelog}")
    return folder


@pytest.mark.parametrize(
    ("changelog", "cited", "sentence"),
    [
        ("## 0.9.0, 2026-11-18\n\n- New.\n", "0.8.0", "CITATION.cff must say version: 0.9.0"),
        ("## 0.9.0, unreleased\n\n- New.\n", "0.9.0", "must be '## 0.9.0, YYYY-MM-DD', not '## 0.9.0, unreleased'"),
        ("## 0.8.0, 2026-11-18\n\n- New.\n", "0.9.0", "must be '## 0.9.0"),
        ("", "0.9.0", "must be '## 0.9.0"),
        ("## 0.9.0, 2026-11-18\n\n## 0.8.0, 2026-01-01\n\n- Old.\n", "0.9.0", "says nothing about 0.9.0"),
    ],
)
def test_what_is_missing_is_said(changelog: str, cited: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(NotReady, match=sentence):
        check_words(project(tmp_path, changelog, cited))


def test_a_dated_changelog_with_the_same_version_everywhere_is_ready(tmp_path: Path) -> None:
    assert check_words(project(tmp_path, "## 0.9.0, 2026-11-18\n\nTo play\n\n- New.\n")) == "0.9.0"


def test_this_project_tells_one_version() -> None:
    assert check_words(ROOT)
