// SPDX-License-Identifier: Apache-2.0

/// A writer of Perfetto's TrackEvent packets: tracks, slices, instants, counters and flows.
///
/// The field numbers are those of the published schema (Perfetto,
/// protos/perfetto/trace/perfetto_trace.proto and track_event/*.proto;
/// https://perfetto.dev/docs/reference/trace-packet-proto). All packets belong to one sequence
/// and are in time order.
struct TrackEventWriter {
  typealias Track = UInt64

  /// A debug annotation of an event: a name with a value.
  struct Annotation {
    enum Value {
      case text(String)
      case number(Int64)
      case flag(Bool)
    }

    let name: String
    let value: Value

    init(_ name: String, _ text: String) { (self.name, value) = (name, .text(text)) }
    init(_ name: String, _ number: Int64) { (self.name, value) = (name, .number(number)) }
    init(_ name: String, _ flag: Bool) { (self.name, value) = (name, .flag(flag)) }
  }

  enum Flow {
    case passes(UInt64)
    case ends(UInt64)
  }

  private enum Kind: UInt64 {
    case begin = 1
    case end = 2
    case instant = 3
    case counter = 4
  }

  private static let sequence: UInt64 = 1
  private var output = ProtobufWriter()
  private var lastTrack: Track = 0
  private var isFirst = true

  /// Returns the bytes written since the last call.
  mutating func take() -> [UInt8] { output.take() }

  private mutating func packet(_ fill: (inout ProtobufWriter) -> Void) {
    let begins = isFirst
    isFirst = false
    output.message(1) { packet in
      packet.unsigned(10, Self.sequence)
      // The first packet tells the reader to clear its incremental state.
      if begins { packet.unsigned(13, 1) }
      fill(&packet)
    }
  }

  /// Writes a track for a process, to be the parent of other tracks, and returns it.
  mutating func process(_ name: String) -> Track {
    lastTrack += 1
    let track = lastTrack
    packet { packet in
      packet.message(60) { descriptor in
        descriptor.unsigned(1, track)
        descriptor.message(3) { process in
          process.unsigned(1, 1)
          process.text(6, name)
        }
        // The value 3 orders child tracks by their rank.
        descriptor.unsigned(11, 3)
      }
    }
    return track
  }

  /// Writes a track for slices and instants, and returns it; tracks with the same parent are shown
  /// in ascending order of `rank`.
  mutating func track(_ name: String, below parent: Track, rank: Int64) -> Track {
    descriptor(name, below: parent, rank: rank) { _ in }
  }

  /// Writes a counter track, which is drawn as a curve, and returns it; `unit` is the unit's name.
  mutating func counter(
    _ name: String, unit: String, below parent: Track, rank: Int64
  ) -> Track {
    descriptor(name, below: parent, rank: rank) { descriptor in
      descriptor.message(8) { $0.text(6, unit) }
    }
  }

  private mutating func descriptor(
    _ name: String, below parent: Track, rank: Int64, _ more: (inout ProtobufWriter) -> Void
  ) -> Track {
    lastTrack += 1
    let track = lastTrack
    packet { packet in
      packet.message(60) { descriptor in
        descriptor.unsigned(1, track)
        descriptor.text(2, name)
        descriptor.unsigned(5, parent)
        more(&descriptor)
        descriptor.unsigned(11, 3)
        descriptor.signed(12, rank)
      }
    }
    return track
  }

  private mutating func event(
    _ kind: Kind, _ track: Track, at time: UInt64, _ fill: (inout ProtobufWriter) -> Void
  ) {
    packet { packet in
      packet.unsigned(8, time)
      packet.message(11) { event in
        event.unsigned(9, kind.rawValue)
        event.unsigned(11, track)
        fill(&event)
      }
    }
  }

  private static func describe(
    _ event: inout ProtobufWriter, _ name: String, _ category: String,
    _ annotations: [Annotation], _ flows: [Flow]
  ) {
    for annotation in annotations {
      event.message(4) { message in
        switch annotation.value {
        case .flag(let value): message.flag(2, value)
        case .number(let value): message.signed(4, value)
        case .text(let value): message.text(6, value)
        }
        message.text(10, annotation.name)
      }
    }
    event.text(22, category)
    event.text(23, name)
    write(flows, to: &event)
  }

  private static func write(_ flows: [Flow], to event: inout ProtobufWriter) {
    for flow in flows {
      switch flow {
      case .passes(let id): event.fixed(47, id)
      case .ends(let id): event.fixed(48, id)
      }
    }
  }

  /// Writes an instant event; `time` is in nanoseconds.
  mutating func instant(
    _ name: String, _ category: String, on track: Track, at time: UInt64,
    _ annotations: [Annotation] = [], flows: [Flow] = []
  ) {
    event(.instant, track, at: time) { Self.describe(&$0, name, category, annotations, flows) }
  }

  mutating func begin(
    _ name: String, _ category: String, on track: Track, at time: UInt64,
    _ annotations: [Annotation] = [], flows: [Flow] = []
  ) {
    event(.begin, track, at: time) { Self.describe(&$0, name, category, annotations, flows) }
  }

  /// Writes the end of the innermost open slice of a track.
  mutating func end(_ track: Track, at time: UInt64, flows: [Flow] = []) {
    event(.end, track, at: time) { Self.write(flows, to: &$0) }
  }

  /// Writes the value of a counter from this time on.
  mutating func count(_ value: Int64, on track: Track, at time: UInt64) {
    event(.counter, track, at: time) { $0.signed(30, value) }
  }
}

/// A writer of the wire format of Protocol Buffers: a key for each field, followed by its value
/// (https://protobuf.dev/programming-guides/encoding/).
private struct ProtobufWriter {
  private(set) var bytes: [UInt8] = []

  private enum WireType: UInt64 {
    case varint = 0
    case fixed64 = 1
    case delimited = 2
  }

  private mutating func key(_ number: UInt64, _ type: WireType) {
    varint(number << 3 | type.rawValue)
  }

  private mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Writes an unsigned integer or an enumeration value (varint).
  mutating func unsigned(_ number: UInt64, _ value: UInt64) {
    key(number, .varint)
    varint(value)
  }

  /// Writes a signed integer (varint); negative ones need ten bytes.
  mutating func signed(_ number: UInt64, _ value: Int64) {
    unsigned(number, UInt64(bitPattern: value))
  }

  mutating func flag(_ number: UInt64, _ value: Bool) { unsigned(number, value ? 1 : 0) }

  /// Writes eight bytes in little-endian order (fixed64).
  mutating func fixed(_ number: UInt64, _ value: UInt64) {
    key(number, .fixed64)
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
    }
  }

  mutating func text(_ number: UInt64, _ value: String) {
    key(number, .delimited)
    varint(UInt64(value.utf8.count))
    bytes += value.utf8
  }

  mutating func message(_ number: UInt64, _ fill: (inout ProtobufWriter) -> Void) {
    var inner = ProtobufWriter()
    fill(&inner)
    key(number, .delimited)
    varint(UInt64(inner.bytes.count))
    bytes += inner.bytes
  }

  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }
}
