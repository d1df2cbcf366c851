// SPDX-License-Identifier: Apache-2.0

/// Where a rule set says what it decides and, if anybody listens, why.
///
/// Records are closures, so a sink that drops them costs nothing.
public protocol DecisionSink {
  /// A live policy has to answer first.
  mutating func needs(_ question: Question)
  /// Something was asked and answered.
  mutating func asked(_ record: @autoclosure () -> Asked)
  /// A gate was passed or stopped at.
  mutating func gate(_ record: @autoclosure () -> GateRecord)
  /// Answers were asked for in a cycle through these windows.
  mutating func cycle(_ windows: @autoclosure () -> [WindowID])
  /// Something changes.
  mutating func move(_ move: Move)
}
