"""Makes a manual page of what a program says of itself (--experimental-dump-help)."""

import json
import sys


def quoted(text):
    """A text as troff reads it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line[:1] in ".'" else line for line in text.split("\n"))


def synopsis(argument):
    """How an argument is given."""
    if argument["kind"] == "positional":
        return f"\\fI{quoted(argument['valueName'])}\\fR"
    names = [("--" if n["kind"] == "long" else "-") + n["name"] for n in argument["names"]]
    text = ", ".join(f"\\fB{quoted(name)}\\fR" for name in names)
    if argument["kind"] == "option":
        text += f" \\fI{quoted(argument['valueName'])}\\fR"
    return text


def section(command, path, lines):
    """A command and those within it."""
    name = " ".join(path + [command["commandName"]])
    lines.append(f".SS {quoted(name)}" if path else ".SH OPTIONS")
    if path:
        lines.append(quoted(command.get("abstract", "")))
    if command.get("discussion"):
        lines += [".PP", quoted(command["discussion"].replace("\n\n", "\n.PP\n"))]
        lines[-1] = lines[-1].replace("\\&.PP", ".PP")
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay", True):
            lines += [".TP", synopsis(argument), quoted(argument.get("abstract", ""))]
    inner = [c for c in command.get("subcommands", []) if c["commandName"] != "help"]
    if inner and not path:
        lines.append(".SH COMMANDS")
    for sub in inner:
        section(sub, path + [command["commandName"]], lines)


def main():
    command = json.load(sys.stdin)["command"]
    name = command["commandName"]
    lines = [
        f'.TH {name.upper()} 1 "" "EmojiArt Sync {sys.argv[1]}" "User Commands"',
        ".SH NAME",
        f"{quoted(name)} \\- {quoted(command['abstract'].rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {quoted(name)}",
        ".RI [ command ] \" \" [ options ]",
    ]
    section(command, [], lines)
    print("\n".join(lines))


main()
