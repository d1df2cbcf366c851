// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// The first gate at which the whole decision stopped, or why there was nothing to decide.
  var halt: Halt {
    if let gate = stoppingGate { return Halt(words: words(gate), rule: gate.rule) }
    if let halt = silentHalt { return halt }
    if verdict.asked.isEmpty { return Halt(words: "\(eventWords); no window was asked") }
    if let wanted, wanted == verdict.page?.orientation {
      return Halt(words: "everything already stands at \(wanted.name)")
    }
    return Halt(words: "everything already stands as the answers want it")
  }

  private var stoppingGate: GateRecord? {
    let whole = verdict.gates.filter { $0.window == nil }
    // One output that turns is enough; the others are not what stopped it.
    let passes = whole.contains { $0.gate == .output && $0.isPassed }
    return whole.first { !$0.isPassed && !($0.gate == .output && passes) }
  }

  private func words(_ gate: GateRecord) -> String {
    switch gate.gate {
    case .rotationLock: return "the rotation lock is on"
    case .deviceOrientation where gate.rule == .f2 || gate.rule == .formatDevice:
      return "the device already was at \(verdict.after.device.orientation.name)"
    case .deviceOrientation: return flatWords
    case .takesPart: return "no window takes part"
    case .output:
      return gate.rule == .w3
        ? "no output turns with the device"
        : "somebody else turned the output, which stands until the device turns"
    case .background: return "the app is in the background"
    default: return "stopped at \(gate.gate.rawValue)"
    }
  }

  private var flatWords: String {
    let device = verdict.after.device.orientation
    return device.isFlat
      ? "the device lies flat (\(device.name)), which asks for nothing"
      : "the device's orientation is unknown, which asks for nothing"
  }

  // UIKit's sets ask nobody in these cases and record no gate, so the event itself says why.
  private var silentHalt: Halt? {
    let scene = verdict.after
    switch verdict.event {
    case .setUp: return Halt(words: "the windows were placed", rule: .formatSetUp)
    case .device(.rotationLock(let isLocked)) where verdict.asked.isEmpty:
      return Halt(words: "the rotation lock went \(isLocked ? "on" : "off")", rule: lockRule)
    case .device(.generating): return Halt(words: "device notifications turn nothing", rule: .n1)
    case .device where scene.device.isRotationLocked:
      return Halt(words: "the rotation lock is on", rule: lockRule)
    case .device where verdict.before.device.orientation == scene.device.orientation:
      return Halt(
        words: "the device already was at \(scene.device.orientation.name)", rule: .formatDevice)
    case .device where scene.device.orientation.interface == nil:
      return Halt(words: flatWords, rule: .b1)
    case .device where !scene.isForeground:
      return Halt(words: "the app is in the background")
    case .device where isDesktop && !scene.outputs.contains(where: \.isManaged):
      return Halt(words: "no output turns with the device", rule: .w3)
    case .window(_, .push), .window(_, .pop), .window(_, .select):
      return isDesktop ? nil : Halt(words: "push, pop and select ask nobody", rule: .b6)
    case .app(.setStatusBar):
      return Halt(words: "only a page with an empty mask lets the app set the bar", rule: .b11)
    default: return nil
    }
  }

  private var lockRule: RuleID { isDesktop ? .w1 : .f10 }
}
