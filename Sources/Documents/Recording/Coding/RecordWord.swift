// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

/// A value of a short list, recorded by its name.
protocol RecordWord: RecordValue {
  static var all: [Self] { get }
  /// The name, which is unique.
  var word: String { get }
}

extension RecordWord {
  var recorded: JSONValue { .string(word) }

  init(recorded value: JSONValue) throws(RecordProblem) {
    guard let found = Self.all.first(where: { $0.word == value.string }) else {
      let words = Self.all.map(\.word).joined(separator: ", ")
      throw RecordProblem("\(value.compact()), not one of \(words)")
    }
    self = found
  }

  func add(to digest: inout RecordDigest) { digest.add(word) }
}

extension RecordWord where Self: RawRepresentable, RawValue == String {
  var word: String { rawValue }
}

extension RecordWord where Self: CaseIterable, AllCases == [Self] {
  static var all: [Self] { allCases }
}

extension InterfaceOrientation: RecordWord { var word: String { name } }
extension DeviceOrientation: RecordWord { var word: String { name } }
extension Transform: RecordWord { var word: String { wireName } }
extension PanelNature: RecordWord {}
extension Idiom: RecordWord {}
extension Mitigation: RecordWord {}
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
extension OrientationLock: RecordWord {}

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
