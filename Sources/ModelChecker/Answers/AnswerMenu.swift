// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// Every answer that a window can give to a rule set, without those that make no difference.
struct AnswerMenu {
  let policies: [DeclaredPolicy]

  /// The answers for a stack.
  ///
  /// Orientations that the device or the app's list rules out anyway are left out of masks.
  init(_ stack: CheckStack) throws(CheckLimit) {
    var open = OrientationMask.all
    switch stack.rules.family {
    case .desktop: break
    case .uikit:
      open = stack.scene.device.mask
      let hasDelegate = stack.scene.app.delegate != nil || stack.scene.app.sceneDelegate != nil
      if let list = stack.scene.app.list(on: stack.scene.device.idiom), !hasDelegate,
        (stack.rules as? UIKitRuleSet)?.traits.appLimits == true
      {
        open.formIntersection(list.reduce(into: OrientationMask()) { $0.formUnion($1.mask) })
      }
    case .android, .chromeos:
      throw .vocabulary("asks windows for other things than turning and masks")
    }
    let parts = open.orientations
    let masks = (0..<(1 << parts.count)).map { number in
      parts.indices.reduce(into: OrientationMask()) { mask, index in
        if number >> index & 1 == 1 { mask.formUnion(parts[index].mask) }
      }
    }
    let uikit = (stack.rules as? UIKitRuleSet)?.traits
    if uikit?.hasMasks == false {
      policies = masks.map { DeclaredPolicy(legacy: $0) }
    } else if uikit?.asksAutorotate == false {
      policies = masks.map { DeclaredPolicy(supported: $0) }
    } else {
      policies = [false, true].flatMap { turns in
        masks.map { DeclaredPolicy(autorotate: turns, supported: $0) }
      }
    }
  }
}
