// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// The last decisions of a run, kept as what led to them and decided again when somebody asks.
///
/// It costs memory only: nothing is written, nothing wakes up. It holds the last `decisions`, or
/// fewer where windows are so many or their names so long that these would take too many bytes.
public struct DecisionRing: Sendable {
  /// How many decisions it holds at least, unless they are too big.
  public static let decisions = 10_000
  /// How many bytes it takes at most.
  public static let maximumBytes = 1 << 20
  /// How many decisions share one starting point; a question about one replays so many at most.
  private static let perSegment = 1_000
  /// How many bytes of events share one starting point, so that there is always a part to forget.
  private static let bytesPerSegment = 128 << 10

  private struct Segment: Sendable {
    let start: Arbiter
    let startBytes: Int
    /// The names of windows that were gone at the start but can still be blamed.
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
  /// The names of the windows that are there, and of those that are gone but can still be blamed.
  public private(set) var names: [WindowID: String] = [:]
  /// The number of the decision that comes next.
  public private(set) var next = 0

  /// Begins with nothing.
  public init() {}

  /// The number of the oldest decision that is still there.
  public var first: Int { segments.first?.first ?? next }

  /// How many bytes it takes.
  public var byteCount: Int { segments.reduce(0) { $0 + $1.size } }

  /// Takes in an event, before the arbiter does.
  public mutating func note(_ event: Event, at now: Instant, before arbiter: Arbiter) {
    if segments.last?.isFull ?? true { begin(arbiter, at: now) }
    if case .add(let window, _) = event { names[window.id] = window.name }
    let index = segments.count - 1
    let delay = now.nanoseconds &- segments[index].last.nanoseconds
    CompactInput.append(event, after: delay, to: &segments[index].bytes)
    segments[index].last = now
    forget()
  }

  private mutating func begin(_ arbiter: Arbiter, at now: Instant) {
    if let last = segments.indices.last {
      // What has grown for more to come needs no room for it any longer.
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
    names = arbiter.names.merging(goneNames) { $1 }
  }

  /// Takes note that the arbiter has decided.
  public mutating func noteDecisions(in effects: [Effect]) {
    guard !segments.isEmpty else { return }
    for effect in effects {
      guard case .report = effect else { continue }
      segments[segments.count - 1].decisions += 1
      next += 1
    }
  }

  /// Decides again from decision `from` on and shows each, until `body` has seen enough.
  ///
  /// `names` are those of the windows that have been there since the replayed part began.
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
      names.merge(arbiter.names) { $1 }
      while let (event, delay) = CompactInput.take(segment.bytes, &offset) {
        now = Instant(nanoseconds: now.nanoseconds &+ delay)
        if case .add(let window, _) = event { names[window.id] = window.name }
        for case .report(let verdict) in arbiter.handle(event, at: now)
        where verdict.step >= wanted {
          if !body(verdict, names) { return }
        }
      }
    }
  }

  /// The arbiter before the very first event; nil once that has been forgotten.
  public var beginning: Arbiter? { first == 0 ? segments.first?.start : nil }

  /// The number of the first decision of the part in which a decision is; nil when it is forgotten.
  private func partStart(of wanted: Int) -> Int? { segments.last { $0.first <= wanted }?.first }

  /// The names of the windows that were there, or could be blamed, when that part began.
  package func names(before wanted: Int) -> [WindowID: String] {
    guard let part = segments.last(where: { $0.first <= wanted }) else { return [:] }
    return part.gone.merging(part.start.names) { $1 }
  }

  /// Shows every event from the part on in which a decision is, each with the arbiter before the
  /// first of them.
  public func inputs(
    from wanted: Int, _ body: (_ start: Arbiter, _ event: Event, _ now: Instant) -> Void
  ) {
    guard let begin = segments.lastIndex(where: { $0.first <= wanted }) else { return }
    for segment in segments[begin...] {
      var now = segment.begin
      var offset = 0
      while let (event, delay) = CompactInput.take(segment.bytes, &offset) {
        now = Instant(nanoseconds: now.nanoseconds &+ delay)
        body(segments[begin].start, event, now)
      }
    }
  }

  // The newest part always stays, whatever it takes: there has to be an answer to the last question.
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

  /// The windows that a later decision may name although they are gone.
  fileprivate var blamed: [WindowID] {
    var windows = openConflicts.flatMap(\.culprits).compactMap { party in
      if case .window(let id) = party { id } else { nil }
    }
    if case .window(let id) = scene.statusBar.writer { windows.append(id) }
    return windows
  }

  /// Roughly what a copy takes that shares nothing with the arbiter it was made from.
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
  /// How many controllers hang at or below this one.
  fileprivate var count: Int {
    1 + (presented?.controller.count ?? 0)
      + (container?.children.reduce(0) { $0 + $1.count } ?? 0)
  }
}

extension DecisionRing {
  /// What led to the last `count` decisions or some more, as a recording; nil before the first.
  ///
  /// It starts where a part of the ring does, and counts its decisions from 0: `first` is the number
  /// of the first in the ring.
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
