// SPDX-License-Identifier: Apache-2.0

/// A sink that keeps what changes and drops why.
public struct MoveSink: DecisionSink {
  /// What changes, in order.
  public private(set) var moves: [Move] = []

  /// An empty sink.
  public init() {}
  /// Keeps nothing.
  public mutating func needs(_ question: Question) {}
  /// Keeps nothing, so the record is never made.
  public mutating func asked(_ record: @autoclosure () -> Asked) {}
  /// Keeps nothing, so the record is never made.
  public mutating func gate(_ record: @autoclosure () -> GateRecord) {}
  /// Keeps nothing, so the list is never made.
  public mutating func cycle(_ windows: @autoclosure () -> [WindowID]) {}
  /// Keeps the change.
  public mutating func move(_ move: Move) { moves.append(move) }
}
