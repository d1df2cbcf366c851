// SPDX-License-Identifier: Apache-2.0

/// The numbers of readings that a source has reported and left out.
public struct ReadingCounts: Hashable, Sendable {
  /// Readings that were reported.
  public private(set) var good = 0
  private var faults: [ReadingFault: Int] = [:]
  /// The number of faults since the last good reading.
  private(set) var faultsInARow = 0

  /// Creates counts of zero.
  public init() {}

  /// The number of readings left out for one reason.
  public subscript(fault fault: ReadingFault) -> Int { faults[fault, default: 0] }

  /// The number of readings left out for any reason.
  public var bad: Int { faults.values.reduce(0, +) }

  /// The faults with their numbers, for messages; empty if there are none.
  public var words: String {
    ReadingFault.allCases.filter { self[fault: $0] > 0 }
      .map { "\($0.words) (\(self[fault: $0]))" }.joined(separator: ", ")
  }

  /// Counts a reading that was reported.
  public mutating func countGood() {
    good += 1
    faultsInARow = 0
  }

  /// Counts a reading that was left out.
  public mutating func count(_ fault: ReadingFault) {
    faults[fault, default: 0] += 1
    faultsInARow += 1
  }
}

/// The reason why a reading was left out.
public enum ReadingFault: String, CaseIterable, Hashable, Sendable {
  /// An attribute was empty.
  case empty
  /// An attribute was not a finite number.
  case notANumber
  /// A value was above 64 g, which is not plausible.
  case outOfRange
  /// All axes were zero, which gravity excludes.
  case allZero
  /// Reading an attribute failed.
  case unreadable
  /// The data ended within a scan.
  case truncated
  /// A service named an unknown orientation.
  case unknownWord
  /// A property of a service had an unexpected type.
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
