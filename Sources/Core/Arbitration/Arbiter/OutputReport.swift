// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The result of a requested rotation of an output, or another program's rotation.
public struct OutputReport: Sendable, Hashable {
  /// The possible results.
  public enum Result: String, Sendable, Hashable, CaseIterable {
    /// The transform is shown by the display server's own event.
    case confirmed
    /// The request was repeated after a refusal, a cancellation or a timeout.
    case retried
    /// The display server refused every attempt.
    case refused
    /// The outputs kept changing during the attempts.
    case cancelled
    /// The display server did not confirm the rotation.
    case unanswered
    /// The display server cannot rotate the output.
    case unsupported
    /// Another program rotated the output; its transform is kept until the device turns (W-10).
    case byOther = "by-other"
    /// Another program rotated the output, and the arbiter reverses that.
    case overruled
    /// Another program keeps rotating the output; its transform is kept until the device turns.
    case contested
  }

  /// The output.
  public var output: OutputID
  /// The requested or reported transform.
  public var transform: Transform
  /// The result of the rotation.
  public var result: Result
  /// The number of requests for the transform; 0 for another program's.
  public var attempts: Int

  /// Creates a report about an output.
  public init(output: OutputID, transform: Transform, result: Result, attempts: Int) {
    self.output = output
    self.transform = transform
    self.result = result
    self.attempts = attempts
  }
}
