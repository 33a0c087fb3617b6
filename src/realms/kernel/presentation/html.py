"""Values as tables of HTML, for notebooks: `_repr_html_` of states, views, sheets and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from msgspec import Struct


def html_of(value: Any) -> str:
    """A value as HTML: structs and mappings as tables, many of a kind with a row each.

    >>> html_of({"gold": 3, "goods": None})
    '<table><tr><th>gold</th><td>3</td></tr></table>'
    """
    if isinstance(value, Struct):
        return html_of({name: getattr(value, name) for name in value.__struct_fields__})
    if isinstance(value, Mapping):
        return table_of([(name, cell) for name, cell in value.items() if not _is_empty(cell)])
    if isinstance(value, Sequence) and not isinstance(value, str):
        if value and all(isinstance(one, Struct) for one in value):
            return rows_of(value)
        return ", ".join(html_of(one) for one in value)
    return escape(f"{value:.6g}" if isinstance(value, float) else str(value))


def table_of(rows: Sequence[tuple[str, Any]]) -> str:
    """A table of names and what each stands for."""
    lines = (
        f"<tr><th>{escape(str(name))}</th><td>{html_of(cell)}</td></tr>" for name, cell in rows
    )
    return f"<table>{''.join(lines)}</table>"


def rows_of(structs: Sequence[Any]) -> str:
    """Structs as a table, a row each; columns in which nothing stands are left out."""
    names = dict.fromkeys(
        name
        for struct in structs
        for name in struct.__struct_fields__
        if not _is_empty(getattr(struct, name))
    )
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    lines = (
        "".join(f"<td>{html_of(getattr(struct, name, ''))}</td>" for name in names)
        for struct in structs
    )
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"


def _is_empty(value: Any) -> bool:
    """Whether a value has nothing to tell: nought and no are told."""
    return value is None or (isinstance(value, (str, Sequence, Mapping)) and not value)
