// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import HeadlessCompositor
import Orientation
import Recording
import Scenarios

/// Records the arbiter's inputs in a ring and a file, and reports device orientations.
///
/// A change of rules begins another history: a recording has one rule set.
final class SessionHistory: DecisionRecorder {
  /// Called when an event has set the device's orientation.
  var onDevice: ((DeviceOrientation) -> Void)?
  /// Called after a decision.
  var onDecision: (() -> Void)?
  private(set) var ring = DecisionRing()
  private(set) var rules: (any RuleSet)?
  private var writer: RecordingWriter?
  private let path: String?
  private var file: NewFile?
  private var parts = 0
  private var problem: FileError?

  /// Creates a file that only its owner may read; throws if the file exists.
  init(_ path: String?) throws(FileError) {
    self.path = path
    file = try Self.make(path)
  }

  private static func make(_ path: String?) throws(FileError) -> NewFile? {
    guard let path else { return nil }
    return try NewFile.create(path, .userOnly)
  }

  func begin(_ arbiter: Arbiter) {
    ring = DecisionRing()
    rules = arbiter.rules
    parts += 1
    if parts > 1, let path, problem == nil {
      do throws(FileError) {
        file = try Self.make(NumberedFile.name(path, parts))
      } catch { problem = error }
    }
    let writer = RecordingWriter(RecordingHeader(arbiter))
    self.writer = writer
    write(writer.header)
  }

  func note(_ event: Event, at now: Instant, before arbiter: Arbiter) {
    ring.note(event, at: now, before: arbiter)
    write(RecordingWriter.line(event, at: now))
    if case .device(.turned(let orientation)) = event { onDevice?(orientation) }
  }

  func note(_ effects: [Effect]) {
    let number = ring.next
    ring.noteDecisions(in: effects)
    if let line = writer?.line(effects) { write(line) }
    if ring.next != number { onDecision?() }
  }

  /// Returns the error of the file; nil if everything was written.
  func finish() -> String? { problem?.description }

  private func write(_ line: String) {
    guard problem == nil else { return }
    do throws(FileError) { try file?.write((line + "\n").utf8) } catch { problem = error }
  }

  /// Returns one decision and the names of the windows then; nil if the ring has dropped it.
  func decision(_ number: Int) -> (verdict: Verdict, names: [WindowID: String])? {
    var found: (Verdict, [WindowID: String])?
    ring.replay(from: number) { verdict, names in
      if verdict.step == number { found = (verdict, names) }
      return false
    }
    return found
  }

  /// Returns the decisions in the ring as a scenario that decides the same, and as a recording.
  func story() throws -> (scenario: String, recording: String) {
    var start: Arbiter?
    ring.inputs(from: ring.first) { begun, _, _ in if start == nil { start = begun } }
    guard let start, let recording = ring.recording(ofLast: .max, header: { RecordingHeader($0) })
    else { throw TabletFailure("nothing has been decided yet") }
    var verdicts: [Verdict] = []
    ring.replay(from: ring.first) { verdict, _ in
      verdicts.append(verdict)
      return true
    }
    let story = StoryScenario(start, verdicts)
    return (try story.text(), recording.text)
  }
}

/// Inserts a number before a file's extension: `turn.jsonl`, `turn-2.jsonl`.
enum NumberedFile {
  static func name(_ path: String, _ number: Int) -> String {
    guard number > 1 else { return path }
    let folder = FilePath.directory(of: path)
    let name = path.dropFirst(folder.count)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path)-\(number)"
    }
    return "\(folder)\(name[..<dot])-\(number)\(name[dot...])"
  }
}
