// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import WaylandClient
import Text

/// The phase of a run; each phase holds the values that exist only in it.
///
///     idle ─► starting ─► searching ─► running ─► ending ─► stopped
///                 ▲           │           │
///                 └────── reconnecting ◄──┘
///
/// Each transition changes the phase and returns the action for its caller. A call in any phase for
/// which it is not valid comes too late and is ignored; `connected` traps instead. `Connection` is
/// a connected compositor.
enum Phase<Connection> {
  case idle
  /// A compositor is connected and has not yet reported its initial state; `after` is the preceding
  /// absence, or `nil` at the start of the run.
  case starting(Connection, after: Absence?)
  /// The initial state is complete; the search for an applier and the windows' interface runs.
  case searching(Connection, after: Absence?)
  case running(Connection)
  case reconnecting(Absence)
  /// The outputs are being restored; `unrestored` are those whose restoring failed, empty without a
  /// connection.
  case ending(Connection?, unrestored: [OutputID])
  /// The run has ended; without a failure, it succeeded.
  case stopped(CommandFailure?)

  /// The absence of a compositor: the error that ended the connection, and the deadline.
  struct Absence: Equatable {
    /// The time within which a compositor has to come back.
    static var limit: Duration { .seconds(10) }

    let error: WaylandError
    /// The instant at which the attempts to reconnect end, by the loop's clock.
    let end: Instant
  }

  /// The compositor whose outputs and windows are in use; `nil` while there is none.
  var followed: Connection? {
    switch self {
    case .running(let connection), .ending(let connection?, _): connection
    case .idle, .starting, .searching, .reconnecting, .ending(nil, _), .stopped: nil
    }
  }

  var connection: Connection? {
    switch self {
    case .starting(let connection, _), .searching(let connection, _): connection
    case .idle, .running, .reconnecting, .ending, .stopped: followed
    }
  }

  var isEnding: Bool {
    switch self {
    case .ending, .stopped: true
    case .idle, .starting, .searching, .running, .reconnecting: false
    }
  }

  /// The run's failure; `nil` while the run lasts or if it succeeded.
  var failure: CommandFailure? {
    if case .stopped(let failure) = self { failure } else { nil }
  }

  mutating func connected(_ connection: Connection) {
    switch self {
    case .idle: self = .starting(connection, after: nil)
    case .reconnecting(let absence): self = .starting(connection, after: absence)
    case .starting, .searching, .running, .ending, .stopped:
      preconditionFailure("a second compositor was connected")
    }
  }

  enum ReportAction {
    case ignore
    /// The initial state is complete; the caller searches for an applier.
    case search(Connection)
    case follow(Connection)
  }

  /// Called after each batch of reports, if the initial state is complete.
  mutating func reported() -> ReportAction {
    switch self {
    case .starting(let connection, let absence):
      self = .searching(connection, after: absence)
      return .search(connection)
    case .running(let connection), .ending(let connection?, _): return .follow(connection)
    case .idle, .searching, .reconnecting, .ending(nil, _), .stopped: return .ignore
    }
  }

  enum FoundAction {
    case ignore
    case begin(Connection)
    case resume(Connection)
  }

  mutating func found() -> FoundAction {
    guard case .searching(let connection, let absence) = self else { return .ignore }
    self = .running(connection)
    return absence == nil ? .begin(connection) : .resume(connection)
  }

  /// Called when the time limit for the start has passed; returns whether the run ends.
  mutating func timedOut() -> Bool {
    switch self {
    case .starting, .searching: return fail(CommandFailure(.timedOut))
    case .idle, .running, .reconnecting, .ending, .stopped: return false
    }
  }

  enum DisconnectAction {
    case ignore
    case stop
    /// The caller forgets the compositor's state, closes the connection and tries to reconnect.
    ///
    /// `isNew` is false if the compositor had just returned and was lost before it was usable.
    case reconnect(Connection, isNew: Bool)
  }

  /// Called when the compositor is gone; one that was in use may return, as after a crash or an
  /// update.
  mutating func disconnected(_ error: WaylandError, at now: Instant) -> DisconnectAction {
    switch self {
    case .running(let connection):
      self = .reconnecting(Absence(error: error, end: now + Absence.limit))
      return .reconnect(connection, isNew: true)
    case .starting(let connection, let absence?), .searching(let connection, let absence?):
      // A compositor that is lost before it was usable does not renew the time limit.
      self = .reconnecting(Absence(error: error, end: absence.end))
      return .reconnect(connection, isNew: false)
    case .starting(_, nil), .searching(_, nil):
      self = .stopped(CommandFailure(.failed, "\(error)"))
      return .stop
    case .ending:
      self = .stopped(CommandFailure(.failed, "\(error); the outputs stay as they are"))
      return .stop
    case .idle, .reconnecting, .stopped: return .ignore
    }
  }

  enum RetryAction { case ignore, retry, stop }

  mutating func reconnectFailed(at now: Instant) -> RetryAction {
    guard case .reconnecting(let absence) = self else { return .ignore }
    if now < absence.end { return .retry }
    self = .stopped(CommandFailure(.failed, "\(absence.error); the compositor has not come back"))
    return .stop
  }

  /// Called to end the run; returns whether outputs must be restored before the loop stops.
  mutating func end() -> Bool {
    switch self {
    case .running(let connection):
      self = .ending(connection, unrestored: [])
      return true
    case .starting(_, _?), .searching(_, _?), .reconnecting:
      self = .ending(nil, unrestored: [])
      return true
    case .idle, .starting(_, nil), .searching(_, nil), .ending:
      // No output was rotated yet, or a second request skips the restoring.
      self = .stopped(nil)
      return false
    case .stopped: return false
    }
  }

  mutating func couldNotRestore(_ output: OutputID) {
    guard case .ending(let connection, let outputs) = self else { return }
    self = .ending(connection, unrestored: outputs + [output])
    _checkInvariants()
  }

  /// Traps in debug builds if outputs are unrestored without a compositor.
  func _checkInvariants() {
    if case .ending(nil, let outputs) = self { assert(outputs.isEmpty) }
  }

  /// Called when a step of the end is complete or its time limit has passed; returns whether to
  /// stop the loop.
  ///
  /// `isBusy` means that hook programs run or rotations wait for them; `isLate`, that the time
  /// limit has passed.
  mutating func settle(_ arbiter: Arbiter, isBusy: Bool, isLate: Bool) -> Bool {
    guard case .ending(_, let unrestored) = self else { return false }
    guard isLate || !isBusy && !arbiter.isBusy else { return false }
    // All outputs are restored; if the time limit has passed, hook programs may still run.
    if !arbiter.isBusy && unrestored.isEmpty {
      self = .stopped(nil)
      return true
    }
    // Outputs added since the pending decision began are included.
    let late = arbiter.sceneInQuestion.outputs.filter { output in
      unrestored.contains(output.id) || arbiter.isBusy(output.id)
        || output.hold != .otherProgram && output.transform != output.initial
    }
    // All outputs are restored; at most a decision is still pending.
    guard !late.isEmpty else {
      self = .stopped(nil)
      return true
    }
    let names = late.map { UntrustedText($0.name).word }.joined(separator: ", ")
    return fail(
      CommandFailure(.failed, "the compositor did not confirm that \(names) is turned back"))
  }

  /// Ends the run with a failure, unless it has failed before; returns true.
  @discardableResult
  mutating func fail(_ failure: CommandFailure) -> Bool {
    self = .stopped(self.failure ?? failure)
    return true
  }
}
