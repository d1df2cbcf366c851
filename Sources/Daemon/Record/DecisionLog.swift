// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Scenarios

/// What a run remembers: the last decisions always, all of them in a file if that was asked for.
struct DecisionLog {
  private(set) var ring = DecisionRing()
  private var file: RecordingFile?
  private var writer: RecordingWriter?
  /// Is called with what keeps the recording from going on; at most once.
  var onFailure: ((String) -> Void)?

  init(_ file: RecordingFile?) { self.file = file }

  /// The recording's path; nil when there is none or it has failed.
  var path: String? { file?.path }

  /// The hash over all decisions; nil without a recording.
  var chain: String? { file == nil ? nil : writer.map { RecordingWriter.hex($0.chain) } }

  /// Begins with what an arbiter starts from.
  mutating func begin(_ arbiter: Arbiter) {
    guard file != nil else { return }
    let writer = RecordingWriter(RecordingHeader(arbiter))
    self.writer = writer
    write(writer.header)
  }

  /// Takes note of an event before the arbiter does, so that even its last one is told.
  mutating func note(_ event: Event, at now: Instant, before arbiter: Arbiter) {
    ring.note(event, at: now, before: arbiter)
    if file != nil { write(RecordingWriter.line(event, at: now)) }
  }

  /// Takes note of a reading of the sensor, as the judge gets it.
  mutating func note(_ reading: Acceleration, at instant: Instant) {
    if file != nil { write(RecordingWriter.line(reading, at: instant)) }
  }

  /// Takes note of what the arbiter said.
  mutating func note(_ effects: [Effect]) {
    ring.noteDecisions(in: effects)
    guard file != nil, let line = writer?.line(effects) else { return }
    write(line)
  }

  private mutating func write(_ line: String) {
    guard let file, let problem = file.write(line) else { return }
    self.file = nil
    onFailure?("\(file.path): \(problem); the recording ends here")
  }
}
