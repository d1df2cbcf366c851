// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// The serials of what a person did last, all of it with one client.
///
/// They are a client's proof that it acts for the person: another client's input makes them void.
struct InputSerials {
  private static let most = 64
  private weak var client: Client?
  private var serials: [UInt32] = []

  /// A person has acted on a client, which is told so with this serial.
  mutating func note(_ serial: UInt32, for client: Client) {
    if self.client !== client {
      self.client = client
      serials = []
    }
    if serials.count == Self.most { serials.removeFirst() }
    serials.append(serial)
  }

  /// Whether the last that a person did was with this client, and this serial is of it.
  func prove(_ serial: UInt32, of client: Client) -> Bool {
    self.client === client && serials.contains(serial)
  }
}
