// SPDX-License-Identifier: Apache-2.0

/// A sink that keeps nothing: what is left is the decision itself.
public struct NullSink: DecisionSink {
  /// A sink that keeps nothing.
  public init() {}
  /// Keeps nothing.
  public mutating func needs(_ question: Question) {}
  /// Keeps nothing, so the record is never made.
  public mutating func asked(_ record: @autoclosure () -> Asked) {}
  /// Keeps nothing, so the record is never made.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {}
  /// Keeps nothing, so the list is never made.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {}
  /// Keeps nothing.
  public mutating func move(_ move: Move) {}
}
