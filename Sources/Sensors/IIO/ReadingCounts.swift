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
