// SPDX-License-Identifier: Apache-2.0
import Orientation

extension RuleSet {
  /// Windows answer through their controllers; there are no settings but the user's lock.
  public func amend(_ scene: inout Scene, with amendment: Amendment) {
    switch amendment.subject {
    case .lock: scene.device.isRotationLocked = amendment.stand == .refuses
    case .party(.window(let id)): scene.amendWindow(id, amendment.stand)
    case .party: break
    }
  }

  /// Nothing is known of a rule set that does not say.
  public func combination(in scene: Scene) -> Combination { .unknown }

  /// A rule set that does not say has to be tried.
  public func hearing(
    of event: Event, _ occasions: [Occasion], in scene: Scene
  ) -> Hearing? { nil }

  /// A rule set that does not say may take anything.
  public func allowances(in scene: Scene, answers: Answers) -> [OrientationMask]? { nil }

  /// Windows answer for themselves.
  public func asked(by window: Window, in scene: Scene) -> [WindowID] { [] }

  /// Where there is no hearing, nobody asks for contributions.
  public func contribution(
    of window: WindowID, _ occasions: [Occasion], in scene: Scene, answers: Answers
  ) -> Contribution {
    Contribution(own: scene.window(window)?.orientation ?? .unknown)
  }
}
