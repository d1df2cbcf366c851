// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import WaylandServer

/// A source of frame times, such as the host compositor's frame callbacks.
public protocol FramePacer: AnyObject {
  /// Calls an action once, after the pacer's next frame.
  func requestFrame(_ action: @escaping () -> Void)
}

/// The scheduler of frames after changes, at most at the first output's refresh rate, or at a
/// pacer's times.
final class FrameScheduler {
  private unowned let compositor: CompositorCore
  private let loop: EventLoop
  private var waiting: [Surface] = []
  private var timer: Token?
  private var isRequested = false
  private var last: Instant?
  private let stallMonitor: ClientStallMonitor

  init(_ compositor: CompositorCore) {
    self.compositor = compositor
    loop = compositor.loop
    stallMonitor = ClientStallMonitor(limit: compositor.options.unreadWithin)
  }

  deinit { if let timer { loop.remove(timer) } }

  func schedule() {
    if let pacer = compositor.pacer {
      guard !isRequested else { return }
      isRequested = true
      return pacer.requestFrame { [weak self] in self?.show() }
    }
    guard timer == nil else { return }
    let refresh = compositor.outputs.all.first?.refresh ?? 60_000
    // The refresh rate is in thousandths of a hertz.
    let earliest = (last ?? .zero) + .nanoseconds(1_000_000_000_000 / Int64(max(1000, refresh)))
    timer = loop.schedule(at: max(loop.now, earliest)) { [weak self] in self?.show() }
  }

  func committed(_ surface: Surface) {
    if surface.wantsFrame, !waiting.contains(where: { $0 === surface }) { waiting.append(surface) }
  }

  func forget(_ surface: Surface) { waiting.removeAll { $0 === surface } }

  private func show() {
    timer = nil
    isRequested = false
    let now = loop.now
    last = now
    let milliseconds = UInt32(truncatingIfNeeded: now.milliseconds)
    let due = waiting
    waiting = []
    for surface in due {
      if surface.isShown {
        surface.present(at: milliseconds)
      } else {
        waiting.append(surface)
      }
    }
    compositor.capture.frameShown()
    stallMonitor.check(at: compositor.display.clients, now: now)
    compositor.onFrame?()
    compositor.display.flush()
  }
}

/// A monitor that disconnects clients which do not read their events for too long.
private final class ClientStallMonitor {
  private struct Entry {
    weak var client: Client?
    var unread: Int32
    var since: Instant
  }

  private let limit: Duration
  private var entries: [Entry] = []
  private var last: Instant?

  init(limit: Duration) { self.limit = limit }

  /// Disconnects each client whose number of unread bytes has not fallen for the limit; checks at
  /// most once a second.
  func check(at clients: [Client], now: Instant) {
    if let last, now - last < .seconds(1) { return }
    last = now
    let before = entries
    entries = clients.compactMap { client in
      let unread = client.unreadBytes
      guard unread > 0 else { return nil }
      let known = before.first { $0.client === client }
      // If the number of unread bytes has fallen, the client is slow but not stalled.
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
