// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

extension ArbitraryScene {
  /// Returns an event of any kind, most often a turn of the device.
  package mutating func event(in scene: Scene) -> Event {
    let window = scene.windows.isEmpty ? WindowID(1) : random.pick(scene.windows).id
    switch random.below(16) {
    case 0...4: return .device(.turned(random.pick(DeviceOrientation.allCases)))
    case 5: return .device(deviceEvent())
    case 6: return .app(appEvent(window))
    case 7...10: return .window(window, windowEvent())
    case 11: return .add(self.window(), makesKey: random.chance(2))
    case 12: return .output(outputEvent())
    case 13: return random.chance(3) ? .addExempt(self.window()) : .observe
    case 14: return .applied(ChangeID(UInt32(random.below(9))), random.pick(Self.results))
    default: return answer()
    }
  }

  private static let results: [ApplyResult] = [.succeeded, .failed, .cancelled, .unsupported]

  private mutating func answer() -> Event {
    let id = QuestionID(random.chance(9) ? .max : UInt64(random.below(30)))
    switch random.below(7) {
    case 0: return .answer(id, .flag(random.chance(2)), took: .nanoseconds(random.below(9_000)))
    case 1: return .answer(id, .mask(mask()))
    case 2: return .answer(id, .orientation(random.maybe(InterfaceOrientation.allCases)))
    case 3: return .policyFailed(id)
    case 4: return .deadline(.question(id))
    case 5: return .abstained(id, took: random.maybe([.nanoseconds(7)]))
    default: return .deadline(.change(ChangeID(UInt32(random.below(9)))))
    }
  }

  private mutating func deviceEvent() -> DeviceEvent {
    switch random.below(9) {
    case 0: .forced(random.pick(DeviceOrientation.allCases))
    case 1: .rotationLock(random.chance(2))
    case 2: .generating(random.chance(2))
    case 3: .setting(.userRotation(random.maybe(InterfaceOrientation.fallbackOrder)))
    case 4: .setting(.ignoresOrientationRequest(random.chance(2)))
    case 5: .setting(.android(android()))
    case 6: .setting(.posture(random.pick(ChromeOSSettings.Posture.allCases)))
    case 7: .setting(.userLock(random.maybe(OrientationLock.allCases)))
    default: .setting(.split(random.chance(2)))
    }
  }

  private mutating func appEvent(_ window: WindowID) -> AppEvent {
    switch random.below(8) {
    case 0: .background
    case 1: .foreground
    case 2: .setDelegate(random.maybe([delegate()]))
    case 3: .attemptRotation
    case 4: .setStatusBar(random.pick(InterfaceOrientation.fallbackOrder))
    case 5: .resize(isFull: random.chance(2))
    case 6: .focusText(random.maybe([window]))
    default: .setPolicy(controller: "r\(random.below(9))", declared())
    }
  }

  private mutating func windowEvent() -> WindowEvent {
    switch random.below(20) {
    case 0: .remove
    case 1: .show
    case 2: .hide
    case 3: .makeKey
    case 4: .resignKey
    case 5: .setRoot(random.maybe([controller("n")]))
    case 6: .present(presentation())
    case 7: .dismiss
    case 8: .push(controller("q"))
    case 9: .pop
    case 10: .select(child: "r\(random.below(9))")
    case 11: .setNeedsUpdate
    case 12: .requestGeometry(mask())
    case 13: .disableAutorotation
    case 14: .enableAutorotation
    case 15: .shell(shell())
    case 16: .setting(.request(random.maybe(AndroidRequest.allCases)))
    case 17: .setting(.floated(random.chance(2)))
    case 18: .setting(.onExternalDisplay(random.chance(2)))
    default:
      .setting(.lock(random.maybe(OrientationLock.allCases), by: random.pick([.app, .user])))
    }
  }

  private mutating func outputEvent() -> OutputEvent {
    let id = OutputID(Int32(random.below(3)))
    return switch random.below(6) {
    case 0: .add(output(id))
    case 1: .remove(id)
    case 2: .restore
    case 3:
      .configure(
        id, .target(random.maybe([.fixed(.rotated180), .fixed(.normal), .follow("o1")])))
    case 4: .configure(id, .overrulesOthers(random.below(2) == 0))
    default: .transform(id, random.pick(Transform.allCases))
    }
  }
}
