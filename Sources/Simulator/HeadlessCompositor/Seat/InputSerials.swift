// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// The serials of the user's latest input events, all sent to one client.
///
/// A serial proves that its client acts for the user; another client's input makes it void.
struct InputSerials {
  private static let most = 64
  private weak var client: Client?
  private var serials: [UInt32] = []

  /// Records the serial of an input event that was sent to a client.
  mutating func note(_ serial: UInt32, for client: Client) {
    if self.client !== client {
      self.client = client
      serials = []
    }
    if serials.count == Self.most { serials.removeFirst() }
    serials.append(serial)
  }

  /// Returns whether the latest input went to this client, and the serial is of such an event.
  func prove(_ serial: UInt32, of client: Client) -> Bool {
    self.client === client && serials.contains(serial)
  }
}
