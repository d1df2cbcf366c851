// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
public import Orientation

// Recording: the inputs of an arbiter, so that its decisions can be repeated.
//
// The arbiter is a pure function of its inputs, so a recording keeps those: a header with the scene
// and the rule set, then a line of JSON for each event. Each group of effects is a line with a
// summary and a hash, which is chained from line to line. `Replay` repeats all decisions and
// compares these lines, so it finds the first event with different effects.
//
// - `Coding` lists the fields of a scene once (`RecordStruct`), so that writing, reading and
//   hashing omit none. Default values are not written. A recording of an older program replays bit
//   for bit; Tests/Recordings holds examples.
// - `DecisionRing` keeps the last decisions of a running daemon in bounded memory: events are
//   packed (`CompactInput`), scenes are kept at intervals, and a decision is repeated on request.
// - `AccelerometerTrace` and `HingeTrace` are readings as CSV, for judges and for tests without a
//   sensor.
//
// `docs/recordings.md` and `docs/traces.md` state the formats. Begin with `RecordingHeader.swift`
// and `RecordingPlayer.swift`; then `Coding/RecordValue.swift`.

/// A reader of recordings, line by line.
public struct RecordingReader {
  /// The maximum size of a recording in bytes: 512 MiB.
  public static let maximumBytes = 512 << 20

  /// The first line of the recording.
  public let header: RecordingHeader
  /// Whether the last line is incomplete, because the program was stopped while writing it.
  public let isTruncated: Bool
  /// The number of the last line that was read, from 1.
  public private(set) var line = 1

  private let bytes: [UInt8]
  package let file: String
  private var offset: Int

  /// Opens a recording and reads its first line.
  ///
  /// `added` returns a plug-in's rule set by its recorded name, such as `plugin:majority`; `nil`
  /// for other names. Throws if the file cannot be read, is no valid recording, or names an unknown
  /// rule set.
  public init(path: String, added: (String) -> (any RuleSet)? = { _ in nil }) throws(InputError) {
    try self.init(InputFile.read(path: path, atMost: Self.maximumBytes), file: path, added: added)
  }

  /// Reads the first line of a recording; `file` is the file's name in error messages.
  ///
  /// `added` returns a plug-in's rule set by its recorded name, such as `plugin:majority`; `nil`
  /// for other names.
  public init(
    _ bytes: [UInt8], file: String, added: (String) -> (any RuleSet)? = { _ in nil }
  ) throws(InputError) {
    self.bytes = bytes
    self.file = file
    isTruncated = bytes.last != UInt8(ascii: "\n")
    guard Self.isRecording(bytes) else {
      throw Mark(file: file).error("this is no recording")
    }
    let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    guard let end else {
      throw Mark(file: file).error("the recording ends in its first line")
    }
    offset = end + 1
    let mark = Mark(file: file, line: 1, column: 1)
    let json = try Self.parse(bytes[..<end], mark)
    header = try RecordingHeader(json, at: mark, added: added)
  }

  /// Returns whether the content of a file begins as a recording does.
  public static func isRecording(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: "{\"\(RecordingHeader.tag)\":".utf8)
  }

  /// Returns the next event and its instant, without its effects and the readings before it; `nil`
  /// at the end.
  public mutating func nextEvent() throws(InputError) -> (event: Event, at: Instant)? {
    while true {
      // Lines with effects are skipped: they are slow to parse, and playing the event computes them
      // again.
      while bytes[offset...].starts(with: Self.saying), let end = lineEnd {
        line += 1
        offset = end + 1
      }
      guard let next = try next() else { return nil }
      if case .event(let event, let at) = next { return (event, at) }
    }
  }

  private static let saying = Array(#"{"says":"#.utf8)

  private var lineEnd: Int? { bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) }

  /// Returns the next complete line; `nil` at the end.
  public mutating func next() throws(InputError) -> RecordingLine? {
    guard let end = lineEnd else { return nil }
    line += 1
    let mark = Mark(file: file, line: line, column: 1)
    let json = try Self.parse(bytes[offset..<end], mark)
    offset = end + 1
    do throws(RecordProblem) {
      return try RecordingLine(json)
    } catch {
      throw mark.error(error.description)
    }
  }

  private static func parse(_ line: ArraySlice<UInt8>, _ mark: Mark) throws(InputError) -> JSONValue
  {
    do throws(InputError) {
      return try JSONValue.parse(Array(line), file: mark.file)
    } catch {
      throw InputError(
        file: mark.file, line: mark.line, column: error.column, problem: error.problem,
        valid: error.valid, suggestion: error.suggestion)
    }
  }
}

/// A line of a recording, except the first.
public enum RecordingLine: Sendable {
  case event(Event, at: Instant)
  case sample(Acceleration, at: Instant)
  /// The recorded effects of the previous event.
  case says(JSONValue)

  init(_ json: JSONValue) throws(RecordProblem) {
    if json["says"] != nil, json["chain"]?.string != nil {
      self = .says(json)
      return
    }
    guard let members = json.object, members.count == 2, let time = json["at"] else {
      throw RecordProblem("neither an event nor what was said to one")
    }
    let at = try Instant(recorded: time)
    if let event = json["event"] {
      self = .event(try Event(recorded: event), at: at)
    } else if let sample = json["sample"] {
      let axes = try [Int32](recorded: sample)
      guard axes.count == 3 else { throw RecordProblem("a sample without three numbers") }
      self = .sample(Acceleration(x: axes[0], y: axes[1], z: axes[2]), at: at)
    } else {
      throw RecordProblem("neither an event nor a sample")
    }
  }
}
