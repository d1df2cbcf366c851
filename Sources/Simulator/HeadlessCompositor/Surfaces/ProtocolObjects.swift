// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// The existing protocol objects of one kind, in the order of their creation.
final class ResourceList<Member: Resource> {
  private(set) var all: [Member] = []

  func add(_ resource: Member) {
    all.append(resource)
    resource.onDestroy = { [weak self, unowned resource] in self?.remove(resource) }
  }

  func remove(_ resource: Member) { all.removeAll { $0 === resource } }

  func makeInert() {
    for resource in all { resource.makeInert() }
    all = []
  }

  func of(_ client: Client?) -> [Member] { all.filter { $0.client === client } }
}

/// The configure events sent for a surface, with the client's acknowledgements.
struct ConfigureSequence {
  /// The serials that have not been acknowledged, oldest first.
  private var sent: [UInt32] = []
  /// The serial of the last configure event that the client has acknowledged; nil if there is none
  /// since the start or the last unmap.
  private(set) var acknowledged: UInt32?
  /// The serial of the last acknowledged configure event whose state was committed too; nil if
  /// there is none.
  private var committed: UInt32?
  /// The serial of the last configure event that changed the size; nil before the first.
  private var sizeSerial: UInt32?

  /// Records a configure event; `isResized` means that the size differs from that of the previous
  /// one.
  mutating func send(_ serial: UInt32, isResized: Bool) {
    sent.append(serial)
    // The list is limited, since a client may never acknowledge.
    if sent.count > 256 { sent.removeFirst() }
    if isResized { sizeSerial = serial }
  }

  /// Records an acknowledgement, which includes all earlier configure events; returns false if no
  /// configure event with this serial awaits one.
  mutating func acknowledge(_ serial: UInt32) -> Bool {
    guard let index = sent.firstIndex(of: serial) else { return false }
    sent.removeFirst(index + 1)
    acknowledged = serial
    return true
  }

  mutating func commit() { committed = acknowledged }

  /// Forgets the sent and the acknowledged configure events, so that a first one is awaited again.
  mutating func restart() {
    sent = []
    acknowledged = nil
  }

  /// The serial of the last configure event with another size if the client has not drawn for it;
  /// otherwise nil.
  var unanswered: UInt32? { sizeSerial.flatMap { isCommitted($0) ? nil : $0 } }

  /// Returns whether the client has drawn for this or a later configure event; serials wrap around.
  func isCommitted(_ serial: UInt32) -> Bool {
    committed.map { Int32(bitPattern: $0 &- serial) >= 0 } ?? false
  }
}
