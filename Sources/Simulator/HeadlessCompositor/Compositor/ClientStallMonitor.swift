// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// Disconnects clients that do not read what they are sent.
final class ClientStallMonitor {
  private struct Entry {
    weak var client: Client?
    var unread: Int32
    var since: Instant
  }

  private let limit: Duration
  private var entries: [Entry] = []
  private var last: Instant?

  init(limit: Duration) { self.limit = limit }

  /// Checks every client, at most once a second.
  func look(at clients: [Client], now: Instant) {
    if let last, now - last < .seconds(1) { return }
    last = now
    let before = entries
    entries = clients.compactMap { client in
      let unread = client.unreadBytes
      guard unread > 0 else { return nil }
      let known = before.first { $0.client === client }
      // A client that reads some bytes is slow, not stalled.
      guard let known, known.unread <= unread else {
        return Entry(client: client, unread: unread, since: now)
      }
      return Entry(client: client, unread: unread, since: known.since)
    }
    for entry in entries where now - entry.since >= limit {
      entry.client?.disconnect(because: "it has read nothing for \(limit.milliseconds) ms")
    }
  }
}
