// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What became of a change to an output.
public struct OutputReport: Sendable, Hashable {
  /// The possible ends.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// The display server's own event shows the transform.
    case confirmed
    /// It was tried again after being refused, cancelled or not answered.
    case retried
    /// The display server refused every time.
    case refused
    /// The outputs kept changing meanwhile.
    case cancelled
    /// The display server never confirmed.
    case unanswered
    /// The display server offers no way.
    case unsupported
    /// Somebody else turned the output; that stands until the device turns (W-10).
    case byOther = "by-other"
    /// Somebody else turned the output, and it is turned back.
    case overruled
    /// Somebody else keeps turning the output; that stands until the device turns.
    case contested
  }

  /// The output.
  public var output: OutputID
  /// The transform concerned.
  public var transform: Transform
  /// What became of it.
  public var result: Result
  /// How often it was asked for.
  public var attempts: Int

  /// Describes what became of a change.
  public init(output: OutputID, transform: Transform, result: Result, attempts: Int) {
    self.output = output
    self.transform = transform
    self.result = result
    self.attempts = attempts
  }
}
