// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What is asked of an applier: everything that is asked for at once as one change, and one change
/// after the other.
///
/// Most display servers cancel a change that was made from an older state than the present one, and
/// those that do not would have the layout of the second undo the first. So the next change waits
/// for the answer to the one before it. Whoever asks for the same once more does not expect that
/// answer any longer, and then nothing waits for it.
struct TurnQueue {
  struct Turn: Hashable {
    var output: String
    var transform: Transform
    var tag: UInt32
  }

  /// Turns that go out as one change.
  struct Batch: Hashable {
    /// Names it in the answer.
    var number: Int
    var turns: [Turn]
    /// Turns without an answer or a report that this change must not undo.
    var unanswered: [Turn]
  }

  /// A change without an answer.
  private struct Unanswered {
    let batch: Batch
    /// The turns that its answer ends: its own, and those of refused changes that it has in it, too.
    var turns: [Turn]
    /// What of them may still come, and is not to be undone by the next change.
    var open: [Turn]

    init(_ batch: Batch) { (self.batch, turns, open) = (batch, batch.turns, batch.turns) }
  }

  /// How many changes without an answer are kept in mind.
  private static let maximumOverdue = 16

  private enum State {
    /// Nothing is under way.
    case free
    /// A change has no answer yet.
    case asked(Unanswered)
    /// A change was answered; the display server's reports of it are on their way.
    case settling(number: Int)
  }

  private var state = State.free
  /// What goes out next, one for each output.
  private var waiting: [Turn] = []
  /// What was refused together, and goes out one by one after the rest.
  private var apart: [Turn] = []
  /// Changes whose answers are no longer waited for, oldest first.
  private var overdue: [Unanswered] = []
  /// What was done by its answer and has not been reported, one for each output.
  private var unreported: [Turn] = []
  private var lastNumber = 0

  /// Adds a turn; returns those of the output that it replaces before they have gone out.
  mutating func add(_ turn: Turn) -> [Turn] {
    if case .asked(let change) = state,
      (change.turns + waiting + apart).contains(where: turn.repeats)
    {
      overdue = overdue.suffix(Self.maximumOverdue - 1) + [change]
      state = .free
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

  /// What is to go out now; nil if nothing is, or something has to be waited for.
  mutating func next() -> Batch? {
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

  /// A change was answered; returns the turns that this answers.
  ///
  /// Where several were refused together each is tried alone, since one may be to blame for all.
  mutating func answered(_ number: Int, _ result: ChangeResult) -> [Turn] {
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
    // Those that are asked for otherwise by now have gone out for nothing, and an output that was
    // turned by somebody else meanwhile may not want this any longer.
    let others = Set(waiting.map(\.output))
    let again = change.open.filter { batch.turns.contains($0) && !others.contains($0.output) }
    apart += again
    return change.turns.filter { !again.contains($0) }
  }

  /// What the display server had to say after a change has come.
  mutating func settled(_ number: Int) {
    if case .settling(number) = state { state = .free }
  }

  /// An output has reported what it shows, which counts for more than what was asked for earlier, or
  /// that it is gone.
  mutating func reported(_ output: String) {
    unreported.removeAll { $0.output == output }
    for index in overdue.indices { overdue[index].open.removeAll { $0.output == output } }
    guard case .asked(var change) = state else { return }
    change.open.removeAll { $0.output == output }
    state = .asked(change)
  }

  /// A change was made, and with it or never those of the same outputs before it.
  private mutating func close(_ change: Unanswered, before end: Int) {
    func isClosed(_ old: Turn) -> Bool { change.turns.contains { $0.output == old.output } }
    for index in 0..<end { overdue[index].open.removeAll(where: isClosed) }
    unreported.removeAll(where: isClosed)
    unreported += change.open
  }

  /// A change was not made; a later one that has some of its turns in it may be made all the same.
  ///
  /// Returns the turns that have come to nothing.
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

  /// The last turn of each output without an answer or a report, unless it turns otherwise now.
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
