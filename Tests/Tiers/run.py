#!/usr/bin/env python3
"""Runs a tier of checks, and prints what each suite took: `make check`, `make test`, `make prove`.

    run.py TIER [SUITE ...]     all suites of a tier, or those whose names begin so

What a suite prints goes to .build/tiers/SUITE.log; of one that fails, the part that says why is
shown at once. The times are kept in .build/tiers/times.json, so that the table of the next run
shows what each suite took before. Suites and their tiers are listed in suites.py.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field
from pathlib import Path

from suites import TIERS, Suite

ROOT = Path(__file__).resolve().parents[2]
LOGS = ROOT / ".build" / "tiers"
TIMES = LOGS / "times.json"
# A suite that takes longer hangs.
SECONDS_MAX = 1500
# Lines that say why a test failed, in what Swift Testing, unittest, node and compilers print.
CAUSE = re.compile(r"recorded an issue|^↳ (?!Testing Library|Target Platform)|error:|^(FAIL|ERROR):|Error: |^not ok|^== failed|Fatal error|^emojiart")


@dataclass
class Outcome:
    """What became of a suite."""

    seconds: float = 0
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    # Seconds and name of each test.
    tests: list = field(default_factory=list)
    is_good: bool = True
    # Whether the report ends before the tests did.
    is_cut: bool = False
    # Why it is not good, in lines.
    causes: list = field(default_factory=list)

    @property
    def total(self) -> int:
        return self.passed + self.failed + self.skipped


def read_junit(path: Path, outcome: Outcome) -> None:
    """Counts the tests of a report that Swift Testing or node wrote."""
    if not path.exists():
        return
    # Control characters of a message are written as they are, and are no XML.
    text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "?", path.read_text(errors="replace"))
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError:
        # The process that wrote it ended before its tests did.
        outcome.is_cut = True
        return
    for case in root.iter("testcase"):
        name = f"{case.get('classname', '')} {case.get('name', '')}".strip()
        outcome.tests.append((float(case.get("time") or 0), name))
        if case.find("failure") is not None or case.find("error") is not None:
            outcome.failed += 1
        elif case.find("skipped") is not None:
            outcome.skipped += 1
        else:
            outcome.passed += 1


def read_unittest(log: Path, outcome: Outcome) -> None:
    """Counts the tests of what `pages.py` printed."""
    for line in log.read_text(errors="replace").splitlines():
        match = re.match(r"(\S+) \S+ +([0-9.]+) s +(ok|FAILED|skipped)$", line)
        if not match:
            continue
        outcome.tests.append((float(match[2]), match[1]))
        outcome.passed += match[3] == "ok"
        outcome.failed += match[3] == "FAILED"
        outcome.skipped += match[3] == "skipped"


def run(suite: Suite) -> Outcome:
    """Runs a suite to its end."""
    log, report = LOGS / f"{suite.name}.log", LOGS / f"{suite.name}.xml"
    report.unlink(missing_ok=True)
    outcome = Outcome()
    start = time.monotonic()
    with log.open("wb") as output:
        process = subprocess.Popen(
            ["bash", "-euo", "pipefail", "-c", suite.command.replace("REPORT", shlex.quote(str(report)))],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            env=suite.environment | os.environ,
        )
        try:
            status = process.wait(SECONDS_MAX)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            status = process.wait()
            print(f"== {suite.name} was ended: it took more than {SECONDS_MAX} s")
        except KeyboardInterrupt:
            os.killpg(process.pid, signal.SIGTERM)
            raise
    outcome.seconds = time.monotonic() - start
    read_junit(report, outcome)
    if suite.is_unittest:
        read_unittest(log, outcome)
    outcome.is_good = (
        status == 0 and outcome.failed == 0 and outcome.skipped == 0 and not outcome.is_cut
    )
    if suite.count:
        found = re.findall(suite.count, log.read_text(errors="replace"))
        outcome.passed = int(found[-1]) if found else 0
    if suite.has_tests and not outcome.total:
        outcome.is_good = False
    if not outcome.is_good:
        outcome.causes = causes(suite, log, status, outcome)
        print("\n".join(outcome.causes), flush=True)
    return outcome


def causes(suite: Suite, log: Path, status: int, outcome: Outcome) -> list:
    """Says why a suite failed."""
    lines = log.read_text(errors="replace").splitlines()
    found = [line for line in lines if CAUSE.search(line)] or lines
    said = [f"== {suite.name} failed (exit code {status}); all of it is in {log.relative_to(ROOT)}"]
    said += [f"   {line[:400]}" for line in found[-40:]]
    if outcome.is_cut:
        said.append("   the report is cut off: the process ended before its tests did")
    if outcome.skipped:
        said.append(f"   {outcome.skipped} tests were skipped: a test that cannot run has to fail")
    if suite.has_tests and not outcome.total:
        said.append("   no test ran")
    return said


def table(outcomes: dict, before: dict) -> None:
    """Prints what each suite took, and the slowest tests."""
    print(f"\n{'suite':<28}{'tests':>7}{'seconds':>9}{'before':>8}  result")
    for name, outcome in outcomes.items():
        earlier = f"{before[name]:.0f}" if name in before else "-"
        result = "ok" if outcome.is_good else "FAILED"
        count = outcome.total or ""
        print(f"{name:<28}{count:>7}{outcome.seconds:>9.0f}{earlier:>8}  {result}")
    total = sum(outcome.seconds for outcome in outcomes.values())
    count = sum(outcome.total for outcome in outcomes.values())
    print(f"{'in all':<28}{count:>7}{total:>9.0f}")
    slowest = sorted(test for outcome in outcomes.values() for test in outcome.tests)[-10:]
    if slowest:
        print("\nslowest tests, in seconds; those of one suite run beside each other")
        for seconds, name in reversed(slowest):
            print(f"{seconds:8.1f}  {name[:110]}")


def main() -> int:
    tier, names = sys.argv[1], sys.argv[2:]
    chosen = [
        suite
        for suite in TIERS[tier]
        if not names or any(suite.name.startswith(name) for name in names)
    ]
    is_of_build = any(suite.needs_build for suite in chosen)
    suites = [
        suite for suite in TIERS[tier] if suite in chosen or (suite.is_needed and is_of_build)
    ]
    if not suites:
        sys.exit(f"no suite of {tier} begins with {' or '.join(names)}")
    LOGS.mkdir(parents=True, exist_ok=True)
    kept = json.loads(TIMES.read_text()) if TIMES.exists() else {}
    # Suites of two tiers may have one name, and other tests.
    before = kept.get(tier, {})
    outcomes: dict[str, Outcome] = {}
    for suite in suites:
        print(f"== {suite.name}: {suite.meaning}", flush=True)
        outcomes[suite.name] = run(suite)
        # Nothing that follows would mean anything.
        if suite.is_needed and not outcomes[suite.name].is_good:
            break
    table(outcomes, before)
    times = before | {name: outcome.seconds for name, outcome in outcomes.items() if outcome.is_good}
    TIMES.write_text(json.dumps(kept | {tier: times}, indent=1))
    passed = sum(outcome.passed for outcome in outcomes.values())
    failed = sum(outcome.failed for outcome in outcomes.values())
    bad = [name for name, outcome in outcomes.items() if not outcome.is_good]
    for name in bad:
        # Once more, where a reader of the last lines finds it.
        print("\n" + "\n".join(outcomes[name].causes))
    print(f"\n{tier}: {passed} passed, {failed} failed")
    if bad:
        print(f"== FAILED: {', '.join(bad)}")
    return 1 if bad else 0


def end(*_):
    """Ends what runs, as Ctrl+C does."""
    raise KeyboardInterrupt


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, end)
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
