// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Orientation
import Sensors
import Testing
import Text

/// A loop with a sensor source, and all events of the source.
final class Listener {
  let loop: EventLoop
  private(set) var events: [SensorEvent] = []

  init() throws { loop = try EventLoop() }

  var host: SensorHost { SensorHost(loop: loop) { [unowned self] in events.append($0) } }

  var readings: [Acceleration] {
    events.compactMap { if case .reading(let value, _) = $0 { value } else { nil } }
  }

  /// All events but notes for the user.
  var facts: [SensorEvent] {
    events.filter { if case .note = $0 { false } else { true } }
  }

  var notes: [String] {
    events.compactMap { if case .note(let text) = $0 { text.verbatim } else { nil } }
  }

  var problems: [String] {
    events.compactMap { if case .problem(let text) = $0 { text.english } else { nil } }
  }

  /// Lets the loop run for a time in milliseconds.
  func run(for milliseconds: Int64) throws {
    let end = EventLoop.now + .milliseconds(milliseconds)
    while EventLoop.now < end { try loop.turn(waitingAtMost: end - EventLoop.now) }
  }

  /// Lets the loop run until the condition holds; fails the test after five seconds.
  func run(until isSo: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let end = EventLoop.now + .seconds(5)
    while !isSo() {
      guard EventLoop.now < end else {
        Issue.record("waited in vain: \(events)", sourceLocation: sourceLocation)
        return
      }
      try loop.turn(waitingAtMost: .milliseconds(50))
    }
  }

  func forget() { events = [] }
}
