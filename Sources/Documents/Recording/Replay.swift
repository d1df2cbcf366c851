// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats

/// A recording played again and held against itself.
public struct Replay: Sendable {
  /// Where another run than the recorded one begins.
  public struct Divergence: Sendable, Equatable {
    /// The decision that differs, or that would have come next.
    public let decision: Int
    /// The line of the event that led to it, from 1.
    public let line: Int
    /// What the recording has, as compact JSON; empty for nothing.
    public let expected: String
    /// What is decided now, as compact JSON; empty for nothing.
    public let actual: String
  }

  /// The first difference; nil when every decision is the same, bit for bit.
  public let divergence: Divergence?
  /// How many decisions were made.
  public let decisions: Int
  /// How many events were played.
  public let events: Int
  /// The chain over all decisions as sixteen hexadecimal digits.
  public let chain: String
  /// Whether the last line is not whole, which costs nothing but that line.
  public let isTruncated: Bool
  /// The version of the program that wrote the recording.
  public let program: String

  /// Plays a recording up to its end or to the first difference.
  ///
  /// `added` knows the rule sets that plug-ins bring.
  public init(path: String, added: (String) -> (any RuleSet)? = { _ in nil }) throws(InputError) {
    try self.init(RecordingReader(path: path, added: added))
  }

  /// Plays what a reader reads.
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
