# SPDX-License-Identifier: Apache-2.0
"""Android's choice of a rotation, stated a second time, from these sources:

  DisplayRotation.java (rotationForOrientation, configure) and WindowContainer.java (getOrientation),
  aosp-mirror/platform_frameworks_base at 0047d16, https://github.com/aosp-mirror/platform_frameworks_base
  DisplayRotation.java at 05b4e8b and DisplayArea.java (shouldIgnoreOrientationRequest) at 0898a28,
  muhomorr/platform_frameworks_base-15, https://github.com/muhomorr/platform_frameworks_base-15

A case is one state of a display; the answer is the rotation in degrees. `version` is 12, 14 or 16.
"""
USER = {"unspecified", "user", "full-user", "user-portrait", "user-landscape"}
SENSOR = {"sensor", "full-sensor", "sensor-portrait", "sensor-landscape"}
FIXED = {"portrait", "landscape", "reverse-portrait", "reverse-landscape"}


def names(case):
    """Returns the rotations that the display calls portrait, upside down, landscape and seascape."""
    swapped = case["reverse-default"]
    if case["panel"] == "landscape":
        return (90, 270, 0, 180) if swapped else (270, 90, 0, 180)
    return (0, 180, 270, 90) if swapped else (0, 180, 90, 270)


def requested(case):
    """Returns the request of the containers, looking from the top."""
    candidate = "unset"
    for window in case["windows"]:
        own = window["request"]
        if window["system"]:
            # Windows of no activity are searched for one with a request of its own.
            if window["visible"] and own not in ("unset", "unspecified", "behind"):
                return own
            continue
        if window["mode"] != "fullscreen":
            continue
        if not window["visible"] and candidate != "behind":
            continue
        if own == "behind":
            candidate = own
        elif own != "unset" and (window["fills"] or own != "unspecified"):
            return own
    return candidate


def effective(case):
    """Returns the request as far as the display follows it."""
    found = requested(case)
    ignores = case["ignore"] or case["version"] >= 16 and case["large-screen"]
    respected = {12: (), 14: ("locked", "nosensor")}.get(
        case["version"], ("locked", "nosensor", "sensor", "full-sensor"))
    if found == "unset" or ignores and found not in respected:
        return "unspecified"
    return found


def preferred(case, request):
    """Returns the rotation that settings, sensor and user prefer; None for none."""
    last, user, later = case["last"], case["user"], case["version"] >= 14
    portrait = names(case)[0]
    sensor = case["sensor"]
    if later and case["reverse-sensor"] and sensor is not None:
        sensor = (360 - sensor) % 360
    if sensor is None:
        sensor = last
    if not case["default-display"]:
        return user
    if case["lid-open"] and case["lid-rotation"] is not None:
        return case["lid-rotation"]
    docked = sensor if case["dock-sensor"] else case["dock-rotation"]
    if case["dock"] == "car" and docked is not None:
        return docked
    leaves = later and request in ("locked", "nosensor")
    if case["dock"] == "desk" and docked is not None and not leaves:
        return docked
    if case["hdmi"] and case["demo-hdmi"] is not None:
        return case["demo-hdmi"]
    if case["hdmi"] and case["dock"] is None and case["undocked-hdmi"] is not None:
        return case["undocked-hdmi"]
    if case["demo"] is not None:
        return case["demo"]
    if case["vr"]:
        return portrait
    if request == "locked":
        return last
    if not case["auto-rotation"]:
        return user if later and case["user-without-auto"] else None
    freed = not case["user-locked"] or later and case["half-folded"]
    if freed and request in USER or request in SENSOR:
        whole = case["all-rotations"] or request in ("full-sensor", "full-user")
        return sensor if sensor != 180 or whole else last
    if case["user-locked"] and request != "nosensor" and request not in FIXED:
        return user
    return None


def answer(case):
    """Returns the rotation of the display."""
    if case["fixed"]:
        return case["user"]
    request = effective(case)
    found = preferred(case, request)
    portrait, upside_down, landscape, seascape = names(case)
    upright, sideways = (portrait, upside_down), (landscape, seascape)
    wanted = {"portrait": (upright, portrait), "reverse-portrait": (upright, upside_down),
              "landscape": (sideways, landscape), "reverse-landscape": (sideways, seascape)}
    if request in wanted:
        allowed, default = wanted[request]
        return found if found in allowed else default
    for allowed, default, kinds in ((sideways, landscape, ("sensor-landscape", "user-landscape")),
                                    (upright, portrait, ("sensor-portrait", "user-portrait"))):
        if request in kinds:
            if found in allowed:
                return found
            return case["last"] if case["last"] in allowed else default
    return 0 if found is None else found
