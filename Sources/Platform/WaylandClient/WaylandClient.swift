// SPDX-License-Identifier: Apache-2.0

// The client's side of libwayland with owned handles and typed messages, independent of rotation.
//
// - The owner of a `Connection` polls it: `beginWait` before, `endWait` after. Nothing else reads
//   the socket, and `wait` and `roundtrip` have a timeout.
// - A `Proxy` is owned by Swift: it is destroyed with its last reference. Generated code derives a
//   type for each interface from it; events arrive as enumerations at `onEvent`.
// - A broken connection is a `WaylandError` of the next wait, and never a crash.
//
// Begin with `Connection`, then `Proxy`; the protocols are named in Protocols.

// Events contain borrowed text, arrays and fixed-point numbers, so clients need the members of
// these types.
@_exported import WaylandABI
