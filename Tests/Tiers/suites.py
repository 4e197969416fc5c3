"""The suites of checks, and the tier in which each of them runs.

A suite of `LiveTests` that no name below chooses runs in `make test`: no test can be forgotten.
"""

import sys
from dataclasses import dataclass, field


@dataclass
class Suite:
    """A command that checks something."""

    name: str
    meaning: str
    # A bash command, run in the root of the checkout. REPORT is where it writes a JUnit report.
    command: str
    # Whether it counts tests; then none is a failure.
    has_tests: bool = True
    # Whether what it prints is that of Tests/Browser/pages.py.
    is_unittest: bool = False
    # Finds how many tests passed in what it prints, where there is no report.
    count: str = ""
    # Whether nothing that follows makes sense without it.
    is_needed: bool = False
    # Whether it uses what the suite `build` has built.
    needs_build: bool = False
    environment: dict = field(default_factory=dict)


TESTS = ".build/debug/emojiart-syncPackageTests.xctest"


def swift(name, meaning, chosen, skipped="", is_alone=False, environment=None):
    """Tests of Swift Testing that were built before, run without a pipe that would keep the last
    lines of a process that ends too soon.

    Those that need the machine for themselves run one after the other.
    """
    options = f"--filter '{chosen}'" + (f" --skip '{skipped}'" if skipped else "")
    options += " --no-parallel" if is_alone else ""
    command = f"{TESTS} --testing-library swift-testing --xunit-output REPORT {options}"
    return Suite(name, meaning, command, needs_build=True, environment=environment or {})


PURE = "EmojiArt|PageCore|Wire|Sync|Tokens|Store|Editor|Terminal|Images|Raster|Server|Load"
# Suites of LiveTests whose load makes others miss their deadlines.
ALONE = (
    "Storm|ClusterStorm|KillSweep|ErrorSweep|FlipSweep|TornPage|LiveCopy|SlowDisk|FullDisk"
    "|RecoveryTime|Sandbox|MemorySoak|Stampede|Stall|SocketFuzz|CutSweep|LostAnswer"
)
# Those that need nginx, haproxy, promtool or systemd, and those that wait for half a minute.
PROVED = "Dealt|Proxy|Observation|Supervision|Patience"
# What `make test` leaves out of the sockets' tests: they wait, or are the suite of RFC 6455.
WAITING = (
    "CN22 one address|suite.s groups|messages of all sizes|FA66 4430 closes"
    "|too much in one record"
)
# What `make test` runs of those that need the machine: one kind of fault each.
SAMPLE = "Storm|CutSweep|KillSweep"

LINT = Suite("lint", "format of all Swift, and declarations in C", "make lint", has_tests=False)
BUILD = Suite(
    "build",
    "all programs and tests; a warning is an error",
    "swift build --build-tests",
    has_tests=False,
    is_needed=True,
)
SIMULATOR = Suite(
    "simulation-build",
    "the server on a simulated network, disk and clock (release)",
    "EMOJIART_SIMULATION=1 swift build -c release --scratch-path .build/simulation"
    " --product emojiart-simulation",
    has_tests=False,
)
SIMULATION = ".build/simulation/release/emojiart-simulation"
PAGE_SAMPLE = "test_gestures.py test_together.py"
PAGES = ".build/playwright/bin/python Tests/Browser/pages.py"


def pages(name, meaning, files=""):
    return Suite(name, meaning, f"{PAGES} {files}".strip(), is_unittest=True, needs_build=True)


CHECK = [
    Suite(
        "format",
        "format of the Swift files that changed",
        "{ git diff --name-only --diff-filter=d HEAD; git ls-files --others --exclude-standard; }"
        " | { grep '\\.swift$' || true; } | xargs --no-run-if-empty swift format lint --strict",
        has_tests=False,
    ),
    BUILD,
    swift("pure", "model, wire, sync, store, editor, drawing, settings", f"^({PURE})Tests\\."),
]

TEST = [
    LINT,
    BUILD,
    swift(
        "pure",
        "model, wire, sync, sockets, store, editor, drawing, settings, rules of the house, fuzz corpus",
        f"^({PURE}|WebSockets|Fuzz|Tidy)Tests\\.",
        f"WebSocketsTests\\.LiveTests/.*({WAITING})",
    ),
    # Two processes are done sooner than one: of each a long suite comes last and alone.
    swift(
        "live-a-k",
        "real servers and clients, beside each other",
        "^LiveTests\\.[A-K]",
        f"LiveTests\\.({ALONE}|{PROVED})Tests",
    ),
    swift(
        "live-l-z",
        "the same, and the editor in a terminal",
        "^LiveTests\\.",
        f"LiveTests\\.([A-K]|({ALONE}|{PROVED})Tests)",
    ),
    swift(
        "faults",
        "one storm of faults, one kill sweep, one sweep of cuts",
        f"^LiveTests\\.({SAMPLE})Tests",
        is_alone=True,
        environment={"EMOJIART_SEED": "1", "EMOJIART_SWEEP": "one"},
    ),
    Suite(
        "page-model",
        "types of the browser client, and its model in node",
        "tsc --project Sources/Web/jsconfig.json && node --test"
        " --test-reporter=junit --test-reporter-destination=REPORT Tests/Browser/unit/*.test.js",
        needs_build=True,
    ),
    pages(
        "page-sample",
        "two files of the page's tests, in Chromium",
        PAGE_SAMPLE,
    ),
    Suite(
        "readme",
        "each command of README prints what README says, with the debug build",
        "Tests/Package/readme.py",
        count=r"(\d+) commands are",
        needs_build=True,
    ),
    Suite(
        "siege-sample",
        "heads, frames, crowds and pictures that would harm others, rows of the table of attacks,"
        " two places with one client key",
        "Tests/Siege/siege.py Heads Pictures SY35_SY36 FA56 FA64 FA65 FA75 FA86_each FA86_SECURITY"
        " Table.test_FA86_hello Table.test_FA86_resync Table.test_FA86_list",
        is_unittest=True,
        needs_build=True,
    ),
    Suite(
        "words",
        "help texts, labels, errors and log lines are those that were reviewed",
        "Tests/Words/words.py",
        has_tests=False,
        needs_build=True,
    ),
    SIMULATOR,
    Suite(
        "simulation",
        "30 s of a simulated server, clients and faults",
        f"{SIMULATION} --seconds 30",
        has_tests=False,
    ),
]

PROVE = [
    BUILD,
    swift(
        "sockets",
        "the suite of RFC 6455, floods and silence at the sockets",
        f"WebSocketsTests\\.LiveTests/.*({WAITING})",
    ),
    swift(
        "live-beside",
        "proxies, supervision, observation, patience",
        f"^LiveTests\\.({PROVED})Tests",
        f"LiveTests\\.({ALONE})Tests",
    ),
    swift(
        "live-alone",
        "all sweeps, storms and full disks, one after the other",
        f"^LiveTests\\.({ALONE})Tests",
        "LiveTests\\.CutSweepTests",
        is_alone=True,
    ),
    Suite(
        "page-twin",
        "a million random calls, answered alike by the page's core and the one of this machine",
        "node --test --test-reporter=junit --test-reporter-destination=REPORT"
        " Tests/Browser/unit/twin.test.js",
        needs_build=True,
        environment={"EMOJIART_CALLS": "1000000"},
    ),
    pages("page", "the other files of the page's tests, in Chromium", f"--but {PAGE_SAMPLE}"),
    Suite(
        "planted",
        "each bug that is planted on purpose is found by a simulated seed",
        "Tests/Simulation/Planted/hunt.sh",
        count=r"(\d+) of \d+ found",
    ),
    Suite(
        "trust",
        "20 kills of the server with its clients, 20 at the sight of an edit; a loss is found",
        "for test in kill sight; do Tests/Trust/trust.py emojiart --programs .build/debug --test $test; done"
        " && Tests/Trust/trust.py emojiart --programs .build/debug --rounds 2 --forget",
        has_tests=False,
        needs_build=True,
    ),
    Suite(
        "siege",
        "attacks from outside on the release build, and what others notice of them; places with one key",
        "swift build -c release --product emojiart-server"
        " && swift build -c release --product emojiart"
        " && EMOJIART_PROGRAMS=.build/release Tests/Siege/siege.py",
        is_unittest=True,
    ),
    Suite(
        "cluster-page",
        "three machines by the page for operators: set up, upgrade, lose, back up, go back",
        "Tests/Cluster/guide.py",
        count=r"(\d+) steps of",
        needs_build=True,
    ),
    Suite(
        "cluster-copies",
        "places with one client key at three servers, while servers and PostgreSQL fail over",
        "EMOJIART_PROGRAMS=.build/debug Tests/Cluster/copies.py",
        count=r"(\d+) edits are acknowledged and in the log once",
        needs_build=True,
    ),
    Suite(
        "libraries",
        "an app builds README's example, and resolves none of the programs' dependencies",
        "Tests/Package/libraries.sh",
        has_tests=False,
    ),
    Suite(
        "docs",
        "documentation of the libraries, without a warning",
        "make docs",
        has_tests=False,
    ),
    Suite(
        "package",
        "the Debian package is built, installed, used, upgraded, removed",
        "make package-test",
        has_tests=False,
    ),
    Suite(
        "run",
        "`make run` starts the server, and README's commands work with it",
        "Tests/Package/readme.py --make-run",
        count=r"(\d+) commands are",
    ),
]

TIERS = {"check": CHECK, "test": TEST, "prove": PROVE}

# `suites.py alone` is the filter of those that need the machine for themselves.
if __name__ == "__main__" and sys.argv[1:] == ["alone"]:
    print(f"^LiveTests\\.({ALONE})Tests")
