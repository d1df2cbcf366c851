// SPDX-License-Identifier: Apache-2.0
import Bus
import EventLoop

/// Calls methods on a private bus and waits for their answers.
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
    var reply: BusConnection.Reply?
    connection.call(BusCall(destination, path, interface, member, arguments)) { reply = $0 }
    return try Deadline.wait(10, for: "the answer of \(member)") {
      try loop.turn(waitingAtMost: .milliseconds(100))
      return try reply?.get()
    }
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
