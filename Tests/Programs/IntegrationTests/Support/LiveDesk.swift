// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Foundation
import Orientation

@testable import Daemon

/// A `Session` on an event loop, for tests that need more than the Wayland socket.
final class LiveDesk {
  let compositor: Compositor
  let loop: EventLoop
  let session: Session
  private(set) var events: [SessionEvent] = []
  private var link: DesktopLink?
  private var search: CompositorSearch?
  private var lastChange: UInt32 = 0
  /// The later notes about windows, for the user.
  private(set) var notes: [String] = []

  /// Connects to a compositor, on a machine whose panels are mounted in this way.
  init(_ compositor: Compositor, mounts: PanelMounts = PanelMounts([:])) throws {
    self.compositor = compositor
    loop = try EventLoop()
    session = try Session(connection: compositor.connect(), mounts: { mounts })
    link = try DesktopLink(session, on: loop) { [unowned self] in events += $0 }
    try wait("readiness") { session.isReady }
  }

  /// Lets the loop run until the condition holds.
  func wait(
    _ what: @autoclosure () -> String, within seconds: Double = Limit.event,
    _ isSo: () throws -> Bool
  ) throws {
    try Deadline.waitUntil(
      seconds, "\(what()): \(session.outputs) \(session.windows)", turning: loop, isSo)
  }

  /// Chooses an applier as `--applier` does; tries again while the compositor starts.
  @discardableResult
  func choose(
    _ choice: ApplierChoice, within seconds: Double = Limit.event,
    adding more: [String: String] = [:]
  ) throws -> FoundApplier {
    let environment = compositor.clientEnvironment.merging(more) { $1 }
    return try Deadline.wait(seconds, for: "\(choice)") {
      var result: Result<FoundApplier, CompositorSearch.Unavailable>?
      let search = CompositorSearch(in: session, on: loop, environment: { environment[$0] })
      search.findApplier(choice) { result = $0 }
      try wait("the search") { result != nil }
      guard let finding = try? result?.get() else { return nil }
      session.use(finding.applier)
      return finding
    }
  }

  /// Has windows reported by the best source; returns its problem in words, if any.
  ///
  /// `more` is added to the environment; `pump` lets peers of the test run. A lost source is
  /// searched again at once; `answerTimeout` limits the wait for a socket's first answer.
  @discardableResult
  func followWindows(
    adding more: [String: String] = [:], answerTimeout: Duration? = nil,
    pump: @escaping () throws -> Void = {}
  ) throws -> String? {
    let environment = compositor.clientEnvironment.merging(more) { $1 }
    var problem: String??
    let search = CompositorSearch(
      in: session, on: loop, environment: { environment[$0] }, retryAfter: .milliseconds(10),
      answerTimeout: answerTimeout)
    search.onNote = { [unowned self] in notes.append($0) }
    self.search = search
    search.findWindows { problem = .some($0) }
    try wait("the windows") {
      try pump()
      return problem != nil
    }
    return problem ?? nil
  }

  /// Requests a transform and returns the answer.
  func turn(_ name: String, to transform: Transform) throws -> ChangeResult {
    lastChange += 1
    let tag = lastChange
    session.apply(transform: transform, to: name, tag: tag)
    var result: ChangeResult?
    try wait("the answer to change \(lastChange)") {
      for case .changeFinished(tag, let answer) in events { result = answer }
      return result != nil
    }
    return result ?? .failed
  }

  /// Forgets all events so far.
  func forgetEvents() { events = [] }

  func output(_ name: String) -> DesktopOutput? {
    session.outputs.first { $0.name == name }
  }
}
