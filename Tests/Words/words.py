#!/usr/bin/env python3
"""Compares the words that people read with those that were reviewed: help.txt, labels.txt, messages.txt.

    words.py [--record] [--programs DIR]

A change of words changes one of the three files, and is seen in review. They hold what both programs
print for --help, the labels and texts of the page, and all other texts in the Swift sources: errors,
log lines, labels of the editor.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
# A text for people: two words, or one that begins with a capital letter.
PROSE = re.compile(r"[^\W\d_]{2,}[,:;.]? \(?'?[^\W\d_]|\} [^\W\d_]{2,}|[^\W\d_]{3,}:? \{\}")
LABEL = re.compile(r"^[A-Z][a-z]+(\.\.\.|…)?$")
NO_PROSE = re.compile(
    r"^(SELECT|INSERT|UPDATE|DELETE|CREATE|DROP|ALTER|PRAGMA|BEGIN|WITH|REPLACE|VALUES|FROM|WHERE|ORDER|AND"
    r"|SET|ON|JOIN|GROUP|LIMIT|HTTP/|GET |POST |#!|@keyframes|M\d|<\?|<svg|<g |<path|use strict)|^\s*[<{}\[\]]"
    r"|;$|^\.|=\\?\"|: \d+px|^--|, [\"']|^[A-Z][A-Za-z-]+: \{\}\\r|\bINTEGER\b|\bBLOB\b|^[a-z-]+\("
)


def literals(text, quotes, opening, closing, comments):
    """The string literals of a source, each with its place; interpolations are written `{}`."""
    found = []

    def skip(start):
        # The end of a comment that begins here, or None.
        if text.startswith(comments, start):
            end = text.find("\n", start)
            return len(text) if end < 0 else end
        if text.startswith("/*", start):
            return text.index("*/", start) + 2
        return None

    def code(start, end_mark):
        # Reads code up to the bracket that closes it.
        index, depth = start, 0
        while index < len(text):
            if (end := skip(index)) is not None:
                index = end
            elif text[index] in quotes:
                index = string(index)
            elif text[index] == "/" and "`" in quotes and is_pattern(index):
                index = pattern_end(index)
            elif text[index] in "({":
                depth += 1
                index += 1
            elif text[index] in ")}":
                if depth == 0 and text[index] == end_mark:
                    return index + 1
                depth -= 1
                index += 1
            else:
                index += 1
        return index

    def is_pattern(index):
        before = text[:index].rstrip()
        return before[-1:] in "(,=:[!&|?{};" or before.endswith("return")

    def pattern_end(index):
        index += 1
        is_set = False
        while text[index] != "\n" and (is_set or text[index] != "/"):
            is_set = text[index] == "[" or (is_set and text[index] != "]")
            index += 2 if text[index] == "\\" else 1
        return index + 1

    def string(start):
        quote = text[start]
        hashes = len(text[:start]) - len(text[:start].rstrip("#")) if quote == '"' else 0
        mark = quote * 3 if quote == '"' and text.startswith('"""', start) else quote
        mark_end = mark + "#" * hashes
        escape = "\\" + "#" * hashes
        place, index, content = len(found), start + len(mark), ""
        found.append(None)
        while not text.startswith(mark_end, index):
            if text.startswith(escape + opening, index) or (opening == "${" and quote == "`" and text.startswith(opening, index)):
                index = code(text.index(opening[-1], index) + 1, closing)
                content += "{}"
            elif text[index] == "\\":
                content += text[index : index + 2]
                index += 2
            else:
                content += text[index]
                index += 1
        found[place] = (start, index + len(mark_end), content)
        return index + len(mark_end)

    code(0, "")
    return found


def texts(path):
    """The texts for people in a source."""
    text = path.read_text()
    if path.suffix == ".html":
        body = re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", text, flags=re.S)
        shown = re.findall(r">([^<>]+)<|\b(?:aria-label|title|placeholder|alt)=\"([^\"]+)\"", body)
        return [" ".join((left or right).split()) for left, right in shown if (left or right).strip()]
    is_swift = path.suffix == ".swift"
    options = ('"', "(", ")", "//") if is_swift else ("\"'`", "${", "}", "//")
    joined = []
    for start, end, content in literals(text, *options):
        between = text[joined[-1][1] : start].strip() if joined else None
        before = text[:start].rstrip().rstrip("#").rstrip()
        if between == "+":
            joined[-1] = (joined[-1][0], end, joined[-1][2] + content, joined[-1][3])
        else:
            is_help = before.endswith(("help:", "abstract:", "discussion:", "@Setting("))
            joined.append((start, end, content, is_help or before.endswith("import")))
    said = []
    for _, _, content, is_other in joined:
        content = " ".join(re.sub(r"\\\n", "", content).split())
        is_prose = PROSE.search(content) and not NO_PROSE.search(content)
        is_label = LABEL.match(content) and ("Editor/" in str(path) or not is_swift)
        if not is_other and (is_prose or is_label) and content not in said:
            said.append(content)
    return said


def collect(folder, endings):
    """The texts of a folder's sources, by file."""
    pages = []
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in endings and (said := texts(path)):
            pages.append(f"# {path.relative_to(ROOT)}\n" + "\n".join(said))
    return "\n\n".join(pages) + "\n"


def helps(program, *commands):
    """What a program prints for --help, and its commands with theirs."""
    command = [str(program), *commands, "--help"]
    text = subprocess.run(
        command, check=True, capture_output=True, text=True, env={"COLUMNS": "100", "HOME": "/home/ada"}
    ).stdout
    pages = [f"# {' '.join([program.name, *commands])}\n{text.rstrip()}"]
    if listed := re.search(r"^SUBCOMMANDS:\n(.*?)(\n\n|\Z)", text, re.S | re.M):
        for name in re.findall(r"^  ([a-z-]+)", listed[1], re.M):
            pages += helps(program, *commands, name)
    return pages


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--record", action="store_true", help="write the three files")
    parser.add_argument("--programs", type=Path, default=ROOT / ".build/debug")
    options = parser.parse_args()
    programs = [options.programs / name for name in ("emojiart", "emojiart-server")]
    now = {
        "help": "\n\n".join(page for program in programs for page in helps(program)) + "\n",
        "labels": collect("Sources/Web", {".js", ".html"}),
        "messages": collect("Sources", {".swift"}),
    }
    good, count = True, 0
    for name, text in now.items():
        file = HERE / f"{name}.txt"
        if options.record:
            file.write_text(text)
            continue
        new = ROOT / f".build/words-{name}.txt"
        new.write_text(text)
        difference = subprocess.run(["diff", "-u", str(file), str(new)], capture_output=True, text=True).stdout
        if difference:
            print(difference)
            print(f"error: Tests/Words/{name}.txt has other words; if the new ones are right: make words")
            good = False
        else:
            count += sum(bool(line) and not line.startswith("#") for line in text.splitlines())
    print(f"{count} texts are as reviewed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
