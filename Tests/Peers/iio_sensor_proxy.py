# SPDX-License-Identifier: Apache-2.0
"""The classifier of iio-sensor-proxy, stated a second time, from this source:

  src/orientation.c of iio-sensor-proxy 3.9, https://gitlab.freedesktop.org/hadess/iio-sensor-proxy

A case is a list of readings in thousandths of g with Android's axes; the answer is the edge that the
service reports after each of them, `undefined` at first.
"""
import math

BOTH_ABOVE = 35


def elevation(along, one, other):
    """Returns the whole degrees by which an axis rises above the plane of the two others."""
    degrees = math.degrees(math.atan2(along, math.sqrt(one * one + other * other)))
    return math.floor(abs(degrees) + 0.5) * (1 if degrees >= 0 else -1)


def answer(case):
    """Returns the report after each reading."""
    found, before = [], "undefined"
    for right, up, out in case["readings"]:
        # The service counts x and y in the opposite direction, in 256ths of g, without fractions.
        x, y, z = (int(value * 9.80665 / 1000 * 256 / 9.81) for value in (-right, -up, out))
        portrait, landscape = elevation(x, y, z), elevation(y, x, z)
        sideways, upright = abs(portrait) > BOTH_ABOVE, abs(landscape) > BOTH_ABOVE
        if sideways and not upright:
            before = "left-up" if portrait > 0 else "right-up"
        elif upright and not sideways:
            before = "bottom-up" if landscape > 0 else "normal"
        found.append(before)
    return found
