// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

/// A converter of a run to the lines of a recording, which the caller stores.
///
/// Each event is a line, to be stored before the arbiter handles the event, and its effects are the
/// next line. After a crash the last line is the event that led to it.
public struct RecordingWriter: Sendable {
  /// The first line of the recording.
  public let header: String
  /// The hash chain over all effects so far.
  public private(set) var chain: UInt64
  /// The number of decisions so far.
  public private(set) var decisions = 0

  /// Creates a writer of a new recording.
  public init(_ header: RecordingHeader) {
    self.header = header.json.compact()
    chain = header.digest
  }

  /// Returns the line of an event.
  public static func line(_ event: Event, at now: Instant) -> String {
    JSONValue.object([.init("at", now.recorded), .init("event", event.recorded)]).compact()
  }

  /// Returns the line of a sensor's reading in thousandths of g, on which no decision depends.
  public static func line(_ reading: Acceleration, at now: Instant) -> String {
    let axes: [JSONValue] = [reading.x.recorded, reading.y.recorded, reading.z.recorded]
    return JSONValue.object([.init("at", now.recorded), .init("sample", .array(axes))]).compact()
  }

  /// Adds an event's effects to the hash chain and returns their line; `nil` if there are none.
  public mutating func line(_ effects: [Effect]) -> String? {
    guard let said = say(effects) else { return nil }
    return said.compact()
  }

  mutating func say(_ effects: [Effect]) -> JSONValue? {
    guard !effects.isEmpty else { return nil }
    var digest = RecordDigest()
    digest.add(chain)
    digest.add(UInt64(effects.count))
    for effect in effects {
      digest.add(effect)
      if case .report = effect { decisions += 1 }
    }
    chain = digest.value
    return ["says": .array(effects.map { $0.summary }), "chain": .string(Self.hex(chain))]
  }

  /// Returns a hash as sixteen hexadecimal digits.
  public static func hex(_ chain: UInt64) -> String {
    let digits = String(chain, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
