// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Orientation
import Scenarios
import Text

/// The last known state of the desktop, and the journal of the settings to restore.
///
/// The journal is written before any request, so that the next run knows every output that a killed
/// run has left rotated.
final class DesktopObserver {
  struct Difference {
    /// The events for the arbiter, ordered so that no intermediate state causes a rotation.
    var events: [Event]
    var changes: [PolicyChange]
    var presence: [StateChange] = []
    var problems: [String] = []

    var newOutputs: [Output] {
      events.compactMap { event in if case .output(.add(let output)) = event { output } else { nil }
      }
    }
  }

  var tracker: SceneTracker { didSet { isStored = false } }
  private let journal: CrashJournal
  private let loop: EventLoop
  private var storing: Token?
  /// Whether the journal is up to date with `tracker`.
  private var isStored = true

  /// Creates an observer, which updates the journal whenever the loop is about to wait.
  init(
    _ configuration: Configuration, applications: ApplicationFiles, journal: CrashJournal,
    on loop: EventLoop
  ) {
    tracker = SceneTracker(configuration: configuration, applications: applications)
    (self.journal, self.loop) = (journal, loop)
    storing = loop.prepare { [weak self] in self?.store() }
  }

  func recall() {
    journal.load()
    tracker.recall(journal.content.outputs)
  }

  func synchronize(with session: Session) -> Difference {
    let before = tracker.outputs
    let events = tracker.synchronize(with: session.outputs, session.windows)
    return Difference(
      events: events, changes: tracker.takeChanges(), presence: presence(since: before),
      problems: tracker.takeProblems() + session.takeProblems())
  }

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

  /// Writes the journal if the outputs to restore may have changed.
  ///
  /// Called before requests are sent and before the loop sleeps, so that rotations of many outputs
  /// cause one write.
  func store() {
    guard !isStored else { return }
    isStored = true
    journal.keep(outputs: tracker.turned)
  }

  /// Stops observing; writes the journal, or removes it if nothing is left to restore.
  func stop() {
    if let storing { loop.remove(storing) }
    store()
    journal.end()
  }
}

extension Event {
  var isNewOutput: Bool { if case .output(.add) = self { true } else { false } }

  /// Whether the event reports an output's transform; such events are handled even while the run
  /// ends.
  var isTransform: Bool { if case .output(.transform) = self { true } else { false } }

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
  /// The reason of a refusal, for messages; `nil` if the report of the output says enough.
  var words: String? {
    switch self {
    case .unsupported(let reason): "cannot turn: \(reason)"
    case .refused(let reason): "refused: \(reason)"
    case .succeeded, .failed, .cancelled: nil
    }
  }
}
