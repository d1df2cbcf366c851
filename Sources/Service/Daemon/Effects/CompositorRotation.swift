// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop
import Orientation
import Text

/// The automatic rotation of the compositor itself, which is switched off for the outputs that Swivel
/// rotates, where the compositor lets programs do so.
///
/// KWin keeps the policy in a file, so the journal outlasts the login as well.
final class CompositorRotation {
  /// The time in which the compositor has to set the policies at the end.
  private static let endTimeout = Duration.seconds(1)

  private let journal: CrashJournal
  private let note: (String) -> Void
  /// The outputs whose policy this run has seen; a policy that is chosen later is left alone.
  private var seen: Set<String> = []

  /// Creates the switch for the compositor's rotation; the journal keeps the policies to restore, `note` receives messages.
  init(journal: CrashJournal, note: @escaping (String) -> Void) {
    self.journal = journal
    self.note = note
  }

  /// Reads what an earlier run has left.
  func load() { journal.load() }

  /// Switches the automatic rotation of the rotated outputs off, and that of others on again.
  func update(_ scene: Scene, in session: Session) {
    guard session.canSetAutoRotation else { return }
    let current = session.autoRotation
    let rotated = Set(scene.outputs.filter(\.isManaged).map(\.name))
    var kept = journal.content.autoRotation
    var wanted = restored(kept.filter { !rotated.contains($0.key) }, among: current)
    for name in kept.keys where current[name] != nil && !rotated.contains(name) { kept[name] = nil }
    seen.formIntersection(rotated.intersection(current.keys))
    for name in rotated.sorted() {
      guard let policy = current[name], seen.insert(name).inserted, policy != .never else {
        continue
      }
      kept[name] = policy
      wanted[name] = .never
      note(
        "the compositor's own automatic rotation of \(UntrustedText(name).word) (\(policy.rawValue)) is off "
          + "until this run ends")
    }
    journal.keep(autoRotation: kept)
    set(wanted, in: session) {}
  }

  /// Restores the policies, unless others were chosen since; may wait for the compositor.
  func end(in session: Session?) {
    defer { journal.end() }
    guard let session, session.canSetAutoRotation, session.failure == nil else { return }
    let wanted = restored(journal.content.autoRotation, among: session.autoRotation)
    var isAnswered = wanted.isEmpty
    set(wanted, in: session) { isAnswered = true }
    let end = EventLoop.now + Self.endTimeout
    while !isAnswered, session.failure == nil, EventLoop.now < end {
      session.run(for: .milliseconds(50))
    }
    guard isAnswered else { return }
    journal.keep(
      autoRotation: journal.content.autoRotation.filter { session.autoRotation[$0.key] == nil })
  }

  /// Returns the policies to restore: those of outputs that are there and are still switched off.
  private func restored(
    _ kept: [String: AutoRotation], among current: [String: AutoRotation]
  ) -> [String: AutoRotation] {
    kept.filter { current[$0.key] == .never }
  }

  private func set(
    _ policies: [String: AutoRotation], in session: Session, then next: @escaping () -> Void
  ) {
    guard !policies.isEmpty else { return }
    session.setAutoRotation(policies) { [note] result in
      if let words = result.words { note("the compositor's own automatic rotation: \(words)") }
      next()
    }
  }
}
