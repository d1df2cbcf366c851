// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation

/// The replay of a recording: an arbiter handles every recorded event again, in order.
public struct RecordingPlayer {
  /// An event, with its recorded and its new effects.
  public struct Step: Sendable {
    /// The number of the event's line, from 1.
    public let line: Int
    /// The recorded event.
    public let event: Event
    /// The instant of the event.
    public let at: Instant
    /// The new effects of the event.
    public let effects: [Effect]
    /// The new effects in the recording's format; `nil` if there are none.
    let said: JSONValue?
    /// The recorded effects; `nil` if there are none.
    let recorded: JSONValue?
    /// Whether the recording ends with this event, without its effects.
    let isLast: Bool
  }

  /// The first line of the recording.
  public let header: RecordingHeader
  /// The names of all windows so far, by ID.
  public private(set) var names: [WindowID: String] = [:]
  /// The number of sensor readings so far.
  public private(set) var samples = 0
  /// The number of events so far.
  public private(set) var events = 0
  /// The arbiter after the last event.
  public private(set) var arbiter: Arbiter
  private(set) var writer: RecordingWriter

  private var reader: RecordingReader
  private var waiting: RecordingLine?

  /// Creates a player at the beginning of a recording.
  public init(_ reader: RecordingReader) {
    self.reader = reader
    header = reader.header
    arbiter = header.arbiter
    writer = RecordingWriter(header)
    for window in header.scene.windows + header.exempt { names[window.id] = window.name }
  }

  /// Whether the recording ends in the middle of a line.
  public var isTruncated: Bool { reader.isTruncated }

  /// Plays the next event; returns `nil` at the end.
  ///
  /// `onSample` is called for each reading before the event, or before the end.
  public mutating func next(
    onSample: (Acceleration, Instant) -> Void = { _, _ in }
  ) throws(InputError) -> Step? {
    while let line = try nextLine() {
      switch line {
      case .sample(let reading, let at):
        samples += 1
        onSample(reading, at)
      case .says:
        throw Mark(file: file, line: reader.line, column: 1).error("an answer without an event")
      case .event(let event, let at):
        let place = reader.line
        if let window = event.newWindow { names[window.id] = window.name }
        events += 1
        let effects = arbiter.handle(event, at: at)
        let said = writer.say(effects)
        let following = try nextLine()
        var recorded: JSONValue?
        if case .says(let json) = following { recorded = json } else { waiting = following }
        return Step(
          line: place, event: event, at: at, effects: effects, said: said, recorded: recorded,
          isLast: following == nil)
      }
    }
    return nil
  }

  private var file: String { reader.file }

  private mutating func nextLine() throws(InputError) -> RecordingLine? {
    if let line = waiting {
      waiting = nil
      return line
    }
    return try reader.next()
  }
}

/// One decision of a recording.
public struct RecordedDecision: Sendable {
  /// The decision; `nil` if the recording has no such decision.
  public private(set) var verdict: Verdict?
  /// The names of all windows that existed up to the decision, also of removed ones.
  public private(set) var names: [WindowID: String] = [:]
  /// The number of decisions in the part of the recording that was read.
  public private(set) var count = 0

  /// Plays a recording up to a decision; `nil` selects the first decision with a conflict,
  /// otherwise the last one.
  public static func find(
    _ number: Int?, in reader: RecordingReader
  ) throws(InputError) -> RecordedDecision {
    var player = RecordingPlayer(reader)
    var found = RecordedDecision()
    while let step = try player.next() {
      for case .report(let verdict) in step.effects {
        found.count = verdict.step + 1
        guard number == nil || number == verdict.step else { continue }
        found.verdict = verdict
        found.names = player.names
        if number != nil || !verdict.conflicts.isEmpty { return found }
      }
    }
    return found
  }
}

/// The last missed turn in a recording.
public struct RecordedMissedTurn: Sendable {
  /// The missed turn.
  public let missed: MissedTurn
  /// The decisions after the missed turn.
  public let later: [Verdict]
  /// The names of all windows of the recording.
  public let names: [WindowID: String]
  /// The instant of the last event.
  public let end: Instant

  /// Plays a whole recording; `nil` if its end has no missed turn that is recent enough or still
  /// lasts.
  public init?(in reader: RecordingReader) throws(InputError) {
    var player = RecordingPlayer(reader)
    var search = MissedTurnSearch(reader.header.rules.scope)
    var verdicts: [Verdict] = []
    var end = Instant.zero
    while let step = try player.next() {
      search.note(step.effects)
      end = step.at
      let first = search.missedTurn(at: end)?.verdict.step
      for case .report(let verdict) in step.effects { verdicts.append(verdict) }
      // Only the decisions after the missed turn are kept; none while there is no missed turn.
      verdicts.removeAll { verdict in first.map { verdict.step <= $0 } ?? true }
    }
    guard let missed = search.missedTurn(at: end) else { return nil }
    self.missed = missed
    later = verdicts
    names = player.names
    self.end = end
  }
}

/// The comparison of a recording with its replay.
public struct Replay: Sendable {
  /// The first event whose recorded effects differ from those of the replay.
  public struct Divergence: Sendable, Equatable {
    /// The number of the event's first decision, or of the next one if it has none.
    public let decision: Int
    /// The number of the event's line, from 1.
    public let line: Int
    /// The recorded effects as compact JSON; empty if there are none.
    public let expected: String
    /// The new effects as compact JSON; empty if there are none.
    public let actual: String
  }

  /// The first difference; `nil` if all effects are equal, bit for bit.
  public let divergence: Divergence?
  /// The number of replayed decisions.
  public let decisions: Int
  /// The number of replayed events.
  public let events: Int
  /// The hash chain over the replayed effects, as sixteen hexadecimal digits.
  public let chain: String
  /// Whether the last line is incomplete; only that line is ignored.
  public let isTruncated: Bool
  /// The version of the program that wrote the recording.
  public let program: String

  /// Replays a recording up to its end or the first difference; throws if the file cannot be read
  /// or is not a valid recording.
  ///
  /// `added` returns a plug-in's rule set by its recorded name, such as `plugin:majority`; `nil`
  /// for other names.
  public init(path: String, added: (String) -> (any RuleSet)? = { _ in nil }) throws(InputError) {
    try self.init(RecordingReader(path: path, added: added))
  }

  /// Replays the recording that a reader has opened.
  public init(_ reader: RecordingReader) throws(InputError) {
    var player = RecordingPlayer(reader)
    var divergence: Divergence?
    var decision = 0
    while divergence == nil, let step = try player.next() {
      // Missing effects at the end are no difference: the program was stopped after it wrote the
      // event.
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
