"""All messages of a language as one PO file (gettext), which Weblate and other programs for translators read."""

import ast
import re
import tomllib
from collections.abc import Iterator

from hoofspiel.cli.catalogues import accept, context, file_of, known_sums, messages, parted, read

HEAD = """msgid ""
msgstr ""
"Project-Id-Version: hoofspiel\\n"
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
ENTRY = re.compile(r'^(msgctxt|msgid|msgstr) (".*")$|^(".*")$')


def write_po(code: str) -> str:
    sums = known_sums(code)
    parts = [HEAD.format(code=code)]
    for message in messages(code):
        told = "".join(f"#. {line}\n" for line in context(message))
        fuzzy = "#, fuzzy\n" if message.said and sums.get(message.name) != message.sum else ""
        lines = (
            f"msgctxt {_quoted(message.name)}\nmsgid {_quoted(message.english)}\nmsgstr {_quoted(message.said or '')}\n"
        )
        parts.append(told + fuzzy + lines)
    return "\n".join(parts)


def read_po(code: str, text: str) -> int:
    """Put the translations into the files; how many were new or different."""
    known = {message.name: message for message in messages(code)}
    changed = 0
    sure = []
    for entry in _entries(text):
        message, said = known.get(entry.get("msgctxt", "")), entry.get("msgstr", "")
        if message is None or not said:
            continue
        if said != message.said:
            _put(message.catalogue, code, message.key, said)
            changed += 1
        if "fuzzy" not in entry and entry.get("msgid") == message.english:
            sure.append(message.name)
    accept(code, sure)
    return changed


def _entries(text: str) -> Iterator[dict[str, str]]:
    """Each entry by its fields; one that is not sure yet has a field "fuzzy"."""
    entry: dict[str, str] = {}
    field = ""
    for line in [*text.splitlines(), 'msgctxt ""']:
        if line.startswith("#,") and "fuzzy" in line:
            if "msgstr" in entry:
                yield entry
                entry = {}
            entry["fuzzy"] = ""
        found = ENTRY.match(line)
        if found is None:
            continue
        if found[1] == "msgctxt" and "msgstr" in entry:
            yield entry
            entry = {}
        field = found[1] or field
        entry[field] = entry.get(field, "") + str(ast.literal_eval(found[2] or found[3]))


def _put(catalogue: str, code: str, key: str, said: str) -> None:
    """Into its line of the file, so that comments and order stay."""
    file = file_of(catalogue, code)
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    table, name = parted(catalogue, key)
    line = f"{_key(name)} = {_quoted(said)}"
    start = _begin(text, table)
    end = _end(text, start)
    own = re.compile(rf"^(?:{re.escape(name)}|{re.escape(_quoted(name))}) = .*$", re.MULTILINE)
    found = own.search(text, start, end)
    if found:
        text = text[: found.start()] + line + text[found.end() :]
    elif table and start == len(text):
        text = f"{text.rstrip()}\n\n[{table}]\n{line}\n"
    else:
        text = f"{text[:end].rstrip()}\n{line}\n{text[end:]}" if end else f"{line}\n{text}"
    tomllib.loads(text)
    file.write_text(text, encoding="utf-8")
    assert read(catalogue, code)[key] == said


def _begin(text: str, table: str) -> int:
    """Where the lines of a table begin; the end of the text if there is none."""
    if not table:
        return 0
    found = re.search(rf"^\[{re.escape(table)}\]$", text, re.MULTILINE)
    return found.end() if found else len(text)


def _end(text: str, start: int) -> int:
    found = re.compile(r"^\n*\[", re.MULTILINE).search(text, start + 1)
    return found.start() if found else len(text)


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
