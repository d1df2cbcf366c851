// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import WaylandClient

/// A `Session` at a compositor, with all its events.
final class Desk {
  let compositor: Compositor
  let session: Session
  private(set) var events: [SessionEvent] = []
  private var lastChange: UInt32 = 0

  init(_ compositor: Compositor) throws {
    self.compositor = compositor
    session = try Session(connection: compositor.connect())
    session.onEvent = { [unowned self] in events.append($0) }
    try wait("readiness") { session.isReady }
  }

  /// Lets the session run until the condition holds.
  func wait(
    _ what: @autoclosure () -> String, within seconds: Double = Limit.event, _ isSo: () -> Bool
  ) throws {
    try Deadline.waitUntil(
      seconds, "\(what()): \(session.outputs) \(session.windows)",
      handlingEvents: { session.run(for: .milliseconds(20)) }, isSo)
  }

  /// Requests a transform and returns the compositor's answer.
  func turn(_ name: String, to transform: Transform) throws -> ChangeResult {
    lastChange += 1
    let tag = lastChange
    session.apply(transform: transform, to: name, tag: tag)
    var result: ChangeResult?
    try wait("the answer to change \(lastChange)") {
      for case .changeFinished(tag, let answer) in events { result = answer }
      return result != nil
    }
    guard let result else { throw Deadline.Passed(description: "no answer") }
    return result
  }

  func output(_ name: String) -> DesktopOutput? {
    session.outputs.first { $0.name == name }
  }
}
