// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats

/// The comparison of a recording with its replay.
public struct Replay: Sendable {
  /// The first difference between a recording and its replay.
  public struct Divergence: Sendable, Equatable {
    /// The number of the decision that differs or is missing.
    public let decision: Int
    /// The line of its event, from 1.
    public let line: Int
    /// The recorded effects as compact JSON; empty if there are none.
    public let expected: String
    /// The effects now as compact JSON; empty if there are none.
    public let actual: String
  }

  /// The first difference; `nil` if every decision is the same, bit for bit.
  public let divergence: Divergence?
  /// The number of decisions.
  public let decisions: Int
  /// The number of events played.
  public let events: Int
  /// The chain over all decisions as sixteen hexadecimal digits.
  public let chain: String
  /// Whether the last line is incomplete; only that line is lost.
  public let isTruncated: Bool
  /// The version of the program that wrote the recording.
  public let program: String

  /// Replays a recording up to its end or to the first difference.
  ///
  /// `added` returns the rule sets of plug-ins.
  public init(path: String, added: (String) -> (any RuleSet)? = { _ in nil }) throws(InputError) {
    try self.init(RecordingReader(path: path, added: added))
  }

  /// Replays the recording of a reader.
  public init(_ reader: RecordingReader) throws(InputError) {
    var player = RecordingPlayer(reader)
    var divergence: Divergence?
    var decision = 0
    while divergence == nil, let step = try player.next() {
      // A run that was stopped between an event and its decision has not diverged.
      if step.said != step.recorded, !(step.isLast && step.recorded == nil) {
        divergence = Divergence(
          decision: decision, line: step.line, expected: step.recorded?.compact() ?? "",
          actual: step.said?.compact() ?? "")
      }
      decision = player.writer.decisions
    }
    self.divergence = divergence
    decisions = player.writer.decisions
    events = player.events
    chain = RecordingWriter.hex(player.writer.chain)
    isTruncated = player.isTruncated
    program = player.header.program
  }
}
