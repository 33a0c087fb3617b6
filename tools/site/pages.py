"""Pages of the site that are not in `docs`: files of the repository, and the API reference.

A hook of MkDocs. A document may link to any file of the repository; the site then gets a page
of it: Markdown as it is, anything else as a listing. The API reference has a page for each
package that lists its names in `__all__`, and for each module of the others.
"""

from __future__ import annotations

import ast
import os
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "realms"
REFERENCE = "reference"
"""The folder of the API reference on the site."""
REPOSITORY = "repository"
"""The folder of the files of the repository on the site."""
PROJECT = ("CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")
"""Files of the repository that have a place in the navigation."""
INSIDE = ("cli", "locale", "tables", "web")
"""Parts of the package that nobody imports from outside."""
LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
LISTED = {".py": "python", ".toml": "toml", ".yaml": "yaml", ".yml": "yaml", ".service": "ini"}
"""The language of a listing, by how a file's name ends."""


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Append to the navigation what is not written down in `mkdocs.yml`."""
    assert config.nav is not None
    decisions = sorted(path.name for path in (ROOT / "docs/decisions").glob("0*.md"))
    for section in config.nav:
        if "Reference" in section:
            section["Reference"].append({"API": api_navigation()})
        if "Explanation" in section:
            pages = section["Explanation"]
            pages.remove("decisions/README.md")
            numbered = [f"decisions/{name}" for name in decisions]
            pages.append({"Decisions": ["decisions/README.md", *numbered]})
    config.nav.append({"Project": [f"{REPOSITORY}/{name}" for name in PROJECT]})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are not in `docs`."""
    for names in api_modules().values():
        for name in names:
            files.append(File.generated(config, api_page(name), content=f"::: {name}\n"))
    for path in sorted(repository_files()):
        if page_of(path) != path.removeprefix("docs/"):
            files.append(File.generated(config, page_of(path), content=listing(path)))
    return files


def on_page_markdown(
    markdown: str, *, page: Page, config: MkDocsConfig, files: Files, **_more: Any
) -> str:
    """Point links at the pages of the site."""
    if page.file.src_uri.startswith(f"{REFERENCE}/"):
        return markdown
    return with_links(markdown, source_of(page.file.src_uri), page.file.src_uri)


# --- Files of the repository ---


def repository_files() -> set[str]:
    """The files outside `docs` that a page leads to, by their path in the repository."""
    found, ahead = set(), [f"docs/{path}" for path in documents()] + list(PROJECT)
    while ahead:
        path = ahead.pop()
        if path in found:
            continue
        found.add(path)
        if path.endswith(".md"):
            text = (ROOT / path).read_text("utf-8")
            ahead += [target for target in targets(text, path) if (ROOT / target).is_file()]
    return {path for path in found if not path.startswith("docs/")}


def documents() -> Iterator[str]:
    """The documents of `docs`."""
    docs = ROOT / "docs"
    return (path.relative_to(docs).as_posix() for path in docs.rglob("*.md"))


def targets(text: str, source: str) -> Iterator[str]:
    """The paths in the repository that a document links to."""
    for link in LINK.finditer(text):
        if "://" not in link[2]:
            yield resolve(link[2], source)


def resolve(link: str, source: str) -> str:
    """A relative link of a file as a path in the repository."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))


def page_of(path: str) -> str:
    """The page of the site that shows a file of the repository."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path == "README.md":
        return "index.md"
    return f"{REPOSITORY}/{path}" if path.endswith(".md") else f"{REPOSITORY}/{path}.md"


def source_of(page: str) -> str:
    """The file of the repository that a page shows."""
    inside = page.removeprefix(f"{REPOSITORY}/")
    if inside == page:
        return f"docs/{page}"
    return inside if (ROOT / inside).is_file() else inside.removesuffix(".md")


def listing(path: str) -> str:
    """A file of the repository as Markdown."""
    text = (ROOT / path).read_text("utf-8")
    if path.endswith(".md"):
        return text
    language = LISTED.get(PurePosixPath(path).suffix, "text")
    return f"# `{path}`\n\n```` {language}\n{text.rstrip()}\n````\n"


def with_links(text: str, source: str, page: str) -> str:
    """A document with links from its page to the pages of what it links to."""

    def replacement(link: re.Match[str]) -> str:
        target = resolve(link[2], source)
        if "://" in link[2] or not (ROOT / target).exists():
            return link[0]
        if (ROOT / target).is_dir():
            target = f"{target}/README.md"
        there = posixpath.relpath(page_of(target), posixpath.dirname(page) or os.curdir)
        return f"{link[1]}{there}{link[3] or ''}{link[4]}"

    return LINK.sub(replacement, text)


# --- The API reference ---


def api_navigation() -> list[dict[str, Any]]:
    """The API reference in the navigation: a section a package."""
    return [
        {package: [{name: api_page(name)} for name in names]}
        for package, names in api_modules().items()
    ]


def api_page(name: str) -> str:
    """The page of a module."""
    return f"{REFERENCE}/{name}.md"


def api_modules() -> dict[str, list[str]]:
    """The modules that have a page: packages by their exports, the others module by module."""
    found = {}
    for package in sorted(path.parent for path in PACKAGE.glob("*/__init__.py")):
        if package.name not in INSIDE:
            name = f"realms.{package.name}"
            inside = [] if has_exports(package / "__init__.py") else package.glob("[!_]*.py")
            found[name] = [name, *(f"{name}.{stem}" for stem in sorted(x.stem for x in inside))]
    return found


def has_exports(path: Path) -> bool:
    """Whether a module lists what it exports."""
    tree = ast.parse(path.read_text("utf-8"))
    names = (node.targets for node in tree.body if isinstance(node, ast.Assign))
    return any(isinstance(x, ast.Name) and x.id == "__all__" for names in names for x in names)
