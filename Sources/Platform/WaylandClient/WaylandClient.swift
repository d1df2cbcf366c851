// SPDX-License-Identifier: Apache-2.0

// The client's side of libwayland with owned handles and typed messages; it knows nothing of
// rotation.
//
// - A `Connection` is served by whoever polls: `beginWait` before, `endWait` after. Nothing else
//   reads the socket, and no call waits for ever: `wait` and `roundtrip` take a time.
// - A `Proxy` belongs to Swift: it is destroyed with its last reference. Generated code derives a
//   type for each interface from it; events arrive as enumerations at `onEvent`.
// - A broken connection is an error of type `WaylandError` at the next call, and never a crash.
//
// Begin with `Connection`, then `Proxy`; the protocols are named in Protocols.

// Events carry borrowed text, arrays, and fixed-point numbers, so clients need their members.
@_exported import WaylandABI
