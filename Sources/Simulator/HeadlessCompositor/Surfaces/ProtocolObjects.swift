// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// The living protocol objects of one kind, in the order of their creation.
final class ResourceList<Member: Resource> {
  private(set) var all: [Member] = []

  /// Adds an object until it is destroyed.
  func add(_ resource: Member) {
    all.append(resource)
    resource.onDestroy = { [weak self, unowned resource] in self?.remove(resource) }
  }

  func remove(_ resource: Member) { all.removeAll { $0 === resource } }

  /// Drops the handlers of all objects and removes them.
  func makeInert() {
    for resource in all { resource.makeInert() }
    all = []
  }

  /// Returns a client's objects; none for `nil`.
  func of(_ client: Client?) -> [Member] { all.filter { $0.client === client } }
}

/// The configure events of a surface and the client's answers to them.
struct ConfigureSequence {
  /// The serials that wait for an acknowledgement, the oldest first.
  private var sent: [UInt32] = []
  /// The serial of the last configure that the client has acknowledged.
  private(set) var acknowledged: UInt32?
  /// The serial of the last acknowledged configure whose state was also committed.
  private var committed: UInt32?
  /// The serial of the last configure with another size.
  private var sizeSerial: UInt32?

  /// Records the serial of a configure; `isResized` if the size differs from the last one's.
  mutating func send(_ serial: UInt32, isResized: Bool) {
    sent.append(serial)
    // A client that never acknowledges must not grow the list without bound.
    if sent.count > 256 { sent.removeFirst() }
    if isResized { sizeSerial = serial }
  }

  /// Records an acknowledgement; false if no configure with this serial waits for one.
  mutating func acknowledge(_ serial: UInt32) -> Bool {
    guard let index = sent.firstIndex(of: serial) else { return false }
    sent.removeFirst(index + 1)
    acknowledged = serial
    return true
  }

  /// Records that the client has committed the state of the last acknowledged configure.
  mutating func commit() { committed = acknowledged }

  /// Waits for a first configure again after an unmap.
  mutating func restart() {
    sent = []
    acknowledged = nil
  }

  /// The serial of the last configure with another size that the client has not yet drawn for.
  var unanswered: UInt32? { sizeSerial.flatMap { isCommitted($0) ? nil : $0 } }

  /// Returns whether the client has drawn for a configure or for a later one; serials wrap around.
  func isCommitted(_ serial: UInt32) -> Bool {
    committed.map { Int32(bitPattern: $0 &- serial) >= 0 } ?? false
  }
}
