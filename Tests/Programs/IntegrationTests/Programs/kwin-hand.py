#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A hand at KWin's pointer, by the protocol with which KDE's own tests do that.

    kwin-hand.py FIFO           for each line `X Y`, in logical pixels, moves it there, presses its main
                                button once, and prints `clicked`; before the first it prints `ready`
"""
import struct
import sys

sys.dont_write_bytecode = True
from wire import Client, text  # noqa: E402

AUTHENTICATE, BUTTON, MOTION_ABSOLUTE = 0, 2, 9
MAIN_BUTTON = 0x110

client = Client()
client.wait()
hands = client.find("org_kde_kwin_fake_input")
if not hands:
    sys.exit("the compositor has no org_kde_kwin_fake_input")
hand = client.bind(hands[0], 4)
client.send(hand, AUTHENTICATE, text("kwin-hand") + text("a test of clicks"))
client.wait()
# Without it the seat would have no pointer, so it stays as long as the lines come.
print("ready", flush=True)
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        x, y = (round(float(word) * 256) for word in line.split())
        client.send(hand, MOTION_ABSOLUTE, struct.pack("<ii", x, y))
        for state in (1, 0):
            client.send(hand, BUTTON, struct.pack("<II", MAIN_BUTTON, state))
        client.wait()
        print("clicked", flush=True)
