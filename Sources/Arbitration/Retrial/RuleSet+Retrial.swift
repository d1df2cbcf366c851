// SPDX-License-Identifier: Apache-2.0
import Orientation

extension RuleSet {
  /// Windows answer through their controllers, settings agree or refuse as a whole.
  public func amend(_ scene: inout Scene, with amendment: Amendment) {
    switch amendment.subject {
    case .lock: scene.device.isRotationLocked = amendment.stand == .refuses
    case .party(.window(let id)): scene.amendWindow(id, amendment.stand)
    case .party(let party):
      scene = self.scene(scene, with: party, agreeing: amendment.stand != .refuses)
    }
  }

  /// Nothing is known of a rule set that does not say.
  public func combination(in scene: Scene) -> Combination { .unknown }
}
