// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// What the controller that an error names supports; it can stand in another window (E-5).
  func mask(of error: RotationError) -> OrientationMask? {
    if let mask = stance(error.window)?.mask { return mask }
    return verdict.asked.last { $0.controller == error.controller && $0.mask != nil }?.mask
  }

  /// What app, delegate or device allow; nil for windows and for a delegate without an answer.
  func mask(of party: Party) -> OrientationMask? {
    let scene = verdict.after
    switch party {
    case .app:
      guard let list = scene.app.list(on: scene.device.idiom) else {
        return scene.device.idiom == .pad ? .all : .allButUpsideDown
      }
      return list.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
    case .delegate: return verdict.asked.last { $0.question == .appSupported }?.mask
    case .device: return scene.device.mask
    case .window: return nil
    }
  }
}
