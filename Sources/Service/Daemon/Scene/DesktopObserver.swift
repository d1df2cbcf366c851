// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import Orientation
import Scenarios

/// The desktop as it was last seen, and the journal of what has to be given back of it.
///
/// The journal is written before anything is asked for, so a run that is ended by force leaves nothing
/// turned that the next one does not know of.
final class DesktopObserver {
  struct Difference {
    /// What the arbiter has to know, in an order that is safe to decide in.
    var events: [Event]
    /// The windows that came to live policies or left them.
    var changes: [PolicyChange]
    /// The outputs that went, and those that came.
    var presence: [StateChange] = []
    /// What is wrong with files that applications brought, or with their windows, for people.
    var problems: [String] = []

    var newOutputs: [Output] {
      events.compactMap { event in if case .output(.add(let output)) = event { output } else { nil }
      }
    }
  }

  private var tracker: SceneTracker
  private let journal: CrashJournal

  init(
    _ configuration: Configuration, applications: ApplicationFiles, journal: CrashJournal
  ) {
    tracker = SceneTracker(configuration: configuration, applications: applications)
    self.journal = journal
  }

  /// The configuration that windows and outputs are compared with.
  var configuration: Configuration {
    get { tracker.configuration }
    set { tracker.configuration = newValue }
  }

  var resolver: PolicyResolver {
    get { tracker.resolver }
    set { tracker.resolver = newValue }
  }

  func recall() {
    journal.load()
    tracker.recall(journal.content.outputs)
  }

  func synchronize(with session: Session) -> Difference {
    let before = tracker.outputs
    let events = tracker.synchronize(with: session.outputs, session.windows)
    journal.keep(outputs: tracker.turned)
    return Difference(
      events: events, changes: tracker.takeChanges(), presence: presence(since: before),
      problems: tracker.takeProblems() + session.takeProblems())
  }

  /// Everything is gone at once, with the compositor.
  func compositorDisconnected() -> Difference {
    guard !tracker.outputs.isEmpty || !tracker.windows.isEmpty else {
      return Difference(events: [], changes: [])
    }
    let before = tracker.outputs
    let events = tracker.compositorDisconnected()
    return Difference(
      events: events, changes: tracker.takeChanges(), presence: presence(since: before))
  }

  private func presence(since before: [SceneTracker.KnownOutput]) -> [StateChange] {
    let now = tracker.outputs
    let gone = before.filter { old in !now.contains { $0.id == old.id } }
    let new = now.filter { output in !before.contains { $0.id == output.id } }
    return gone.map { .output($0.name, isThere: false) }
      + new.map { .output($0.name, isThere: true) }
  }

  func noteRequest(_ transform: Transform, on id: OutputID) {
    tracker.noteRequest(transform, on: id)
    journal.keep(outputs: tracker.turned)
  }

  func note(_ report: OutputReport) {
    tracker.note(report)
    journal.keep(outputs: tracker.turned)
  }

  /// These outputs have been given back, or stand as somebody else wants them: forgets them.
  func noteEnd(of ids: [OutputID]) {
    tracker.noteEnd(of: ids)
    journal.keep(outputs: tracker.turned)
  }

  /// The run has ended.
  func stop() { journal.end() }

  /// Whether something has to be given back, on an output that is there or one that may return.
  var isTurned: Bool { !tracker.turned.isEmpty }

  func name(of id: OutputID) -> String? { tracker.name(of: id) }

  /// The name that a window of the session has here; nil for one that is not known.
  func name(ofWindow number: UInt32) -> String? { tracker.windows[number]?.name }

  func windows(of policy: PolicyID) -> [WindowID] { tracker.windows(of: policy) }

  var liveCounts: [PolicyID: Int] { tracker.liveCounts }
}

extension Event {
  var isNewOutput: Bool { if case .output(.add) = self { true } else { false } }

  /// Whether it says what an output shows, which counts up to the end of the run.
  var isTransform: Bool { if case .output(.transform) = self { true } else { false } }

  /// The display server has answered a request.
  init(_ change: ChangeID, _ result: ChangeResult) {
    let result: ApplyResult =
      switch result {
      case .succeeded: .succeeded
      case .failed, .refused: .failed
      case .cancelled: .cancelled
      case .unsupported: .unsupported
      }
    self = .applied(change, result)
  }
}

extension ChangeResult {
  /// Why nothing was turned, in words for people; nil where the report of it says enough.
  var words: String? {
    switch self {
    case .unsupported(let reason): "cannot turn: \(reason)"
    case .refused(let reason): "refused: \(reason)"
    case .succeeded, .failed, .cancelled: nil
    }
  }
}
