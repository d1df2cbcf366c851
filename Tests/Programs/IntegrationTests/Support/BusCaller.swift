// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// A caller of methods on a private bus that waits for their answers.
final class BusCaller {
  private let loop: EventLoop
  private let connection: BusConnection

  init(_ bus: MessageBus) throws {
    loop = try EventLoop()
    connection = try BusConnection(bus.address, on: loop)
  }

  @discardableResult
  func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = []
  ) throws -> [BusValue] {
    try call(BusCall(destination, path, interface, member, arguments))
  }

  @discardableResult
  func call(_ call: BusCall) throws -> [BusValue] {
    var reply: BusConnection.Reply?
    connection.call(call) { reply = $0 }
    try Deadline.waitUntil("the answer of \(call.member)", turning: loop) { reply != nil }
    return try reply?.get() ?? []
  }

  /// Sends a call without waiting for its answer.
  func send(_ call: BusCall) throws {
    connection.call(call) { _ in }
    try loop.turn(waitingAtMost: .zero)
  }

  func isOwned(_ name: String) throws -> Bool {
    let bus = "org.freedesktop.DBus"
    return try call(bus, "/org/freedesktop/DBus", bus, "NameHasOwner", [.string(name)])
      .first?.boolean == true
  }

  /// Calls a method that python-dbusmock adds to every mocked object.
  @discardableResult
  func mock(
    _ destination: String, _ path: String, _ member: String, _ arguments: [BusValue]
  ) throws -> [BusValue] {
    try call(destination, path, "org.freedesktop.DBus.Mock", member, arguments)
  }
}
