// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

extension Intervention {
  /// The words of `swivel whatif` for answers, with the override that each word denotes.
  public static let words: [(word: String, override: Override)] = [
    ("YES", .agrees), ("NO", .refuses), ("follow-key", .follows), ("leave", .leaves),
    ("close", .leaves), ("exempt", .leaves), ("default", .standard), ("shown", .shows(true)),
    ("hidden", .shows(false)),
  ]

  /// The text after the equals sign in an argument of `swivel whatif`, such as `NO`.
  var word: String {
    if subject == .lock { return override == .refuses ? "on" : "off" }
    if case .supports(let mask) = override {
      return mask.orientations.map { $0.letter }.joined(separator: ",")
    }
    return Self.words.first { $0.override == override }?.word ?? ""
  }

  /// Returns the argument of `swivel whatif`, such as `menu=follow-key`.
  package func edit(_ names: (WindowID) -> String) -> String {
    "\(Self.name(subject, names))=\(word)"
  }

  static func name(_ subject: Subject, _ names: (WindowID) -> String) -> String {
    switch subject {
    case .lock: "lock"
    case .party(let party): party.name(ofWindow: names)
    }
  }
}
