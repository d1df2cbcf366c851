// SPDX-License-Identifier: Apache-2.0
import Orientation

extension UIKitRuleSet {
  /// The gate at which an event stopped before anybody was asked.
  public func firstGate(of event: Event, before: Scene, after scene: Scene) -> GateRecord? {
    let (gate, rule): (GateRecord.Gate, RuleID)
    switch event {
    case .device(.turned) where scene.device.isRotationLocked: (gate, rule) = (.rotationLock, .f10)
    case .device(.forced) where !traits.allowsForcing: (gate, rule) = (.version, .e6)
    case .device where !scene.isForeground: (gate, rule) = (.background, .m16)
    // The same value again is no change (F-2); flat and unknown ones ask for nothing (B-1).
    case .device(.turned(let value)), .device(.forced(let value)):
      (gate, rule) = (.deviceOrientation, value.interface == nil ? .b1 : .f2)
    case .app(.attemptRotation):
      (gate, rule) = traits.allowsAttempts ? (.deviceOrientation, .f4) : (.version, .e2)
    case .window(_, .push), .window(_, .pop), .window(_, .select): (gate, rule) = (.takesPart, .b6)
    default: return nil
    }
    return GateRecord(window: nil, gate: gate, isPassed: false, rule: rule)
  }
}
