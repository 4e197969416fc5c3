"""A program in a terminal, and what the terminal shows as HTML: for the picture of the README."""

import html
import re
import subprocess
import time
import unicodedata
from pathlib import Path

# The sixteen first colours of a terminal.
BASIC = [
    *("000000", "cd3131", "0dbc79", "e5e510", "2472c8", "bc3fbc", "11a8cd", "e5e5e5"),
    *("666666", "f14c4c", "23d18b", "f5f543", "3b8eea", "d670d6", "29b8db", "ffffff"),
]
STYLE = """
.terminal { position: relative; font: 14px "DejaVu Sans Mono", monospace; background: #1c1e21; }
.terminal span { position: absolute; white-space: pre; height: 20px; line-height: 20px; }
.terminal .wide { font: 14px "Noto Color Emoji"; line-height: 20px; text-align: center; }
"""
# Pixels of a cell.
WIDTH, HEIGHT = 8.43, 20


def colour(parameters):
    """The colour that `38;5;N` or `38;2;R;G;B` goes on with, as CSS."""
    kind = next(parameters)
    if kind == 2:
        return "#" + "".join(f"{next(parameters):02x}" for _ in range(3))
    index = next(parameters)
    if index < 16:
        return "#" + BASIC[index]
    if index >= 232:
        return "#" + f"{8 + 10 * (index - 232):02x}" * 3
    steps = [0, 95, 135, 175, 215, 255]
    index -= 16
    return "#" + "".join(f"{steps[step]:02x}" for step in (index // 36, index // 6 % 6, index % 6))


def apply(text, style):
    """Changes a style as the numbers of an escape sequence say."""
    parameters = iter([int(number or 0) for number in text.split(";")])
    for number in parameters:
        if number == 0:
            style.clear()
        elif number == 1:
            style["font-weight"] = "bold"
        elif number == 22:
            style.pop("font-weight", None)
        elif number in (38, 48):
            style["color" if number == 38 else "background"] = colour(parameters)
        elif number in (39, 49):
            style.pop("color" if number == 39 else "background", None)
        elif 30 <= number <= 37:
            style["color"] = "#" + BASIC[number - 30]
        elif 40 <= number <= 47:
            style["background"] = "#" + BASIC[number - 40]


class Terminal:
    """A program in a window of tmux."""

    def __init__(self, command, columns=80, rows=24):
        self.columns, self.rows = columns, rows
        self.name = f"emojiart-{time.monotonic_ns()}"
        size = ("-x", columns, "-y", rows)
        # The shell becomes the program, so that the program's end is the process's.
        self.tmux("-f", "/dev/null", "new-session", "-d", *size, f"exec env {command}")
        self.process = Path("/proc", self.tmux("display", "-p", "#{pane_pid}").strip())

    def tmux(self, *arguments):
        """Runs a command of tmux; what it prints."""
        words = ["tmux", "-u", "-L", self.name, *map(str, arguments)]
        return subprocess.run(words, check=True, capture_output=True, text=True).stdout

    def wait(self):
        """Waits until the program has ended."""
        deadline = time.monotonic() + 10
        while self.process.exists():
            if time.monotonic() > deadline:
                raise AssertionError("the program does not end")
            time.sleep(0.05)

    def close(self):
        """Ends the program, if it has not ended by itself."""
        if self.process.exists():
            self.tmux("kill-server")
        self.wait()

    def press(self, keys):
        """Sends bytes as a keyboard or a mouse would."""
        self.tmux("send-keys", "-H", *(f"{byte:02x}" for byte in keys.encode()))

    def point(self, column, row, is_click=False):
        """Moves the mouse to a cell, counted from 1, and clicks there."""
        self.press(f"\x1b[<35;{column};{row}M")
        if is_click:
            self.press(f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m")

    def cells(self):
        """The cells with something in them: row, column, width, text and style."""
        style = {}
        for row, line in enumerate(self.tmux("capture-pane", "-e", "-p", "-N").splitlines()):
            column = 0
            cells = []
            for part in re.findall(r"\x1b\[[0-9;]*m|\x1b\(B|.", line):
                if part.startswith("\x1b["):
                    apply(part[2:-1], style)
                elif part.startswith("\x1b"):
                    continue
                elif unicodedata.combining(part) or part in "\ufe0f\u200d":
                    cells[-1][3] += part
                else:
                    width = 2 if unicodedata.east_asian_width(part) in "WF" else 1
                    cells.append([row, column, width, part, dict(style)])
                    column += width
            yield from cells

    def find(self, text):
        """Column and row of a text of one cell, counted from 1."""
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            for row, column, _, shown, _ in self.cells():
                if shown == text:
                    return column + 1, row + 1
            time.sleep(0.1)
        raise AssertionError(f"the terminal does not show {text}")

    def html(self):
        """The screen as HTML for STYLE."""
        spans = []
        for row, column, width, text, style in self.cells():
            background = style.get("background")
            if not background and not text.strip():
                continue
            place = {
                "left": f"{column * WIDTH}px",
                "top": f"{row * HEIGHT}px",
                "width": f"{width * WIDTH + 0.5}px",
            }
            rules = {"color": "#e8eaed"} | style | place
            css = ";".join(f"{key}:{value}" for key, value in rules.items())
            kind = "wide" if width == 2 or "\ufe0f" in text else ""
            spans.append(f'<span class="{kind}" style="{css}">{html.escape(text)}</span>')
        size = f"width:{self.columns * WIDTH}px;height:{self.rows * HEIGHT}px"
        return f'<div class="terminal" style="{size}">{"".join(spans)}</div>'
