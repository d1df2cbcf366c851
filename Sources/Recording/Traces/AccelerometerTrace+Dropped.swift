// SPDX-License-Identifier: Apache-2.0

extension AccelerometerTrace {
  /// A well-formed line whose sample no judge could use.
  public struct Dropped: Equatable, Sendable {
    /// The line of the file, from 1.
    public let line: Int
    /// Why the sample was dropped.
    public let reason: DropReason

    /// Makes a record of a dropped line.
    public init(line: Int, reason: DropReason) {
      self.line = line
      self.reason = reason
    }
  }
}
