# SPDX-License-Identifier: Apache-2.0
"""The mutants of the sources: where they are, which of them are drawn, and the sources that hold them."""
import collections
import dataclasses
import hashlib
import json
import math
import pathlib
import re
import subprocess

# A target whose mistakes turn a screen the wrong way counts as core, and more of it is drawn.
CORE = ["Orientation", "Arbitration", "Sensing", "Judging", "RotationProtocol"]
OTHERS = ["Counterfactuals", "ModelChecker", "Explanation", "Text", "Scenarios", "Experiments", "Recording",
          "Daemon", "Sensors", "Desktop"]
# Of these only what is pure: files that import nothing that speaks to the outside.
PARTLY = {"RotationProtocol", "Daemon", "Sensors", "Desktop"}
OUTSIDE = re.compile(r"^(?:(?:public|package|internal) )?import (?:Glibc|CLinux|Bus|CSystemd|EventLoop|WaylandClient|"
                     r"WaylandServer|WaylandABI|CWaylandClient|Synchronization)$", re.M)
# Texts, not decisions.
TEXTS = ["Sources/Core/Explanation/Rules/Groups/"]
CORE_SHARE = 0.6
# No target has fewer than this many, as far as it has so many.
LEAST = {True: 30, False: 12}
# What one line of a report shows of an expression.
SHOWN = 110


@dataclasses.dataclass
class Mutant:
    """One change of the sources."""
    kind: str
    form: str
    file: str
    line: int
    function: str
    start: int
    end: int
    code: str
    original: str
    mutated: str
    # Counts the same change of the same text in one function, from 1.
    number: int = 1
    id: str = ""

    @property
    def target(self):
        return self.file.split("/")[2]

    @property
    def change(self):
        """The change in words that stay the same when lines move."""
        text = f"{shortened(self.original)} => {shortened(self.mutated)}"
        return text if self.number == 1 else f"{text} [{self.number}]"

    @property
    def place(self):
        """The file in its layer, and the function."""
        return f"{self.file.split('/', 2)[2]}: {self.function}"

    def __str__(self):
        return f"{self.file}:{self.line}: {self.change}"


def shortened(text):
    return text if len(text) <= SHOWN else text[:SHOWN - 1] + "…"


def sources(root):
    """The files that are mutated, relative to the root."""
    found = []
    for target in CORE + OTHERS:
        for path in sorted(root.glob(f"Sources/*/{target}/**/*.swift")):
            file = str(path.relative_to(root))
            if target in PARTLY and OUTSIDE.search(path.read_text(encoding="utf-8")):
                continue
            if not file.startswith(tuple(TEXTS)):
                found.append(file)
    return found


def find(program, root):
    """All mutants that the sources could have."""
    lines = subprocess.run([str(program), *sources(root)], cwd=root, check=True, stdout=subprocess.PIPE,
                           text=True).stdout.splitlines()
    mutants = [Mutant(**json.loads(line)) for line in lines]
    seen = collections.Counter()
    ids = set()
    for mutant in mutants:
        key = "\t".join([mutant.file, mutant.function, mutant.kind, mutant.original, mutant.mutated])
        seen[key] += 1
        mutant.number = seen[key]
        digest = hashlib.sha256(f"{key}\t{mutant.number}".encode()).hexdigest()
        # Two of one name would answer to one switch.
        while digest[:8] in ids or digest[:8] == "00000000":
            digest = digest[1:]
        mutant.id = digest[:8]
        ids.add(mutant.id)
    return mutants


def shares(mutants, count):
    """How many mutants of each target are drawn."""
    there = collections.Counter(mutant.target for mutant in mutants)
    wanted = {}
    for targets, total in ((CORE, math.ceil(count * CORE_SHARE)), (OTHERS, count - math.ceil(count * CORE_SHARE))):
        all_there = sum(there[target] for target in targets) or 1
        least = min(LEAST[targets is CORE], total // len(targets))
        for target in targets:
            wanted[target] = min(there[target], max(least, round(total * there[target] / all_there)))
        largest = max(targets, key=lambda target: there[target])
        rest = total - sum(wanted[target] for target in targets)
        wanted[largest] = max(0, min(there[largest], wanted[largest] + rest))
    return wanted


def ordered(mutants, seed):
    """The mutants of each target in the order in which this seed draws them.

    The place of each depends on itself and the seed alone: a change of the sources leaves most of the sample as it
    is.
    """
    by_target = collections.defaultdict(list)
    for mutant in mutants:
        by_target[mutant.target].append(mutant)
    for of_target in by_target.values():
        of_target.sort(key=lambda mutant: hashlib.sha256(f"{seed} {mutant.id}".encode()).digest())
    return by_target


def held(source, mutants):
    """A source that holds its original and all these mutants; and the lines in which each is, by id."""
    pieces = collections.defaultdict(list)
    for mutant in mutants:
        pieces[mutant.start, mutant.end].append(mutant)
    ranges = sorted(pieces, key=lambda piece: (piece[0], -piece[1]))

    def text(start, end, index):
        """The source between two places, from the piece with this index on; and the next piece's index."""
        parts = []
        at = start
        while index < len(ranges) and ranges[index][1] <= end:
            first, last = ranges[index]
            parts.append(source[at:first])
            inner, following = text(first, last, index + 1)
            for mutant in pieces[first, last]:
                inner = b"\x01" + mutant.id.encode() + wrapped(mutant, inner) + b"\x02"
            parts.append(inner)
            at, index = last, following
        parts.append(source[at:end])
        return b"".join(parts), index

    marked, index = text(0, len(source), 0)
    assert index == len(ranges), "pieces that overlap"
    lines, line, open_ones, parts = {}, 1, [], []
    for piece in re.split(rb"(\x01[0-9a-f]{8}|\x02|\n)", marked):
        if piece.startswith(b"\x01"):
            open_ones.append((piece[1:].decode(), line))
            continue
        if piece == b"\x02":
            name, begun = open_ones.pop()
            lines[name] = (begun, line)
            continue
        line += piece == b"\n"
        parts.append(piece)
    # At the end, where it moves no line.
    return b"".join(parts) + b"public import MutationSwitch\n", lines


def wrapped(mutant, original):
    """The original and the mutated code with the switch between them."""
    switch = f"swivel_mutant(0x{mutant.id})".encode()
    code = mutant.code.encode()
    return {
        "either": b"(" + switch + b" ? (" + code + b") : (" + original + b"))",
        "denied": b"(" + switch + b" != (" + original + b"))",
        "removed": b"if !" + switch + b" { " + original + b" }",
        "replaced": b"if " + switch + b" { " + code + b" } else { " + original + b" }",
    }[mutant.form]


def equivalents(path, mutants):
    """The reasons of those mutants that change nothing, by id; and the complaints about the list."""
    by_text = collections.defaultdict(list)
    for mutant in mutants:
        by_text[f"{mutant.place}: {mutant.change}"].append(mutant)
    reasons, complaints = {}, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        text, _, reason = line.partition(" # ")
        where = f"{path.name}:{number}"
        if not reason.strip():
            complaints.append(f"{where}: no reason; write FILE: FUNCTION: ORIGINAL => MUTATED # REASON")
        elif text.strip() not in by_text:
            complaints.append(f"{where}: no such mutant any more: {text.strip()}")
        for mutant in by_text.get(text.strip(), []):
            reasons[mutant.id] = reason.strip()
    return reasons, complaints
