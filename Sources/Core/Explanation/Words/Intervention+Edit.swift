// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

extension Intervention {
  /// The words for answers that `swivel whatif` knows, with their stands.
  public static let words: [(word: String, override: Override)] = [
    ("YES", .agrees), ("NO", .refuses), ("follow-key", .follows), ("leave", .leaves),
    ("close", .leaves), ("exempt", .leaves), ("default", .standard), ("shown", .shows(true)),
    ("hidden", .shows(false)),
  ]

  /// What follows the sign of equality; `P,R` for orientations.
  var word: String {
    if subject == .lock { return override == .refuses ? "on" : "off" }
    if case .supports(let mask) = override {
      return mask.orientations.map(\.letter).joined(separator: ",")
    }
    return Self.words.first { $0.override == override }?.word ?? ""
  }

  /// What `swivel whatif` takes, such as `menu=follow-key`.
  package func edit(_ names: (WindowID) -> String) -> String {
    "\(Self.name(subject, names))=\(word)"
  }

  /// What `swivel whatif` and programs call somebody.
  static func name(_ subject: Subject, _ names: (WindowID) -> String) -> String {
    switch subject {
    case .lock: "lock"
    case .party(.app): "app"
    case .party(.delegate): "delegate"
    case .party(.device): "device"
    case .party(.window(let id)): names(id)
    }
  }
}
