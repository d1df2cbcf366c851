// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import EventLoop
import Formats
import Glibc
import Orientation
import Recording
import Scenarios

/// The arbiter, its queue of events, and the log of events and effects.
final class DecisionEngine {
  /// The arbiter; `nil` until the initial outputs and windows are known.
  private(set) var arbiter: Arbiter?
  var log: DecisionLog
  private var driver = EffectDriver()
  private let clock: Clock
  private let witness: (Event, [Effect], Arbiter) -> Void

  init(
    recording: RecordingFile?, clock: Clock, witness: @escaping (Event, [Effect], Arbiter) -> Void,
    onFailure: @escaping (String) -> Void
  ) {
    self.witness = witness
    log = DecisionLog(recording)
    log.onFailure = onFailure
    self.clock = clock
  }

  var now: Instant { clock.now }

  func begin(_ rules: any RuleSet, outputs: [Output]) {
    let arbiter = Arbiter(rules: rules, scene: .start(rules, outputs: outputs))
    self.arbiter = arbiter
    log.begin(arbiter)
  }

  /// Appends an event; returns whether the driver is idle, so that the caller has to run it.
  ///
  /// Before `begin`, the event is ignored and the result is false.
  func enqueue(_ event: Event) -> Bool { arbiter != nil && driver.enqueue(event) }

  func next() -> EffectDriver.Step? { driver.next() }

  /// Logs, then decides an event, so that the log has an event that crashes the process.
  func decide(_ event: Event) {
    let now = clock.now
    if let arbiter { log.note(event, at: now, before: arbiter) }
    let effects = arbiter?.handle(event, at: now) ?? []
    log.note(effects)
    if let arbiter { witness(event, effects, arbiter) }
    driver.decided(effects)
  }
}

/// The log of a run: a ring of the last decisions and, if requested, a recording of all of them.
///
/// Logging a decision never waits for the file. The queue is bounded, and a line that does not fit
/// ends the recording.
struct DecisionLog {
  /// The maximum number of queued bytes; `attach` queues all past decisions at once.
  private static let room = 64 << 20

  private(set) var ring = DecisionRing()
  /// The search for the last missed turn; `nil` before the run begins.
  private var search: MissedTurnSearch?
  private var file: (path: String, lines: LineQueue)?
  private var writer: RecordingWriter?
  /// Called with the reason when the recording fails; at most once for a recording.
  var onFailure: ((String) -> Void)?

  init(_ file: RecordingFile?) { self.file = file.map(Self.open) }

  private static func open(_ file: RecordingFile) -> (path: String, lines: LineQueue) {
    (file.path, LineQueue(room: room) { file.write($0) })
  }

  var path: String? { file?.path }

  /// The recording's hash chain, in hexadecimal; `nil` without a recording, or before the run
  /// begins.
  var chain: String? { file == nil ? nil : writer.map { RecordingWriter.hex($0.chain) } }

  func missedTurn(at now: Instant) -> MissedTurn? { search?.missedTurn(at: now) }

  /// Begins to record a running daemon, from its first decision on; returns the reason if that is
  /// impossible.
  mutating func attach(_ file: RecordingFile) -> String? {
    if let path { return "the daemon is recording already, into \(path)" }
    // `write` changes the log during the loop, so the loop reads a copy of the ring.
    let ring = ring
    if ring.next == 0 { return "nothing has been decided yet" }
    guard let start = ring.beginning else {
      return
        "the daemon has dropped its first \(ring.first) decisions, without which a recording cannot "
        + "be replayed; to record from the start: `swivel quit`, then `swivel run --record FILE`"
    }
    var arbiter = start
    var writer = RecordingWriter(RecordingHeader(start))
    self.file = Self.open(file)
    write(writer.header)
    ring.inputs(from: 0) { _, event, now in
      write(RecordingWriter.line(event, at: now))
      if let line = writer.line(arbiter.handle(event, at: now)) { write(line) }
    }
    self.writer = writer
    settle()
    return self.file == nil ? "it could not be written" : nil
  }

  /// Waits up to `LineQueue.flushTimeout` for unwritten lines; an error ends the recording.
  mutating func settle() {
    if let problem = file?.lines.flush() { give(up: problem) }
  }

  mutating func detach() -> (path: String, decisions: Int, chain: String)? {
    settle()
    guard let path, let writer else { return nil }
    file = nil
    return (path, writer.decisions, RecordingWriter.hex(writer.chain))
  }

  mutating func begin(_ arbiter: Arbiter) {
    search = MissedTurnSearch(arbiter.rules.scope)
    guard file != nil else { return }
    let writer = RecordingWriter(RecordingHeader(arbiter))
    self.writer = writer
    write(writer.header)
  }

  mutating func note(_ event: Event, at now: Instant, before arbiter: Arbiter) {
    ring.note(event, at: now, before: arbiter)
    if file != nil { write(RecordingWriter.line(event, at: now)) }
  }

  mutating func note(_ reading: Acceleration, at instant: Instant) {
    if file != nil { write(RecordingWriter.line(reading, at: instant)) }
  }

  mutating func note(_ effects: [Effect]) {
    ring.noteDecisions(in: effects)
    search?.note(effects)
    guard file != nil, let line = writer?.line(effects) else { return }
    write(line)
  }

  mutating func record(_ path: String?) -> ControlReply {
    guard let path else {
      guard let ended = detach() else {
        return .failure(ControlFailure(.notFound, "there is no recording"))
      }
      return .result([
        "recording": .string(ended.path), "decisions": .int(Int64(ended.decisions)),
        "chain": .string(ended.chain),
      ])
    }
    do throws(CommandFailure) {
      if let reason = attach(try RecordingFile(path: path)) {
        return .failure(ControlFailure(.badRequest, reason))
      }
    } catch {
      return .failure(ControlFailure(.badRequest, error.description))
    }
    return .result([
      "recording": .string(path), "decisions": .int(Int64(ring.next)),
      "chain": chain.map { .string($0) } ?? .null,
    ])
  }

  private mutating func write(_ line: String) {
    if let problem = file?.lines.write(line) { give(up: problem) }
  }

  private mutating func give(up problem: String) {
    guard let path else { return }
    file = nil
    onFailure?("\(path): \(problem); the recording ends here")
  }
}

/// A recording's new file, to which lines are appended.
///
/// The file has no lock: only one thread at a time may use it.
public final class RecordingFile: @unchecked Sendable {
  private let file: NewFile
  private var isEmpty = true

  var path: String { file.path }

  /// Creates a file that only the user may read and write; throws if the file exists already
  /// or cannot be created.
  public init(path: String) throws(CommandFailure) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw CommandFailure(.badInput, "a recording needs a file's name")
    }
    do throws(FileError) {
      file = try NewFile.create(path, .userOnly)
    } catch {
      let reason =
        error.code == EEXIST
        ? "the file exists already; a recording needs a new one" : error.reason
      throw CommandFailure(.badInput, "\(path): \(reason)")
    }
  }

  deinit {
    // A run that was refused before its first line leaves no file.
    if isEmpty { file.remove() }
  }

  /// Appends a line, if possible in one write; returns the error's description, `nil` on success.
  public func write(_ line: String) -> String? {
    isEmpty = false
    do throws(FileError) {
      try file.write((line + "\n").utf8)
      return nil
    } catch {
      return unsafe String(cString: strerror(error.code))
    }
  }
}

/// A clock that counts from the start of the run.
struct Clock {
  private let loop: EventLoop
  private let start: Instant

  init(_ loop: EventLoop) {
    self.loop = loop
    start = loop.now
  }

  var now: Instant { .zero + (loop.now - start) }

  /// Converts an instant of the run to the loop's clock; an overflow becomes the latest instant.
  func onLoop(_ instant: Instant) -> Instant {
    let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(start.nanoseconds)
    return Instant(nanoseconds: overflow ? .max : sum)
  }
}

extension Scene {
  /// Returns the initial scene, with a device of unknown orientation.
  ///
  /// Its app requires full screen, since otherwise the windows' answers would have no effect under
  /// UIKit's rule sets (P-2).
  fileprivate static func start(_ rules: any RuleSet, outputs: [Output]) -> Scene {
    var scene = Scene(
      device: Device(idiom: .pad, orientation: .unknown),
      app: App(requiresFullScreen: true), outputs: outputs)
    rules.prepare(&scene.device)
    if let output = outputs.first(where: { $0.isManaged }) {
      scene.device.panel = output.panel
      scene.statusBar = StatusBar(orientation: output.orientation)
    }
    return scene
  }
}
