// SPDX-License-Identifier: Apache-2.0
import Desktop
import Orientation

/// Turns outputs as the compositor's own protocol does, and says so before it asks.
final class AnnouncedApplier: TransformApplier {
  let name = "announced"
  private let session: Session

  init(_ session: Session) { self.session = session }

  func obstacle(to output: String) -> String? {
    guard let applier = session.protocolApplier else { return "no protocol here turns outputs" }
    return applier.obstacle(to: output)
  }

  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void) {
    for turn in change.turns { print("\(turn.output) turns to \(turn.transform)") }
    guard let applier = session.protocolApplier else { return onEnd(.failed) }
    applier.apply(change, onEnd: onEnd)
  }
}
