#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Connects to a Wayland display for another program.

    connect.py DISPLAY SOCKET   connects to the socket DISPLAY, passes the connection to whoever listens at
                                SOCKET, and stays until that one hangs up
"""
import socket
import sys

display = socket.socket(socket.AF_UNIX)
display.connect(sys.argv[1])
other = socket.socket(socket.AF_UNIX)
other.connect(sys.argv[2])
socket.send_fds(other, [b"x"], [display.fileno()])
display.close()
other.recv(1)
