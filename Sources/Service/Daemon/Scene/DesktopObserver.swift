// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import Orientation
import Scenarios

/// The last known state of the desktop, and the journal of the settings to restore.
///
/// The journal is written before any request, so the next run knows of every output that a killed
/// run has left rotated.
final class DesktopObserver {
  struct Difference {
    /// The events for the arbiter, in an order that is safe for decisions.
    var events: [Event]
    /// The windows that live policies began or ceased to answer for.
    var changes: [PolicyChange]
    /// The outputs that were removed and those that were added.
    var presence: [StateChange] = []
    /// Problems with files of applications, or with their windows, for messages.
    var problems: [String] = []

    var newOutputs: [Output] {
      events.compactMap { event in if case .output(.add(let output)) = event { output } else { nil }
      }
    }
  }

  private var tracker: SceneTracker
  private let journal: CrashJournal
  /// Whether the journal holds the outputs that are rotated now.
  private var isStored = true

  init(
    _ configuration: Configuration, applications: ApplicationFiles, journal: CrashJournal
  ) {
    tracker = SceneTracker(configuration: configuration, applications: applications)
    self.journal = journal
  }

  /// The configuration that windows and outputs are matched with.
  var configuration: Configuration {
    get { tracker.configuration }
    set { tracker.configuration = newValue }
  }

  /// The circumstances that select policies of outputs; a change has effect at the next
  /// synchronization.
  var circumstances: OutputCircumstances {
    get { tracker.circumstances }
    set { tracker.circumstances = newValue }
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
    isStored = false
    return Difference(
      events: events, changes: tracker.takeChanges(), presence: presence(since: before),
      problems: tracker.takeProblems() + session.takeProblems())
  }

  /// Called when the compositor is gone, with all outputs and windows.
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
    isStored = false
  }

  func note(_ report: OutputReport) {
    tracker.note(report)
    isStored = false
  }

  /// Forgets outputs that were restored, or that another program has rotated.
  func noteEnd(of ids: [OutputID]) {
    tracker.noteEnd(of: ids)
    isStored = false
  }

  /// Writes the journal if the outputs that are to be restored have changed; called before requests
  /// are sent and before the loop sleeps, so that a rotation of many outputs is one write.
  func store() {
    guard !isStored else { return }
    isStored = true
    journal.keep(outputs: tracker.turned)
  }

  /// Called at the end of the run.
  func stop() {
    store()
    journal.end()
  }

  /// Whether an output has to be restored, present or absent.
  var isTurned: Bool { !tracker.turned.isEmpty }

  func name(of id: OutputID) -> String? { tracker.name(of: id) }

  /// Returns the scene's name of a window of the session; `nil` if the window is unknown.
  func name(ofWindow number: UInt32) -> String? { tracker.windows[number]?.name }

  func windows(of policy: PolicyID) -> [WindowID] { tracker.windows(of: policy) }

  var liveCounts: [PolicyID: Int] { tracker.liveCounts }
}

extension Event {
  var isNewOutput: Bool { if case .output(.add) = self { true } else { false } }

  /// Whether the event reports an output's transform; such events are handled until the end of the
  /// run.
  var isTransform: Bool { if case .output(.transform) = self { true } else { false } }

  /// Creates the event of the display server's answer to a request.
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
  /// Why no output was rotated, for messages; `nil` if the report is sufficient.
  var words: String? {
    switch self {
    case .unsupported(let reason): "cannot turn: \(reason)"
    case .refused(let reason): "refused: \(reason)"
    case .succeeded, .failed, .cancelled: nil
    }
  }
}
