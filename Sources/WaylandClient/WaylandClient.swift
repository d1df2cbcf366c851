// SPDX-License-Identifier: Apache-2.0

// Events carry borrowed text, arrays, and fixed-point numbers, so clients need their members.
@_exported import WaylandABI
