// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensors
import Text

/// A loop with a sensor source, and all events of the source.
final class SensorListener {
  let loop: EventLoop
  private(set) var events: [SensorEvent] = []

  init() throws { loop = try EventLoop() }

  var host: SensorHost { SensorHost(loop: loop) { [unowned self] in events.append($0) } }

  var edges: [PanelEdge] {
    events.compactMap { if case .edgeUp(let edge) = $0 { edge } else { nil } }
  }

  /// All events but notes for the user.
  var facts: [SensorEvent] {
    events.filter { if case .note = $0 { false } else { true } }
  }

  var losses: [String] {
    events.compactMap { if case .lost(let text) = $0 { text.english } else { nil } }
  }

  var problems: [String] {
    events.compactMap { if case .problem(let text) = $0 { text.english } else { nil } }
  }

  /// Lets the loop run until it has no deadline, and no event wakes it for a moment.
  func waitForIdleness() throws {
    var last = -1
    try Deadline.waitUntil(
      Limit.event, "an idle loop with \(loop.registrations.deadlines) deadlines: \(events)",
      handlingEvents: {
        last = loop.wakeUps
        let end = EventLoop.now + .milliseconds(100)
        while EventLoop.now < end { try loop.turn(waitingAtMost: end - EventLoop.now) }
      }
    ) { loop.wakeUps == last && loop.registrations.deadlines == 0 }
  }

  func wait(_ what: String, within seconds: Double = Limit.event, until isSo: () throws -> Bool)
    throws
  {
    try Deadline.waitUntil(seconds, "\(what): \(events)", turning: loop, isSo)
  }

  func forget() { events = [] }
}
