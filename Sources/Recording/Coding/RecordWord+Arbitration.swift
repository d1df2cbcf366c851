// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension InterfaceOrientation: RecordWord { var word: String { name } }
extension DeviceOrientation: RecordWord { var word: String { name } }
extension Transform: RecordWord { var word: String { wireName } }
extension PanelNature: RecordWord {}
extension Idiom: RecordWord {}
extension Cure: RecordWord {}
extension PluginRing: RecordWord {}
extension Origin: RecordWord {}
extension Outcome: RecordWord {}
extension RuleID: RecordWord {}
extension WindowArbitration: RecordWord {}
extension Question.Kind: RecordWord {}
extension GateRecord.Gate: RecordWord {}
extension Conflict.Kind: RecordWord {}
extension Callback.Name: RecordWord {}
extension OutputReport.Result: RecordWord {}
extension Container.Kind: RecordWord {}
extension Container.Forwarding: RecordWord {}
extension Presentation.Style: RecordWord {}
extension AndroidRequest: RecordWord {}
extension AndroidSettings.Dock: RecordWord {}
extension OrientationLock: RecordWord {}
extension ChromeOSSettings.Posture: RecordWord {}
extension ChromeOSTraits.Owner: RecordWord {}

extension AndroidRotation: RecordWord { var word: String { "\(rawValue)" } }

extension RotationError.Name: RecordWord {
  static var all: [RotationError.Name] { [.invalidInterfaceOrientation, .sceneError101] }
}

extension ApplyResult: RecordWord {
  static var all: [ApplyResult] { [.succeeded, .failed, .cancelled, .unsupported] }

  var word: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .unsupported: "unsupported"
    }
  }
}

extension StatusBar.Cause: RecordWord {
  static var all: [StatusBar.Cause] { [.placing, .other] }

  var word: String {
    switch self {
    case .placing: "placing"
    case .other: "other"
    }
  }
}

extension Controller.TransitionOverride: RecordWord {
  static var all: [Controller.TransitionOverride] { [.none, .callingSuper, .withoutSuper] }

  var word: String {
    switch self {
    case .none: "none"
    case .callingSuper: "calling-super"
    case .withoutSuper: "without-super"
    }
  }
}
