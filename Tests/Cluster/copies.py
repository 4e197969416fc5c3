#!/usr/bin/env python3
"""Has places with one client's key edit at once, at three servers on PostgreSQL that fail over.

    copies.py [COUNT]     until COUNT edits are acknowledged, 200 by default

The server that has the document is killed now and then, and so is the primary of PostgreSQL. All
that was acknowledged has to be in the log, once. EMOJIART_PROGRAMS names the folder of the programs.
"""

import itertools
import random
import sys
from pathlib import Path

from cluster import Cluster, Failure, say
from nodes import HOST

sys.path.append(str(Path(__file__).resolve().parents[1] / "Siege"))

from places import SEED, Tally, make_cutters, prove, settings  # noqa: E402
from house import programs  # noqa: E402

# The first of 33 ports; others may be in use.
BASES = range(9300, 10300, 100)


def start(options: list[str]) -> Cluster:
    for base in BASES:
        # Later than the fail-over.
        cluster = Cluster(3, programs() / "emojiart-server", base, restart=8, options=tuple(options))
        try:
            cluster.start()
            return cluster
        except Failure as failure:
            if base == BASES[-1] or "in use" not in str(failure) and "is left" not in str(failure):
                raise
    raise AssertionError("unreachable")


def killer(cluster: Cluster):
    """Kills the document's server now and then, and each third time the primary instead."""
    chance = random.Random(f"{SEED} cluster killer")
    turns = itertools.cycle(["server", "server", "primary"])

    def kill(over, document: str) -> bool:
        if over.wait(chance.uniform(4, 9)):
            return False
        name = "primary" if next(turns) == "primary" else f"/documents/{document}"
        try:
            cluster.tell(f"{name} is {cluster.kill(name)}, and is killed")
        except Failure:
            # No server has the document at this moment.
            return False
        return True

    return kill


def run(goal: int) -> Tally:
    cutters = make_cutters(3, "cluster")
    try:
        cluster = start(settings(cutters))
    except BaseException:
        for cutter in cutters:
            cutter.close()
        raise
    # The first place comes by HAProxy, each of the others at a server of its own.
    ports = [cluster.base, *(cluster.ports[name] for name in cluster.servers[1:])]
    try:
        return prove("cluster", cutters, lambda number: (HOST, ports[number]), killer(cluster), goal)
    finally:
        cluster.stop()


def main() -> int:
    tally = run(int(sys.argv[1]) if sys.argv[1:] else 200)
    if tally.faults:
        say(f"FAILED: {tally.faults} {tally.examples[:5]}\nEMOJIART_SEED={SEED} {' '.join(sys.argv)}")
        return 1
    say(f"{tally.acknowledged} edits are acknowledged and in the log once")
    return 0


if __name__ == "__main__":
    sys.exit(main())
