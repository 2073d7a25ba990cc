"""Spreadsheet files of our own making, written by hand: as small as their formats allow."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from html import escape

Cell = str | int
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def _zipped(parts: dict[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def xlsx(pages: dict[str, Sequence[Sequence[Cell]]]) -> bytes:
    """As Excel writes it; days are texts."""
    numbers = range(1, len(pages) + 1)
    sheets = "".join(
        f'<sheet name="{escape(name)}" sheetId="{number}" r:id="rId{number}"/>'
        for number, name in zip(numbers, pages, strict=True)
    )
    links = "".join(
        f'<Relationship Id="rId{number}" Type="{_DOCUMENT}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in numbers
    )
    kinds = "".join(
        f'<Override PartName="/xl/worksheets/sheet{number}.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>'
        for number in numbers
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" '
        'ContentType="application/xml"/><Override PartName="/xl/workbook.xml" '
        f'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>{kinds}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Id="rId1" '
        f'Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENT}"><sheets>{sheets}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}/relationships">{links}</Relationships>',
    }
    for number, rows in zip(numbers, pages.values(), strict=True):
        lines = "".join(
            f'<row r="{at}">{"".join(_cell(cell, at, column) for column, cell in enumerate(row))}</row>'
            for at, row in enumerate(rows, start=1)
        )
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'
        )
    return _zipped(parts)


def _cell(cell: Cell, row: int, column: int) -> str:
    at = f"{chr(ord('A') + column)}{row}"
    if isinstance(cell, int):
        return f'<c r="{at}"><v>{cell}</v></c>'
    return f'<c r="{at}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>' if cell else ""


def ods(pages: dict[str, Sequence[Sequence[Cell]]]) -> bytes:
    """As LibreOffice writes it."""

    def cell(value: Cell) -> str:
        if value == "":
            return "<table:table-cell/>"
        kind = f'"float" office:value="{value}"' if isinstance(value, int) else '"string"'
        text = f"<text:p>{escape(str(value))}</text:p>"
        return f"<table:table-cell office:value-type={kind}>{text}</table:table-cell>"

    tables = "".join(
        f'<table:table table:name="{escape(name)}">'
        + "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
        + "</table:table>"
        for name, rows in pages.items()
    )
    spaces = " ".join(f'xmlns:{name}="{_OASIS}:{name}:1.0"' for name in ("office", "table", "text"))
    manifest = (
        f'<manifest:manifest xmlns:manifest="{_OASIS}:manifest:1.0"><manifest:file-entry manifest:full-path="/" '
        'manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>'
    )
    head = f'<office:document-content {spaces} office:version="1.2"><office:body><office:spreadsheet>'
    foot = "</office:spreadsheet></office:body></office:document-content>"
    return _zipped({
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": manifest,
        "content.xml": f"{head}{tables}{foot}",
    })  # fmt: skip
