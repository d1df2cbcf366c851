#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A client of zwlr_output_power_manager_v1, as programs that make screens dark are.

    output-power.py on|off|ask [OUTPUT]

Prints `OUTPUT on`, `OUTPUT off` or `OUTPUT failed` for each output and ends; `failed` is what the
compositor says while another client has the output's power, and makes the exit code 1.
"""
import struct
import sys

sys.dont_write_bytecode = True
from wire import Client, read_text  # noqa: E402


class Power:
    """The outputs of a compositor and who has their power."""

    def __init__(self):
        self.client = Client()
        self.client.wait()
        managers = self.client.find("zwlr_output_power_manager_v1")
        if not managers:
            sys.exit("the compositor has no zwlr_output_power_manager_v1")
        self.manager = self.client.bind(managers[0], 1)
        self.names = {}
        self.outputs = {}
        self.modes = {}
        for name in self.client.find("wl_output"):
            self.follow(name)
        self.client.wait()

    def follow(self, name):
        def heard(event, arguments):
            if event == 4:
                self.names[output], _ = read_text(arguments)
        output = self.client.bind(name, 4, heard)
        self.names[output] = "?"

    def take(self, only=None):
        """Takes the power of an output, or of all, for as long as nobody else has it."""
        for output, name in self.names.items():
            if only in (None, name):
                def heard(event, arguments, name=name):
                    is_mode = event == 0
                    word = ["off", "on"][struct.unpack("<I", arguments)[0]] if is_mode else "failed"
                    self.modes[name] = word
                power = self.client.create(heard)
                self.outputs[power] = name
                self.client.send(self.manager, 0, struct.pack("<II", power, output))
        self.client.wait()

    def set(self, is_on):
        for power, name in self.outputs.items():
            if self.modes.get(name) != "failed":
                self.client.send(power, 0, struct.pack("<I", is_on))
            self.client.send(power, 1)
        self.outputs = {}
        self.client.wait()


power = Power()
power.take(sys.argv[2] if len(sys.argv) > 2 else None)
if sys.argv[1] != "ask" and "failed" not in power.modes.values():
    power.set(sys.argv[1] == "on")
    # Asked anew: an object may repeat what it was told.
    power.take()
for name, mode in sorted(power.modes.items()):
    print(name, mode)
sys.exit(1 if "failed" in power.modes.values() else 0)
