// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import WaylandClient
import Text

/// Where a run is in its life; each phase holds what exists only in it.
///
///     idle ─► starting ─► searching ─► running ─► ending ─► stopped
///                 ▲           │           │
///                 └────── reconnecting ◄──┘
///
/// Each transition opens with the phases in which it may happen, changes the phase, and returns what
/// is to be done; it does nothing itself. In any other phase what was reported is out of date, and
/// nothing is done. `Connection` is a compositor that is connected.
enum Phase<Connection> {
  /// Nothing is connected yet.
  case idle
  /// A compositor is connected and has not said yet what there is; `after` the absence of one that
  /// was followed before, nil at the start of the run.
  case starting(Connection, after: Absence?)
  /// It has; what can turn its outputs is looked for, and what knows more of its windows.
  case searching(Connection, after: Absence?)
  /// Its outputs and windows are followed, and the arbiter decides about them.
  case running(Connection)
  /// The compositor that was followed is gone, and may come back.
  case reconnecting(Absence)
  /// The outputs are being given back, except those that could not be; without a connection there
  /// are none.
  case ending(Connection?, unrestored: [OutputID])
  /// The run is over; with the failure that has ended it, nil when all went well.
  case stopped(CommandFailure?)

  /// The time between a compositor's end and its return.
  struct Absence: Equatable {
    /// How long a compositor may take to come back.
    static var limit: Duration { .seconds(10) }

    let error: WaylandError
    /// When to give up, by the loop's clock.
    let end: Instant
  }

  /// The compositor whose outputs and windows are followed; nil while there is none.
  var followed: Connection? {
    switch self {
    case .running(let connection), .ending(let connection?, _): connection
    case .idle, .starting, .searching, .reconnecting, .ending(nil, _), .stopped: nil
    }
  }

  /// The compositor that is connected; nil while there is none.
  var connection: Connection? {
    switch self {
    case .starting(let connection, _), .searching(let connection, _): connection
    case .idle, .running, .reconnecting, .ending, .stopped: followed
    }
  }

  /// Whether nothing new is begun any more.
  var isEnding: Bool {
    switch self {
    case .ending, .stopped: true
    case .idle, .starting, .searching, .running, .reconnecting: false
    }
  }

  /// What the run has failed with; nil while it goes on or when all went well.
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
    /// Everything that there is has been said for the first time: look for a way to turn it.
    case search(Connection)
    /// Something has changed in what is followed.
    case follow(Connection)
  }

  /// The compositor has said something, and has said everything at least once.
  mutating func reported() -> ReportAction {
    switch self {
    case .starting(let connection, let absence):
      self = .searching(connection, after: absence)
      return .search(connection)
    case .running(let connection), .ending(let connection?, _): return .follow(connection)
    case .idle, .searching, .reconnecting, .ending(nil, _), .stopped: return .ignore
    }
  }

  /// What to do once everything was found.
  enum FoundAction {
    case ignore
    /// Begin to decide.
    case begin(Connection)
    /// Go on after the compositor's return.
    case resume(Connection)
  }

  mutating func found() -> FoundAction {
    guard case .searching(let connection, let absence) = self else { return .ignore }
    self = .running(connection)
    return absence == nil ? .begin(connection) : .resume(connection)
  }

  /// The compositor took too long to say what there is; true if the run ends with that.
  mutating func timedOut() -> Bool {
    switch self {
    case .starting, .searching: return fail(CommandFailure(.timedOut))
    case .idle, .running, .reconnecting, .ending, .stopped: return false
    }
  }

  /// What to do when a compositor is gone.
  enum DisconnectAction {
    case ignore
    /// End the run.
    case stop
    /// Forget what it had, let the connection go, and try to connect again; `isNew` unless the
    /// compositor was absent already and ended before it was whole.
    case reconnect(Connection, isNew: Bool)
  }

  /// The compositor is gone; one that was followed may come back, as after a crash or an update.
  mutating func disconnected(_ error: WaylandError, at now: Instant) -> DisconnectAction {
    switch self {
    case .running(let connection):
      self = .reconnecting(Absence(error: error, end: now + Absence.limit))
      return .reconnect(connection, isNew: true)
    case .starting(let connection, let absence?), .searching(let connection, let absence?):
      // One that ends again before it was whole does not get its time anew.
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

  /// What to do when no compositor could be connected.
  enum RetryAction { case ignore, retry, stop }

  /// A try to connect again was in vain.
  mutating func reconnectFailed(at now: Instant) -> RetryAction {
    guard case .reconnecting(let absence) = self else { return .ignore }
    if now < absence.end { return .retry }
    self = .stopped(CommandFailure(.failed, "\(absence.error); the compositor has not come back"))
    return .stop
  }

  /// The run is to end; true if outputs have to be given back first, false if the loop is to stop.
  mutating func end() -> Bool {
    switch self {
    case .running(let connection):
      self = .ending(connection, unrestored: [])
      return true
    case .starting(_, _?), .searching(_, _?), .reconnecting:
      self = .ending(nil, unrestored: [])
      return true
    case .idle, .starting(_, nil), .searching(_, nil), .ending:
      // Nothing has been turned yet, or a second signal does not wait.
      self = .stopped(nil)
      return false
    case .stopped: return false
    }
  }

  mutating func couldNotRestore(_ output: OutputID) {
    guard case .ending(let connection, let outputs) = self else { return }
    self = .ending(connection, unrestored: outputs + [output])
  }

  /// Something of the end is done, or its time is up; true if the loop is to stop.
  ///
  /// `isBusy` says that turns or programs are still under way, `isLate` that they are not waited for.
  mutating func settle(_ arbiter: Arbiter, isBusy: Bool, isLate: Bool) -> Bool {
    guard case .ending(_, let unrestored) = self else { return false }
    guard isLate || !isBusy && !arbiter.isBusy else { return false }
    // Programs around the last turn may be all that is left.
    if !arbiter.isBusy && unrestored.isEmpty {
      self = .stopped(nil)
      return true
    }
    // One that has come since the decision that waits began counts, too.
    let late = arbiter.sceneInQuestion.outputs.filter { output in
      unrestored.contains(output.id) || arbiter.isBusy(output.id)
        || !output.isHeldByOther && output.transform != output.initial
    }
    // A decision may be all that waits.
    guard !late.isEmpty else {
      self = .stopped(nil)
      return true
    }
    let names = late.map { UntrustedText($0.name).word }.joined(separator: ", ")
    return fail(
      CommandFailure(.failed, "the compositor did not confirm that \(names) is turned back"))
  }

  /// Something keeps the run from going on; the first such thing counts.
  @discardableResult
  mutating func fail(_ failure: CommandFailure) -> Bool {
    self = .stopped(self.failure ?? failure)
    return true
  }
}
