// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop
import Orientation
import Text

/// The compositor's own automatic rotation, switched off for the outputs that Swivel rotates.
///
/// KWin keeps the policy in a file, so the journal of the former policies outlasts the login too.
final class CompositorRotation {
  private static let endTimeout = Duration.seconds(1)

  private let journal: CrashJournal
  private let note: (String) -> Void
  /// The outputs whose compositor policy was handled; a policy that the user sets later is kept.
  private var seen: Set<String> = []

  init(journal: CrashJournal, note: @escaping (String) -> Void) {
    self.journal = journal
    self.note = note
  }

  func load() { journal.load() }

  /// Switches automatic rotation off for managed outputs, once for each, and restores it for the
  /// other outputs.
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

  /// Restores the compositor's policies unless the user has changed them; blocks up to
  /// `endTimeout`.
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

  /// Returns the policies to restore, of connected outputs whose rotation is still switched off.
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
