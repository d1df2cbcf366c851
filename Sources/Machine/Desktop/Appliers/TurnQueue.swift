// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A queue of rotations for an applier; rotations that are requested together form one change.
///
/// Changes are sent one at a time: the next waits for the answer to the previous one. Most display
/// servers cancel a change that is based on an outdated state; on others, the layout of a second
/// change would undo the first. A newer request for an output replaces an unsent one.
///
/// If a caller repeats a sent request, the queue waits for the answer only until the display server
/// has processed the change. A stopped server processes nothing, so the queue sends it no further
/// change.
struct TurnQueue {
  struct Turn: Hashable {
    var output: String
    var transform: Transform
    var tag: UInt32
  }

  struct Batch: Hashable {
    var number: Int
    var turns: [Turn]
    /// Earlier rotations of other outputs without an answer or a report; the change must not undo
    /// them.
    var unanswered: [Turn]
  }

  private struct Unanswered {
    let batch: Batch
    /// The rotations that the answer decides: the change's own, and those in `batch.unanswered`
    /// whose own change has failed since.
    var turns: [Turn]
    /// The subset of `turns` that may still take effect, which the next change must not undo.
    var open: [Turn]
    /// Whether the display server has processed the request, even if it sent no answer.
    var isHandled = false
    /// Whether the caller has repeated a rotation since the change was sent; if so, the queue waits
    /// for the answer only until `isHandled`.
    var isRepeated = false

    init(_ batch: Batch) { (self.batch, turns, open) = (batch, batch.turns, batch.turns) }
  }

  private static let maximumOverdue = 16

  private enum State {
    /// The queue waits for no answer and no report, so the next change may be sent.
    case free
    case asked(Unanswered)
    /// A change was answered, and the display server's reports of its effects have not all arrived.
    case settling(number: Int)
  }

  private var state = State.free
  /// The rotations of the next change, at most one for each output.
  private var waiting: [Turn] = []
  /// The rotations that were refused as one change and are now sent one by one.
  private var apart: [Turn] = []
  /// The changes for whose answers the queue no longer waits, oldest first; a late answer still
  /// counts.
  private var overdue: [Unanswered] = []
  /// The successful rotations whose output has not yet reported its transform, one for each output.
  private var unreported: [Turn] = []
  private var lastNumber = 0

  mutating func add(_ turn: Turn) -> [Turn] {
    defer { _checkInvariants() }
    if case .asked(var change) = state {
      let last = (waiting + apart).last { $0.output == turn.output }
      let previous = last ?? change.turns.last { $0.output == turn.output }
      change.isRepeated = change.isRepeated || previous.map(turn.repeats) == true
      state = .asked(change)
      dropIfOverdue()
    }
    let replaced = withdraw { $0 == turn.output }
    waiting.append(turn)
    return replaced
  }

  mutating func withdraw(where isGone: (String) -> Bool) -> [Turn] {
    let withdrawn = (waiting + apart).filter { isGone($0.output) }
    waiting.removeAll { isGone($0.output) }
    apart.removeAll { isGone($0.output) }
    return withdrawn
  }

  var isDue: Bool {
    guard case .free = state else { return false }
    return !waiting.isEmpty || !apart.isEmpty
  }

  mutating func next() -> Batch? {
    defer { _checkInvariants() }
    guard case .free = state else { return nil }
    var turns = waiting
    waiting = []
    if turns.isEmpty, !apart.isEmpty { turns = [apart.removeFirst()] }
    guard !turns.isEmpty else { return nil }
    lastNumber += 1
    let batch = Batch(number: lastNumber, turns: turns, unanswered: unanswered(without: turns))
    state = .asked(Unanswered(batch))
    return batch
  }

  /// Called when the display server has processed all requests up to a change, answered or not.
  mutating func handled(_ number: Int) {
    defer { _checkInvariants() }
    guard case .asked(var change) = state, change.batch.number == number else { return }
    change.isHandled = true
    state = .asked(change)
    dropIfOverdue()
  }

  private mutating func dropIfOverdue() {
    guard case .asked(let change) = state, change.isHandled, change.isRepeated else { return }
    overdue = overdue.suffix(Self.maximumOverdue - 1) + [change]
    state = .free
  }

  /// Called when a change was answered; returns the rotations whose result is now known.
  ///
  /// Rotations that were refused as one change are tried one by one, since one of them may be the
  /// cause.
  mutating func answered(_ number: Int, _ result: ChangeResult) -> [Turn] {
    defer { _checkInvariants() }
    if let index = overdue.firstIndex(where: { $0.batch.number == number }) {
      let change = overdue.remove(at: index)
      guard result == .succeeded else { return handOver(change, after: index) }
      close(change, before: index)
      return change.turns
    }
    guard case .asked(let change) = state, change.batch.number == number else { return [] }
    let batch = change.batch
    state = .settling(number: number)
    if result == .succeeded { close(change, before: overdue.count) }
    guard result.isRefusal, batch.turns.count > 1 else { return change.turns }
    // An output with a newer request, or with a report since the request, is not tried again.
    let others = Set(waiting.map(\.output))
    let again = change.open.filter { batch.turns.contains($0) && !others.contains($0.output) }
    apart += again
    return change.turns.filter { !again.contains($0) }
  }

  /// Called when the display server's reports about a change have arrived.
  mutating func settled(_ number: Int) {
    if case .settling(number) = state { state = .free }
  }

  /// Called when an output has reported its transform, which supersedes earlier requests, or when
  /// it was removed.
  mutating func reported(_ output: String) {
    unreported.removeAll { $0.output == output }
    for index in overdue.indices { overdue[index].open.removeAll { $0.output == output } }
    guard case .asked(var change) = state else { return }
    change.open.removeAll { $0.output == output }
    state = .asked(change)
  }

  func _checkInvariants() {
    let outputs = (waiting + apart).map(\.output)
    assert(Set(outputs).count == outputs.count)
    assert(Set(unreported.map(\.output)).count == unreported.count)
    assert(overdue.count <= Self.maximumOverdue)
    var sent = overdue.map(\.batch.number)
    if case .asked(let change) = state { sent.append(change.batch.number) }
    assert(zip(sent, sent.dropFirst()).allSatisfy { $0 < $1 } && sent.last ?? 0 <= lastNumber)
    for change in overdue { assert(change.open.allSatisfy(change.turns.contains)) }
  }

  /// Ends a successful change, whose rotations now wait for the reports of their outputs.
  ///
  /// Older rotations of these outputs, in the first `end` overdue changes or among those that wait
  /// for a report, can no longer take effect and are dropped.
  private mutating func close(_ change: Unanswered, before end: Int) {
    func isClosed(_ old: Turn) -> Bool { change.turns.contains { $0.output == old.output } }
    for index in 0..<end { overdue[index].open.removeAll(where: isClosed) }
    unreported.removeAll(where: isClosed)
    unreported += change.open
  }

  /// Moves the rotations of a failed change to later changes that repeat them; returns the
  /// remaining rotations, which have failed.
  private mutating func handOver(_ change: Unanswered, after start: Int) -> [Turn] {
    var ended = change.turns
    func take(_ later: inout Unanswered) {
      let taken = ended.filter(later.batch.unanswered.contains)
      ended.removeAll(where: taken.contains)
      later.turns += taken
      later.open += taken.filter(change.open.contains)
    }
    for index in overdue.indices[start...] { take(&overdue[index]) }
    if case .asked(var last) = state {
      take(&last)
      state = .asked(last)
    }
    return ended
  }

  /// Returns the newest rotation of each output that lacks an answer or a report, except outputs in
  /// `turns`.
  private func unanswered(without turns: [Turn]) -> [Turn] {
    var result: [Turn] = []
    for turn in unreported + overdue.flatMap(\.open)
    where !turns.contains(where: { $0.output == turn.output }) {
      result.removeAll { $0.output == turn.output }
      result.append(turn)
    }
    return result
  }
}

extension TurnQueue.Turn {
  fileprivate func repeats(_ other: Self) -> Bool {
    output == other.output && transform == other.transform
  }
}

/// A requested layout in which one or more outputs are rotated.
public struct OutputChange: Sendable, Hashable {
  /// One output that is rotated.
  public struct Turn: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// The requested transform.
    public var transform: Transform
  }

  /// The transform and position of one enabled output in the requested layout.
  public struct Place: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// The output's transform in that layout.
    public var transform: Transform
    /// The output's top left corner, in logical pixels.
    public var position: Point
  }

  /// The outputs to rotate, each once.
  public var turns: [Turn]
  /// Every enabled output, rotated or not.
  public var layout: [Place]

  /// Creates a change from its rotations and its layout.
  public init(turns: [Turn], layout: [Place]) {
    self.turns = turns
    self.layout = layout
  }

  /// Creates a change that rotates outputs and moves their neighbours; disabled outputs stay
  /// disabled.
  public init(_ turns: [Turn], among outputs: [DesktopOutput]) {
    let live = outputs.filter(\.enabled)
    let transforms = live.map { output in
      turns.first { $0.output == output.name }?.transform ?? output.transform
    }
    var positions = live.map(\.logicalPosition)
    let sizes = zip(live, transforms).map { output, transform in
      output.transform.swapsDimensions == transform.swapsDimensions
        ? output.logicalSize : output.logicalSize.swapped
    }
    if sizes != live.map(\.logicalSize) {
      let rectangles = live.map { Rectangle(origin: $0.logicalPosition, size: $0.logicalSize) }
      positions = OutputLayout.positions(of: rectangles, resizedTo: sizes)
    }
    let layout = live.indices.map { index in
      Place(output: live[index].name, transform: transforms[index], position: positions[index])
    }
    self.init(turns: turns, layout: layout)
  }

  /// Returns the place of an output in the layout; `nil` for a disabled or unknown output.
  public func place(of output: String) -> Place? { layout.first { $0.output == output } }
}
