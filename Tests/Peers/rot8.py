# SPDX-License-Identifier: Apache-2.0
"""The classifier of rot8, stated a second time, from this source:

  src/main.rs of efernau/rot8 at ec37687, https://github.com/efernau/rot8

A case is a list of readings in thousandths of g with Android's axes; the answer is the edge that is up
after each of them, `undefined` at first.
"""
import math

# Each orientation with the point of the unit circle that rot8 compares with; the axes are the service's.
POINTS = (("normal", 0, -1), ("bottom-up", 0, 1), ("right-up", -1, 0), ("left-up", 1, 0))
NEAR = 0.5


def answer(case):
    """Returns the orientation after each reading."""
    found, current = [], "undefined"
    for right, up, out in case["readings"]:
        length = math.sqrt(right * right + up * up + out * out)
        if length:
            x, y = -right / length, -up / length
            near = (name for name, px, py in POINTS if (x - px) ** 2 + (y - py) ** 2 < NEAR)
            current = next(near, current)
        found.append(current)
    return found
