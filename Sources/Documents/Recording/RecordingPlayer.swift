// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation

/// Plays a recording: every event goes to an arbiter again, in the order in which it came.
public struct RecordingPlayer {
  /// One event with what came of it.
  public struct Step: Sendable {
    /// The line of the event, from 1.
    public let line: Int
    /// The event itself.
    public let event: Event
    /// When it came.
    public let at: Instant
    /// What the arbiter says to it now.
    public let effects: [Effect]
    /// What it says now, as a recording has it; nil when it says nothing.
    let said: JSONValue?
    /// What the recording has; nil when it has nothing.
    let recorded: JSONValue?
    /// Whether the recording ends with this event and never got to what was said.
    let isLast: Bool
  }

  /// The recording's first line.
  public let header: RecordingHeader
  /// The names of all windows so far, by number.
  public private(set) var names: [WindowID: String] = [:]
  /// How many sensor readings were passed over.
  public private(set) var samples = 0
  /// How many events were played.
  public private(set) var events = 0
  /// The arbiter as it stands.
  public private(set) var arbiter: Arbiter
  private(set) var writer: RecordingWriter

  private var reader: RecordingReader
  private var waiting: RecordingLine?

  /// Starts from the first line of a recording.
  public init(_ reader: RecordingReader) {
    self.reader = reader
    header = reader.header
    arbiter = header.arbiter
    writer = RecordingWriter(header)
    for window in header.scene.windows + header.exempt { names[window.id] = window.name }
  }

  /// Whether the recording ends in the middle of a line.
  public var isTruncated: Bool { reader.isTruncated }

  /// Plays the next event; nil at the end.
  ///
  /// `onSample` gets the readings that stand before it.
  public mutating func next(
    onSample: (Acceleration, Instant) -> Void = { _, _ in }
  ) throws(InputError) -> Step? {
    while let line = try take() {
      switch line {
      case .sample(let reading, let at):
        samples += 1
        onSample(reading, at)
      case .says:
        throw Mark(file: file, line: reader.line, column: 1).error("an answer without an event")
      case .event(let event, let at):
        let place = reader.line
        if case .add(let window, _) = event { names[window.id] = window.name }
        if case .addExempt(let window, _) = event { names[window.id] = window.name }
        events += 1
        let effects = arbiter.handle(event, at: at)
        let said = writer.say(effects)
        let following = try take()
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

  private mutating func take() throws(InputError) -> RecordingLine? {
    if let line = waiting {
      waiting = nil
      return line
    }
    return try reader.next()
  }
}

/// One decision out of a recording.
public struct RecordedDecision: Sendable {
  /// The decision; nil when there is none of that number.
  public private(set) var verdict: Verdict?
  /// The names of all windows so far.
  public private(set) var names: [WindowID: String] = [:]
  /// How many decisions the recording has, as far as it was looked through.
  public private(set) var count = 0

  /// Plays a recording up to a decision; nil is the first one with a conflict, or else the last.
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
