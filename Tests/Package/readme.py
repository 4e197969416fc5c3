#!/usr/bin/env python3
"""Runs every command of README.md, and compares what it prints with what README says.

    readme.py [--make-run]

Without the flag the server of the debug build stands in for `make run`. Commands that are suites of
`make test` and `make prove` run in those; here they only have to exist.
"""

import argparse
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path += [str(ROOT / "Tests/Tiers"), str(ROOT / "Tests/Browser")]

from suites import TIERS
from terminal import Terminal

README = (ROOT / "README.md").read_text()
DEBUG = ROOT / ".build/debug"
# Seconds that anything may take: with --make-run, a release build of everything.
PATIENCE = 900
passed, failures = [], []


def check(is_good, what):
    """Notes whether something is as README says."""
    print(f"{'ok    ' if is_good else 'error:'} {what}", flush=True)
    (passed if is_good else failures).append(what)


def check_make():
    """Every `make` command names a target, suites of its tier, and benchmarks that exist."""
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    commands = set(re.findall(r"(?:^|`)(make [^`\n#]+)", README, re.M))
    for command in sorted(command.strip() for command in commands):
        target, *rest = shlex.split(command)[1:]
        check(target in targets, command)
        for setting in rest:
            name, value = setting.split("=", 1)
            if name == "SUITES":
                names = [suite.name for suite in TIERS[target]]
                check(any(each.startswith(value) for each in names), f"{command}: a suite")
    check({"make run", "make test", "make deb"} <= {" ".join(c.split()[:2]) for c in commands}, "make")


def check_benchmarks():
    """Every row of figures names a load that `make bench` measures."""
    section = README[README.index("## How fast") : README.index("## Install it")]
    loads = re.findall(r"^\| ([a-z-]+: [^|]+?) \|", section, re.M)
    check(len(loads) == 3, "three rows of figures")
    for load in loads:
        command = [DEBUG / "emojiart-bench", "run", "--macro", "--seconds", "0.5", "--only", load]
        run = subprocess.run(command, capture_output=True, text=True)
        rows = run.stdout.splitlines()[2:]
        check(run.returncode == 0 and len(rows) == 1 and load in rows[0], f"make bench: {load}")


def check_links():
    """Every link to a file of the repository leads somewhere."""
    links = re.findall(r"\]\(([^)#]+)", README)
    for link in links:
        is_there = link.startswith("http") or (ROOT / link).exists()
        if not is_there:
            check(False, f"link {link}")
    check(len(links) > 20, f"{len(links)} links")


def matches(output, expected):
    """Whether all of an output is as expected; `...` stands for anything in a line."""
    pattern = "".join(
        ".*".join(re.escape(part) for part in line.split("...")) + r"\n" for line in expected
    )
    return re.fullmatch(pattern, output) is not None


def run_console(text, port, environment, folder):
    """Runs the commands of a block, and compares what they print."""
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M)
    for command, expected in steps:
        command = command.replace("8080", str(port))
        # The programs that are tested are in PATH already.
        if command.startswith("export PATH="):
            continue
        if command.startswith("emojiart open"):
            open_editor(command, environment)
            continue
        run = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, env=environment, cwd=folder
        )
        is_good = run.returncode == 0 and matches(run.stdout, expected.splitlines())
        check(is_good, command if is_good else f"{command}\n{run.stdout}{run.stderr}")


def open_editor(command, environment):
    """Opens the editor in a terminal, looks at it, and quits."""
    words = " ".join(f"{name}={shlex.quote(environment[name])}" for name in ("PATH", "HOME"))
    terminal = Terminal(f"{words} {command}")
    try:
        terminal.find("?")
        shown = terminal.tmux("capture-pane", "-p")
        check("demo" in shown and "help" in shown, command)
        terminal.press("q")
        terminal.wait()
    except AssertionError as error:
        check(False, f"{command}: {error}")
    finally:
        terminal.close()


class Server:
    """The server at a free port, as `make run` starts it or from the debug build."""

    def __init__(self, is_made, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        settings = f"--listen 127.0.0.1:{self.port} --data {folder}/data"
        command = [DEBUG / "emojiart-server", *settings.split()]
        if is_made:
            command = ["make", "run", f"ARGS={settings}"]
        self.log = Path(folder) / "server.log"
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdout=self.log.open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        deadline = time.monotonic() + PATIENCE
        while "EmojiArt Sync is ready." not in self.log.read_text():
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit(f"error: the server does not start:\n{self.log.read_text()}")
            time.sleep(0.1)

    def close(self):
        """Ends it as Ctrl+C does."""
        os.killpg(self.process.pid, signal.SIGINT)
        check(self.process.wait(60) in (0, -signal.SIGINT, 2, 130), "Ctrl+C ends the server")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--make-run", action="store_true", help="start the server with make run")
    options = parser.parse_args()
    check_make()
    check_links()
    with tempfile.TemporaryDirectory(prefix="emojiart-readme-") as folder:
        server = Server(options.make_run, folder)
        programs = ROOT / ".build/release" if options.make_run else DEBUG
        environment = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": folder}
        try:
            for address in set(re.findall(r"http://127\.0\.0\.1:8080[^\s>)`]*", README)):
                with urllib.request.urlopen(address.replace("8080", str(server.port))) as answer:
                    check(answer.status == 200, address)
            for kind, text in re.findall(r"^```(\w*)\n(.*?)^```", README, re.M | re.S):
                if kind == "console":
                    run_console(text, server.port, environment, folder)
        finally:
            server.close()
    if not options.make_run:
        check_benchmarks()
    print(f"{len(passed)} commands are as README says; {len(failures)} are not")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
