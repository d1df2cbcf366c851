# SPDX-License-Identifier: Apache-2.0
"""How windows stand in a picture, and the pictures of the headless compositor."""
import importlib.machinery
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# The landscape in every page of the compositor's clients and of the playground: sky above water.
SKY, SEA = (0xBF, 0xDD, 0xF2), (0x2F, 0x6F, 0x7E)
# An alert above a page darkens it; two alerts darken it twice.
SHADES = (1, 0.55, 0.55 * 0.55)
# The largest difference of a channel from a colour.
TOLERANCE = 6
# The fewest pixels, read in steps of two, of a landscape that is seen.
LEAST = 40


def load_reader():
    """Returns the reader of PNG files of Tests/check-demo, which has no suffix."""
    sys.dont_write_bytecode = True
    loader = importlib.machinery.SourceFileLoader("check_demo", str(ROOT / "Tests/check-demo"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_demo", loader))
    loader.exec_module(module)
    return module.pixels


pixels = load_reader()


def up(picture):
    """Returns where a picture's landscape has its sky: `top`, `right`, `bottom` or `left`; None without a landscape."""
    rows, width, size = picture
    for shade in SHADES:
        places = [center(rows, width, size, [shade * part for part in colour]) for colour in (SKY, SEA)]
        if None not in places:
            return side(places[0][0] - places[1][0], places[0][1] - places[1][1])
    return None


def center(rows, width, size, colour):
    """Returns the mean place of a colour's pixels; None if there are too few."""
    count = across = down = 0
    for y in range(0, len(rows), 2):
        row = rows[y]
        for x in range(0, width, 2):
            at = x * size
            if all(abs(row[at + channel] - colour[channel]) <= TOLERANCE for channel in range(3)):
                count, across, down = count + 1, across + x, down + y
    return (across / count, down / count) if count >= LEAST else None


def side(x, y):
    """Returns the side to which a vector points."""
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "bottom" if y > 0 else "top"


def bar(picture, depth):
    """Returns the side at which a dark bar lies, `depth` pixels inside; None if there is none, or more than one."""
    rows, width, size = picture
    height = len(rows)
    middle = {
        "top": [(width * part // 8, depth) for part in range(3, 6)],
        "bottom": [(width * part // 8, height - 1 - depth) for part in range(3, 6)],
        "left": [(depth, height * part // 8) for part in range(3, 6)],
        "right": [(width - 1 - depth, height * part // 8) for part in range(3, 6)],
    }
    dark = [name for name, places in middle.items()
            if sum(sum(rows[y][x * size:x * size + 3]) < 100 for x, y in places) >= 2]
    return dark[0] if len(dark) == 1 else None


def side_of(matrix):
    """Returns the side to which a transform turns the upper edge."""
    a, b, c, d = matrix
    return side(-c, -d)


class Performance:
    """A scenario played by real windows on the compositor, with a picture of each step."""

    def __init__(self, program, scenario, folder):
        self.folder = folder
        # Sockets have short paths, and their folder belongs to the user alone.
        with tempfile.TemporaryDirectory(prefix="swivel-") as runtime:
            os.chmod(runtime, 0o700)
            done = subprocess.run(
                [program, "compositor", "--scene", scenario, "--pictures", folder, "--until-played"],
                capture_output=True, text=True, timeout=120, stdin=subprocess.DEVNULL, check=False,
                env={"PATH": "/usr/bin:/bin", "HOME": runtime, "XDG_RUNTIME_DIR": runtime, "LC_ALL": "C.UTF-8",
                     "SWIFT_BACKTRACE": "enable=no"})
        self.code, self.words = done.returncode, done.stdout + done.stderr
        # For each step, the orientation that the compositor has sent to each window.
        self.steps = []
        for line in done.stdout.splitlines():
            if re.match(r"step \d+: ", line):
                self.steps.append({})
            elif self.steps and (found := re.match(r"  (\S.*?): ([a-z-]+)(, but the simulator .*)?$", line)):
                if found[1] != "picture":
                    self.steps[-1][found[1]] = found[2]

    def picture(self, step):
        """Returns the pixels of the picture of a step."""
        return pixels(pathlib.Path(self.folder, f"step-{step:02}.png"))
