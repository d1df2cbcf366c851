// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensors

/// A loop with a source in it, and everything that the source has said.
final class SensorListener {
  let loop: EventLoop
  private(set) var events: [SensorEvent] = []

  init() throws { loop = try EventLoop() }

  var host: SensorHost { SensorHost(loop: loop) { [unowned self] in events.append($0) } }

  var edges: [PanelEdge] {
    events.compactMap { if case .edgeUp(let edge) = $0 { edge } else { nil } }
  }

  /// Everything but words for people.
  var facts: [SensorEvent] {
    events.filter { if case .note = $0 { false } else { true } }
  }

  var losses: [String] {
    events.compactMap { if case .lost(let text) = $0 { text } else { nil } }
  }

  var problems: [String] {
    events.compactMap { if case .problem(let text) = $0 { text } else { nil } }
  }

  func run(for milliseconds: Int64) throws {
    let end = EventLoop.now + .milliseconds(milliseconds)
    while EventLoop.now < end { try loop.turn(waitingAtMost: end - EventLoop.now) }
  }

  func wait(_ what: String, within seconds: Double = 10, until isSo: () throws -> Bool) throws {
    try Deadline.waitUntil(seconds, "\(what): \(events)") {
      if try isSo() { return true }
      try loop.turn(waitingAtMost: .milliseconds(20))
      return try isSo()
    }
  }

  func forget() { events = [] }
}
