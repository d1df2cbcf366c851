// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Formats
public import Orientation

/// A ring buffer of the last decisions' inputs, from which an arbiter repeats the decisions.
///
/// The ring uses only memory: it writes no file and needs no timer. The ring keeps at least
/// `decisions` decisions, or fewer if they would exceed `maximumBytes`; the newest segment is
/// always kept.
public struct DecisionRing: Sendable {
  /// The minimum number of decisions that are kept, unless they exceed `maximumBytes`.
  public static let decisions = 10_000
  /// The maximum memory in bytes, which only a single segment may exceed.
  public static let maximumBytes = 1 << 20
  /// The number of decisions after which a new segment begins; a request replays at most one
  /// segment to reach a decision.
  private static let perSegment = 1_000
  /// The number of bytes of events after which a new segment begins, so that the ring has old
  /// segments to drop.
  private static let bytesPerSegment = 128 << 10

  private struct Segment: Sendable {
    let start: Arbiter
    let startBytes: Int
    /// The names of windows that were removed before the start but can still be blamed.
    let gone: [WindowID: String]
    let first: Int
    var decisions = 0
    var begin: Instant
    var last: Instant
    var bytes: [UInt8] = []

    var size: Int { startBytes + bytes.capacity }

    var isFull: Bool {
      decisions >= DecisionRing.perSegment || bytes.count >= DecisionRing.bytesPerSegment
    }
  }

  private var segments: [Segment] = []
  /// The names of the windows since the beginning of the newest segment, and of earlier windows
  /// that can still be blamed.
  public private(set) var names: [WindowID: String] = [:]
  /// The number of the next decision.
  public private(set) var next = 0

  /// Creates an empty ring.
  public init() {}

  /// The number of the oldest decision in the ring; that of the next decision if the ring is empty.
  public var first: Int { segments.first?.first ?? next }

  /// The approximate memory in use, in bytes.
  public var byteCount: Int { segments.reduce(0) { $0 + $1.size } }

  /// Adds an event; must be called before the arbiter handles the event.
  public mutating func note(_ event: Event, at now: Instant, before arbiter: Arbiter) {
    if segments.last?.isFull ?? true { begin(arbiter, at: now) }
    if let window = event.newWindow { names[window.id] = window.name }
    let index = segments.count - 1
    let delay = now.nanoseconds &- segments[index].last.nanoseconds
    CompactInput.append(event, after: delay, to: &segments[index].bytes)
    segments[index].last = now
    forget()
  }

  private mutating func begin(_ arbiter: Arbiter, at now: Instant) {
    if let last = segments.indices.last {
      // The copy releases the reserved capacity.
      segments[last].bytes = unsafe segments[last].bytes.withUnsafeBufferPointer {
        unsafe Array($0)
      }
    }
    let gone = arbiter.blamed.filter { arbiter.scene.window($0) == nil }
    let goneNames = names.filter { gone.contains($0.key) }
    segments.append(
      Segment(
        start: arbiter, startBytes: arbiter.byteCount, gone: goneNames, first: next, begin: now,
        last: now))
    names = arbiter.names.adding(goneNames)
  }

  /// Counts the decisions among an event's effects.
  public mutating func noteDecisions(in effects: [Effect]) {
    guard !segments.isEmpty else { return }
    for effect in effects {
      guard case .report = effect else { continue }
      segments[segments.count - 1].decisions += 1
      next += 1
    }
  }

  /// Repeats the decisions from number `from` on, or all if that one was dropped; calls `body` with
  /// each one until `body` returns false.
  ///
  /// `names` has the windows that existed or could be blamed at the beginning of the replayed
  /// segment, and those added since.
  public func replay(
    from wanted: Int, _ body: (_ verdict: Verdict, _ names: [WindowID: String]) -> Bool
  ) {
    guard let begin = segments.lastIndex(where: { $0.first <= wanted }) ?? segments.indices.first
    else { return }
    var names = segments[begin].gone
    for segment in segments[begin...] {
      var arbiter = segment.start
      var now = segment.begin
      var offset = 0
      names = names.adding(arbiter.names)
      while let (event, delay) = CompactInput.decode(segment.bytes, &offset) {
        now = Instant(nanoseconds: now.nanoseconds &+ delay)
        if let window = event.newWindow { names[window.id] = window.name }
        for case .report(let verdict) in arbiter.handle(event, at: now)
        where verdict.step >= wanted {
          if !body(verdict, names) { return }
        }
      }
    }
  }

  /// The arbiter before the first event of the run; `nil` if the ring is empty or has dropped that
  /// segment.
  public var beginning: Arbiter? { first == 0 ? segments.first?.start : nil }

  /// Returns the number of the first decision in a decision's segment; `nil` if the segment was
  /// dropped.
  private func partStart(of wanted: Int) -> Int? { segments.last { $0.first <= wanted }?.first }

  /// Returns the names of the windows that existed or could be blamed at the beginning of a
  /// decision's segment; empty if the segment was dropped.
  package func names(before wanted: Int) -> [WindowID: String] {
    guard let part = segments.last(where: { $0.first <= wanted }) else { return [:] }
    return part.gone.adding(part.start.names)
  }

  /// Calls `body` with every event from the beginning of a decision's segment on, and with the
  /// arbiter before the first of them; does nothing if the segment was dropped.
  public func inputs(
    from wanted: Int, _ body: (_ start: Arbiter, _ event: Event, _ now: Instant) -> Void
  ) {
    guard let begin = segments.lastIndex(where: { $0.first <= wanted }) else { return }
    for segment in segments[begin...] {
      var now = segment.begin
      var offset = 0
      while let (event, delay) = CompactInput.decode(segment.bytes, &offset) {
        now = Instant(nanoseconds: now.nanoseconds &+ delay)
        body(segments[begin].start, event, now)
      }
    }
  }

  // The newest segment is never dropped, so that the last decision can always be explained.
  private mutating func forget() {
    while segments.count > 1 {
      let isPlenty = next - segments[1].first >= Self.decisions
      guard isPlenty || byteCount > Self.maximumBytes else { return }
      segments.removeFirst()
    }
  }
}

extension Arbiter {
  fileprivate var names: [WindowID: String] {
    var names: [WindowID: String] = [:]
    for window in scene.windows + exempt { names[window.id] = window.name }
    return names
  }

  /// The windows that a later decision may name even after their removal: culprits of open
  /// conflicts, and the status bar's writer.
  fileprivate var blamed: [WindowID] {
    var windows = openConflicts.flatMap { $0.culprits }.compactMap { $0.window }
    if case .window(let id) = scene.statusBar.writer { windows.append(id) }
    return windows
  }

  /// The approximate size in bytes of a copy that shares no memory with the arbiter.
  fileprivate var byteCount: Int {
    let windows = scene.windows + exempt
    let text = windows.reduce(0) { $0 + $1.name.utf8.count + $1.shell.appID.utf8.count }
    let controllers = windows.reduce(0) { $0 + ($1.root?.count ?? 0) }
    return MemoryLayout<Arbiter>.size + windows.count * Window.byteCount
      + controllers * Controller.byteCount
      + scene.outputs.count * MemoryLayout<Output>.stride + text
  }
}

extension Controller {
  fileprivate var count: Int {
    1 + (presented?.controller.count ?? 0)
      + (container?.children.reduce(0) { $0 + $1.count } ?? 0)
  }
}

extension DecisionRing {
  /// Returns a recording with the inputs of at least the last `count` decisions, or of all in the
  /// ring if there are fewer; `nil` before the first event.
  ///
  /// The recording starts at the beginning of a segment and counts its decisions from 0; `first` is
  /// the number that its first decision has in the ring.
  public func recording(
    ofLast count: Int, header: (Arbiter) -> RecordingHeader
  ) -> (first: Int, text: String)? {
    let wanted = max(first, next - count)
    guard let begin = partStart(of: wanted) else { return nil }
    var lines: [String] = []
    var writer: RecordingWriter?
    var arbiter: Arbiter?
    inputs(from: wanted) { start, event, now in
      if writer == nil {
        let header = header(start)
        let fresh = RecordingWriter(header)
        lines.append(fresh.header)
        (writer, arbiter) = (fresh, header.arbiter)
      }
      lines.append(RecordingWriter.line(event, at: now))
      let effects = arbiter?.handle(event, at: now) ?? []
      if let said = writer?.line(effects) { lines.append(said) }
    }
    return lines.isEmpty ? nil : (begin, lines.joined(separator: "\n") + "\n")
  }
}

/// The compact encoding of events: common events by number, all others as JSON.
///
/// The bytes are never stored beyond the process, so the encoding needs no version.
enum CompactInput {
  /// The first byte of an encoded event.
  private enum Kind: UInt8 {
    case json, turned, applied, transform, changeDeadline, makeKey, resignKey, remove, observe
  }

  /// Appends an event, with its delay after the previous one in nanoseconds.
  static func append(_ event: Event, after delay: Int64, to bytes: inout [UInt8]) {
    switch event {
    case .device(.turned(let value)):
      begin(.turned, delay, &bytes)
      bytes.append(value.rawValue)
    case .applied(let id, let result) where ApplyResult.all.contains(result):
      begin(.applied, delay, &bytes)
      append(UInt64(id.rawValue), to: &bytes)
      bytes.append(UInt8(truncatingIfNeeded: ApplyResult.all.firstIndex(of: result) ?? 0))
    case .output(.transform(let id, let transform)):
      begin(.transform, delay, &bytes)
      append(id.rawValue, to: &bytes)
      bytes.append(transform.rawValue)
    case .deadline(.change(let id)):
      begin(.changeDeadline, delay, &bytes)
      append(UInt64(id.rawValue), to: &bytes)
    case .window(let id, .makeKey): append(.makeKey, id, delay, &bytes)
    case .window(let id, .resignKey): append(.resignKey, id, delay, &bytes)
    case .window(let id, .remove): append(.remove, id, delay, &bytes)
    case .observe: begin(.observe, delay, &bytes)
    default:
      begin(.json, delay, &bytes)
      let text = event.recorded.compact().utf8
      append(UInt64(text.count), to: &bytes)
      bytes += text
    }
  }

  /// Returns the event at the offset with its delay in nanoseconds, and advances the offset; `nil`
  /// at the end and for an invalid event.
  static func decode(_ bytes: [UInt8], _ offset: inout Int) -> (event: Event, delay: Int64)? {
    guard offset < bytes.count, let kind = Kind(rawValue: bytes[offset]) else { return nil }
    offset += 1
    let delay = Int64(bitPattern: number(bytes, &offset))
    switch kind {
    case .json:
      let length = Int(truncatingIfNeeded: number(bytes, &offset))
      let end = min(bytes.count, offset + length)
      defer { offset = end }
      guard let json = try? JSONValue.parse(Array(bytes[offset..<end]), file: "ring"),
        let event = try? Event(recorded: json)
      else { return nil }
      return (event, delay)
    case .turned:
      return (
        .device(.turned(DeviceOrientation(rawValue: byte(bytes, &offset)) ?? .unknown)), delay
      )
    case .applied:
      let id = ChangeID(UInt32(truncatingIfNeeded: number(bytes, &offset)))
      let index = Int(byte(bytes, &offset))
      guard ApplyResult.all.indices.contains(index) else { return nil }
      return (.applied(id, ApplyResult.all[index]), delay)
    case .transform:
      let id = OutputID(small(bytes, &offset))
      let transform = Transform(rawValue: byte(bytes, &offset)) ?? .normal
      return (.output(.transform(id, transform)), delay)
    case .changeDeadline:
      let id = ChangeID(UInt32(truncatingIfNeeded: number(bytes, &offset)))
      return (.deadline(.change(id)), delay)
    case .makeKey: return (.window(WindowID(small(bytes, &offset)), .makeKey), delay)
    case .resignKey: return (.window(WindowID(small(bytes, &offset)), .resignKey), delay)
    case .remove: return (.window(WindowID(small(bytes, &offset)), .remove), delay)
    case .observe: return (.observe, delay)
    }
  }

  private static func begin(_ kind: Kind, _ delay: Int64, _ bytes: inout [UInt8]) {
    bytes.append(kind.rawValue)
    append(UInt64(bitPattern: delay), to: &bytes)
  }

  private static func append(_ kind: Kind, _ id: WindowID, _ delay: Int64, _ bytes: inout [UInt8]) {
    begin(kind, delay, &bytes)
    append(id.rawValue, to: &bytes)
  }

  private static func append(_ number: Int32, to bytes: inout [UInt8]) {
    append(UInt64(UInt32(bitPattern: number)), to: &bytes)
  }

  /// Appends a number in LEB128: seven bits per byte, lowest first; the eighth bit means that more
  /// follow.
  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  private static func number(_ bytes: [UInt8], _ offset: inout Int) -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = byte(bytes, &offset)
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { break }
      shift += 7
    }
    return number
  }

  private static func small(_ bytes: [UInt8], _ offset: inout Int) -> Int32 {
    Int32(bitPattern: UInt32(truncatingIfNeeded: number(bytes, &offset)))
  }

  private static func byte(_ bytes: [UInt8], _ offset: inout Int) -> UInt8 {
    guard offset < bytes.count else { return 0 }
    defer { offset += 1 }
    return bytes[offset]
  }
}

extension Event {
  /// The window that the event adds, diagnostic or not; `nil` for other events.
  var newWindow: Window? {
    switch self {
    case .add(let window, _), .addExempt(let window, _): window
    default: nil
    }
  }
}

extension [WindowID: String] {
  fileprivate func adding(_ others: Self) -> Self {
    others.reduce(into: self) { $0[$1.key] = $1.value }
  }
}
