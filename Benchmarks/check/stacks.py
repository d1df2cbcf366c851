# SPDX-License-Identifier: Apache-2.0
"""Stacks for measuring `swivel check`: seeded random ones, and desktops of five kinds of windows or of many vetoers."""
import json
import random

UIKIT = ["uikit-5", "uikit-6", "uikit-7", "uikit-8", "uikit-13", "uikit-16", "uikit-26", "uikit-27"]
CURES = ["follow-key", "ignore-hidden", "key-only", "intersection"]
# Every built-in set, and every cure that can be appended to one.
RULES = [name + cure for name in [*UIKIT, "desktop"] for cure in ["", *("+" + cure for cure in CURES)]]
RULES += ["android", "chromeos"]
MASKS = ["all", "all-but-upside-down", "landscape", ["portrait"], ["landscape-left"],
         ["portrait", "landscape-left"], ["landscape-right"]]
REQUESTS = ["unset", "unspecified", "portrait", "landscape", "reverse-portrait", "sensor", "full-sensor",
            "sensor-landscape", "user", "nosensor", "behind", "locked"]
LOCKS = [None, None, "any", "portrait", "landscape", "portrait-primary", "landscape-secondary"]


def family(rules):
    name = rules.split("+")[0]
    return "uikit" if name.startswith("uikit") else name


def write(path, rules, windows, **keys):
    """Writes a scenario; JSON is YAML too."""
    scenario = {"swivel": 1, "title": "A stack to measure", "rules": rules, "windows": windows, **keys}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(scenario, file)


def answers(dice):
    """What a window answers, at random."""
    policy = {}
    if dice.random() < 0.4:
        policy["autorotate"] = dice.random() < 0.5
    if dice.random() < 0.6:
        policy["supported"] = dice.choice(MASKS)
    return policy


def uikit_window(dice, number, forwards):
    window = {"id": f"w{number}", "level": dice.choice(["normal", "normal", "status-bar", "alert"]),
              "hidden": dice.random() < 0.3}
    if dice.random() < 0.15:
        return window | {"root": None}
    if dice.random() < 0.1:
        window["controls-status-bar"] = False
    if dice.random() < 0.1:
        window["follower"] = True
    root = answers(dice)
    if forwards and dice.random() < 0.3:
        root["forwards-to"] = f"w{dice.randrange(8)}"
    return window | {"root": root}


def desktop_window(dice, number):
    window = {"id": f"w{number}", "hidden": dice.random() < 0.3, "fullscreen": dice.random() < 0.15}
    if dice.random() < 0.7:
        window["policy"] = answers(dice) | {"veto": dice.random() < 0.4}
    return window


def android_window(dice, number):
    return {"id": f"w{number}", "hidden": dice.random() < 0.3, "request": dice.choice(REQUESTS),
            "fills-parent": dice.random() < 0.8}


def chromeos_window(dice, number):
    return {"id": f"w{number}", "hidden": dice.random() < 0.3, "lock": dice.choice(LOCKS)}


def random_stack(path, rules, seed, count=8):
    """Windows out of a seed, the same for every rule set of a family."""
    dice = random.Random(seed)
    kind = family(rules)
    keys = {}
    if kind == "uikit":
        forwards = dice.random() < 0.25
        windows = [uikit_window(dice, number, forwards) for number in range(count)]
        if dice.random() < 0.5:
            keys["app"] = {"supported": dice.choice([["portrait", "landscape-left", "landscape-right"],
                                                     "all", "landscape"])}
        if dice.random() < 0.3:
            keys["device"] = {"idiom": "pad"}
    else:
        make = {"desktop": desktop_window, "android": android_window, "chromeos": chromeos_window}[kind]
        windows = [make(dice, number) for number in range(count)]
        if kind == "chromeos":
            keys["device"] = {"tablet": True}
    shown = [window for window in windows if not window.get("hidden") and not window.get("follower")]
    if shown:
        dice.choice(shown)["key"] = True
    write(path, rules, windows, **keys)


def desktop_of_kinds(path, count):
    """A desktop with windows of five kinds, as a person has them open."""
    kinds = [
        {},
        {"policy": {"supported": ["landscape-left", "landscape-right"]}},
        {"policy": {"autorotate": False}},
        {"fullscreen": True, "policy": {"supported": "landscape"}},
        {"hidden": True, "policy": {"supported": "all-but-upside-down"}},
    ]
    windows = [{"id": f"w{number}", **kinds[number % len(kinds)]} for number in range(count)]
    windows[0]["key"] = True
    # One that may stop the others, such as a talk that is being given.
    windows[7]["policy"] = {"autorotate": False, "veto": True}
    write(path, "desktop", windows)


def desktop_of_vetoers(path, seed, count):
    """A desktop out of a seed: half of the windows may stop the others, for three kinds of reasons."""
    dice = random.Random(seed)
    vetoes = [{"autorotate": False}, {"supported": "landscape"}, {"supported": "all-but-upside-down"}]
    others = [{"autorotate": False}, {"supported": ["portrait"]}, {"supported": "landscape"}]
    windows = []
    for number in range(count):
        window = {"id": f"w{number}", "hidden": dice.random() < 0.2}
        kind = dice.randrange(10)
        if kind < 5:
            window["policy"] = vetoes[kind % 3] | {"veto": True}
        elif kind < 7:
            window["policy"] = dice.choice(others)
        elif kind == 8:
            window["fullscreen"] = True
        windows.append(window)
    windows[0] |= {"hidden": False, "key": True}
    write(path, "desktop", windows)


def uikit_of_kinds(path, rules, count):
    """Windows of one app, of five kinds."""
    kinds = [
        {"root": {"autorotate": False, "supported": ["portrait"]}},
        {"root": {"supported": ["landscape-left", "landscape-right"]}},
        {"root": {"supported": "all"}},
        {"level": "alert", "hidden": True},
        {"level": "status-bar", "root": {"supported": "all-but-upside-down"}},
    ]
    windows = [{"id": f"w{number}", **kinds[number % len(kinds)]} for number in range(count)]
    windows[0]["key"] = True
    write(path, rules, windows, app={"supported": ["portrait", "landscape-left", "landscape-right"]})
