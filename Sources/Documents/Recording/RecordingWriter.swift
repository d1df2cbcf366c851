// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

/// Puts a run into the lines of a recording; where they go is somebody else's business.
///
/// Every input is a line of its own, to be written before the arbiter takes it in, and what the
/// arbiter said to it is the line after. So the last line of a crash shows what led to it.
public struct RecordingWriter: Sendable {
  /// The first line.
  public let header: String
  /// The hash over all decisions so far; it depends on everything that was decided.
  public private(set) var chain: UInt64
  /// How many decisions there were.
  public private(set) var decisions = 0

  /// Begins a recording.
  public init(_ header: RecordingHeader) {
    self.header = header.json.compact()
    chain = header.digest
  }

  /// The line of an input.
  public static func line(_ event: Event, at now: Instant) -> String {
    JSONValue.object([.init("at", now.recorded), .init("event", event.recorded)]).compact()
  }

  /// The line of a sensor's reading in thousandths of g; replay shows it and decides nothing by it.
  public static func line(_ reading: Acceleration, at now: Instant) -> String {
    let axes: [JSONValue] = [reading.x.recorded, reading.y.recorded, reading.z.recorded]
    return JSONValue.object([.init("at", now.recorded), .init("sample", .array(axes))]).compact()
  }

  /// The line of what was decided; nil when the arbiter had nothing to say.
  public mutating func line(_ effects: [Effect]) -> String? {
    guard let said = say(effects) else { return nil }
    return said.compact()
  }

  /// What the line of some effects holds.
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
    return ["says": .array(effects.map(\.summary)), "chain": .string(Self.hex(chain))]
  }

  /// A chain as sixteen hexadecimal digits.
  public static func hex(_ chain: UInt64) -> String {
    let digits = String(chain, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
