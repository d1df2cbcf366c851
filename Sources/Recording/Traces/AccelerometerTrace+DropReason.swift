// SPDX-License-Identifier: Apache-2.0

extension AccelerometerTrace {
  /// Why a sample is not kept; the first that applies counts.
  public enum DropReason: String, CaseIterable, Equatable, Sendable {
    /// The time or a value is infinite or not a number, or the time is beyond 35 years.
    case notFinite = "not-finite"
    /// All three values are zero, as sensors report before their first reading.
    case allZero = "all-zero"
    /// The time is negative or not after that of the last kept sample.
    case outOfOrder = "out-of-order"
  }
}
