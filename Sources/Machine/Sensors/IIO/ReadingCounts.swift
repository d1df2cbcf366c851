// SPDX-License-Identifier: Apache-2.0

/// How many readings a source has taken and left out.
public struct ReadingCounts: Hashable, Sendable {
  /// Readings that were reported.
  public private(set) var good = 0
  private var faults: [ReadingFault: Int] = [:]
  /// Readings left out since the last good one.
  private(set) var faultsInARow = 0

  /// Starts at nothing.
  public init() {}

  /// Readings left out for a reason.
  public subscript(fault fault: ReadingFault) -> Int { faults[fault, default: 0] }

  /// Readings left out for any reason.
  public var bad: Int { faults.values.reduce(0, +) }

  /// What was left out and how often, for people; empty if nothing was.
  public var words: String {
    ReadingFault.allCases.filter { self[fault: $0] > 0 }
      .map { "\($0.words) (\(self[fault: $0]))" }.joined(separator: ", ")
  }

  /// One more reading was reported.
  public mutating func countGood() {
    good += 1
    faultsInARow = 0
  }

  /// One more was left out.
  public mutating func count(_ fault: ReadingFault) {
    faults[fault, default: 0] += 1
    faultsInARow += 1
  }
}

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
