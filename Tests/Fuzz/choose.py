"""Chooses the inputs of a corpus that together reach the most: choose.py CONTROL COUNT

CONTROL is what libFuzzer wrote while it merged (`-merge_control_file`): the inputs, and for each
the features that it reaches. Prints the paths of COUNT inputs at most, the one that adds most
first; of equals the smaller one.
"""

import sys


def read(path):
    """The size and the features of each input, by its path."""
    lines = iter(open(path, encoding="utf-8", errors="replace").read().splitlines())
    count = int(next(lines))
    next(lines)
    names = [next(lines) for _ in range(count)]
    found = {}
    for line in lines:
        words = line.split()
        if words[:1] == ["STARTED"]:
            found[names[int(words[1])]] = (int(words[2]), set())
        elif words[:1] == ["FT"]:
            found[names[int(words[1])]][1].update(words[2:])
    return found


def main():
    inputs, reached = read(sys.argv[1]), set()
    total = len(set().union(*(features for _, features in inputs.values())))
    for _ in range(int(sys.argv[2])):
        best = max(inputs, key=lambda name: (len(inputs[name][1] - reached), -inputs[name][0], name))
        if not inputs[best][1] - reached:
            break
        reached |= inputs.pop(best)[1]
        print(best)
        if not inputs:
            break
    print(f"{len(reached)} of {total} features", file=sys.stderr)


main()
