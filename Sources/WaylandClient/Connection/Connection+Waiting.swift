// SPDX-License-Identifier: Apache-2.0
import CWaylandClient
import Glibc

extension Connection {
  /// Waits for input no longer than the time given, and delivers what comes.
  ///
  /// - Returns: whether there was input.
  @discardableResult
  public func wait(_ time: Duration) throws(WaylandError) -> Bool {
    try wait(until: Deadline(in: time))
  }

  /// Waits until the compositor has handled all requests so far, and delivers what comes.
  ///
  /// `wl_display_roundtrip` would wait for ever for a compositor that hangs; this does not.
  /// - Throws: `timedOut`, or what ended the connection.
  public func roundtrip(timeout: Duration = .seconds(5)) throws(WaylandError) {
    let deadline = Deadline(in: timeout)
    let callback = try sync()
    var isDone = false
    callback.onEvent = { _ in isDone = true }
    defer { callback.onEvent = nil }
    while !isDone {
      guard !deadline.isOver else { throw .timedOut }
      try wait(until: deadline)
    }
  }

  @discardableResult
  private func wait(until deadline: Deadline) throws(WaylandError) -> Bool {
    let wantsOutput = try beginWait()
    var request = pollfd(
      fd: fileDescriptor, events: Int16(wantsOutput ? POLLIN | POLLOUT : POLLIN), revents: 0)
    let count = poll(&request, 1, deadline.milliseconds)
    let isReadable = count > 0 && request.revents & ~Int16(POLLOUT) != 0
    try endWait(readable: isReadable)
    return isReadable
  }

  /// Asks for the globals; the registry names them by events.
  public func registry() throws(WaylandError) -> WlRegistryProxy {
    try create(WlRegistryProxy.self, opcode: 1, "get_registry")
  }

  /// Asks for an event once all requests so far have been handled; keep the callback until then.
  public func sync() throws(WaylandError) -> WlCallbackProxy {
    try create(WlCallbackProxy.self, opcode: 0, "sync")
  }

  // libwayland owns the proxy of wl_display and handles its events, so no class stands for it.
  private func create<Created: InterfaceProxy>(
    _ type: Created.Type, opcode: UInt32, _ request: String
  ) throws(WaylandError) -> Created {
    if let failure { throw failure }
    let raw = withArguments(1) { slots in
      slots[0] = wl_argument(n: 0)
      return wl_proxy_marshal_array_flags(
        display, opcode, type.interface, 1, 0, slots.baseAddress)
    }
    guard let raw else { throw .creationFailed(request: request, errno: errno) }
    return Created(adopting: raw, connection: self)
  }
}
