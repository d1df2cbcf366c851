// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A queue of rotations for an applier: those requested together form one change, and changes are
/// sent one after the other.
///
/// Most display servers cancel a change that is based on an outdated state; with the others, the
/// layout of the second change would undo the first. So the next change waits for the answer to the
/// one before it, and the newest request of an output replaces its predecessor. A caller that
/// repeats its last request no longer expects that answer, so nothing waits for it once the display
/// server has handled the change: a server that is stopped gets no further change.
struct TurnQueue {
  struct Turn: Hashable {
    var output: String
    var transform: Transform
    var tag: UInt32
  }

  /// Rotations that are sent as one change.
  struct Batch: Hashable {
    /// Identifies the change in the answer.
    var number: Int
    var turns: [Turn]
    /// Rotations without an answer or a report, which this change must not undo.
    var unanswered: [Turn]
  }

  /// A change without an answer.
  private struct Unanswered {
    let batch: Batch
    /// The rotations that the answer ends: the change's own, and those of refused changes that it
    /// repeats.
    var turns: [Turn]
    /// Those of them that may still take effect, which the next change must not undo.
    var open: [Turn]
    /// Whether the display server has handled the request, answered or not.
    var isHandled = false
    /// Whether a caller has repeated a rotation, so that its answer is no longer waited for.
    var isRepeated = false

    init(_ batch: Batch) { (self.batch, turns, open) = (batch, batch.turns, batch.turns) }
  }

  /// The largest number of overdue changes that is kept.
  private static let maximumOverdue = 16

  private enum State {
    /// No change is under way.
    case free
    /// A change has no answer yet.
    case asked(Unanswered)
    /// A change was answered; the display server's reports of it are on their way.
    case settling(number: Int)
  }

  private var state = State.free
  /// The rotations of the next change, one for each output.
  private var waiting: [Turn] = []
  /// Rotations that were refused together, sent one by one after the others.
  private var apart: [Turn] = []
  /// Changes whose answers are no longer waited for, oldest first.
  private var overdue: [Unanswered] = []
  /// Rotations that were answered with success and not yet reported, one for each output.
  private var unreported: [Turn] = []
  private var lastNumber = 0

  /// Adds a rotation; returns the unsent rotations of the output that it replaces.
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

  /// Returns the change to send now; `nil` if there is none, or an answer is outstanding.
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

  /// Called when the display server has handled all requests up to a change, with or without an
  /// answer to it.
  mutating func handled(_ number: Int) {
    defer { _checkInvariants() }
    guard case .asked(var change) = state, change.batch.number == number else { return }
    change.isHandled = true
    state = .asked(change)
    dropIfOverdue()
  }

  /// Ends the wait for an answer that is no longer expected.
  private mutating func dropIfOverdue() {
    guard case .asked(let change) = state, change.isHandled, change.isRepeated else { return }
    overdue = overdue.suffix(Self.maximumOverdue - 1) + [change]
    state = .free
  }

  /// Called when a change was answered; returns the rotations that the answer ends.
  ///
  /// Rotations that were refused together are tried one by one, since one may be the cause.
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
    // An output with a newer request, or with a report in the meantime, is not tried again.
    let others = Set(waiting.map(\.output))
    let again = change.open.filter { batch.turns.contains($0) && !others.contains($0.output) }
    apart += again
    return change.turns.filter { !again.contains($0) }
  }

  /// Called when the display server's reports after a change have arrived.
  mutating func settled(_ number: Int) {
    if case .settling(number) = state { state = .free }
  }

  /// Called when an output has reported its transform, which supersedes earlier requests, or was
  /// removed.
  mutating func reported(_ output: String) {
    unreported.removeAll { $0.output == output }
    for index in overdue.indices { overdue[index].open.removeAll { $0.output == output } }
    guard case .asked(var change) = state else { return }
    change.open.removeAll { $0.output == output }
    state = .asked(change)
  }

  /// Traps in debug builds unless an output waits once, and changes are in the order of sending.
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

  /// Closes a successful change: earlier rotations of its outputs can no longer take effect.
  private mutating func close(_ change: Unanswered, before end: Int) {
    func isClosed(_ old: Turn) -> Bool { change.turns.contains { $0.output == old.output } }
    for index in 0..<end { overdue[index].open.removeAll(where: isClosed) }
    unreported.removeAll(where: isClosed)
    unreported += change.open
  }

  /// Moves the rotations of a failed change to later changes that repeat them.
  ///
  /// Returns the rotations that have failed.
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

  /// Returns the last rotation of each output without an answer or a report, except outputs in
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
