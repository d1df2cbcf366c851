#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A client of zwp_virtual_keyboard_manager_v1 that presses keys together and lifts them.

    virtual-keys.py CODE...

CODE is a number of linux/input-event-codes.h. The keymap is that of a real keyboard: libxkbcommon's default
of this system, with all keys of evdev.
"""
import ctypes
import os
import struct
import sys
import time

sys.dont_write_bytecode = True
from wire import Client  # noqa: E402

# Control and Mod4 in the mask of XKB's real modifiers, by the codes of the left keys Ctrl and Super. The
# compositor takes modifiers from the client's word, not from the keys.
MODIFIERS = {29: 1 << 2, 125: 1 << 6}


def keymap():
    """Returns the text of the system's default keymap, with the null byte at its end."""
    library = ctypes.CDLL("libxkbcommon.so.0")
    for name in ("context_new", "keymap_new_from_names", "keymap_get_as_string"):
        getattr(library, f"xkb_{name}").restype = ctypes.c_void_p
    context = library.xkb_context_new(0)
    compiled = library.xkb_keymap_new_from_names(ctypes.c_void_p(context), None, 0)
    if not compiled:
        sys.exit("libxkbcommon compiles no keymap: xkb-data is missing")
    return ctypes.string_at(library.xkb_keymap_get_as_string(ctypes.c_void_p(compiled), 1)) + b"\0"


def main():
    codes = [int(code) for code in sys.argv[1:]]
    client = Client()
    client.wait()
    managers, seats = client.find("zwp_virtual_keyboard_manager_v1"), client.find("wl_seat")
    if not managers:
        sys.exit("the compositor has no zwp_virtual_keyboard_manager_v1")
    manager, seat, keyboard = client.bind(managers[0], 1), client.bind(seats[0], 1), client.create()
    client.send(manager, 0, struct.pack("<II", seat, keyboard))
    text = keymap()
    descriptor = os.memfd_create("keymap")
    os.write(descriptor, text)
    client.send(keyboard, 0, struct.pack("<II", 1, len(text)), [descriptor])
    client.wait()
    held = 0
    for code, is_down in [(code, 1) for code in codes] + [(code, 0) for code in reversed(codes)]:
        client.send(keyboard, 1, struct.pack("<III", int(time.monotonic() * 1000) & 0xFFFFFFFF, code, is_down))
        if code in MODIFIERS:
            held ^= MODIFIERS[code]
            client.send(keyboard, 2, struct.pack("<4I", held, 0, 0, 0))
        client.wait()
        time.sleep(0.05)


main()
