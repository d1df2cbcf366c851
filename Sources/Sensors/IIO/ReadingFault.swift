// SPDX-License-Identifier: Apache-2.0

/// Why a reading was left out.
public enum ReadingFault: String, CaseIterable, Hashable, Sendable {
  /// An attribute held nothing.
  case empty
  /// An attribute held something other than a finite number.
  case notANumber
  /// More than 64 g, which no sensor can have meant.
  case outOfRange
  /// All axes were zero, which gravity does not allow.
  case allZero
  /// The system did not let an attribute be read.
  case unreadable
  /// Fewer bytes than a whole scan.
  case truncated
  /// A service named an orientation that nobody knows.
  case unknownWord
  /// A service gave a property another type than it has.
  case wrongType

  /// The words for people.
  var words: String {
    switch self {
    case .empty: "a value is empty"
    case .notANumber: "a value is not a number"
    case .outOfRange: "a value is above 64 g"
    case .allZero: "all three values are zero"
    case .unreadable: "a value cannot be read"
    case .truncated: "a scan is cut short"
    case .unknownWord: "an orientation is not known"
    case .wrongType: "a property has another type"
    }
  }
}
