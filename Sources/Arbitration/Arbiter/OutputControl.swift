// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The changes under way on the outputs: one at a time each, retried within bounds.
struct OutputControl: Sendable, Hashable {
  /// One request that is not confirmed yet.
  struct Change: Sendable, Hashable {
    var id: ChangeID
    var output: OutputID
    var transform: Transform
    var attempts: Int
    /// What the display server said to the last attempt; nil when it was silent.
    var lastResult: ApplyResult?
  }

  /// How often one change is asked for at most.
  static let attempts = 4
  /// How long the display server has to confirm.
  static let confirmWithin: Int64 = 1000
  /// How long to wait before asking again after a refusal.
  static let retryAfter: Int64 = 150

  private var changes: [Change] = []
  /// Changes that were given up; the display server may still make them.
  private var abandoned: [Change] = []
  /// The outputs whose standing transform is one that was asked for here.
  private var turned: Set<OutputID> = []
  private var nextID: UInt32 = 1

  /// Whether a change is under way on an output.
  func isBusy(_ output: OutputID) -> Bool { changes.contains { $0.output == output } }

  /// Whether an output stands as it does, or soon will, because it was asked for here.
  func hasTurned(_ output: OutputID) -> Bool { isBusy(output) || turned.contains(output) }

  /// An output comes back as it was turned here before it went away.
  mutating func claim(_ output: OutputID) { turned.insert(output) }

  /// Somebody else has turned an output.
  mutating func lose(_ output: OutputID) { turned.remove(output) }

  /// Asks for a transform unless it stands or is already asked for.
  mutating func request(_ transform: Transform, on output: Output, at now: Instant) -> [Effect] {
    if let index = changes.firstIndex(where: { $0.output == output.id }) {
      guard changes[index].transform != transform else { return [] }
      let old = changes.remove(at: index)
      return [.disarmDeadline(.change(old.id))] + send(transform, output.id, attempt: 1, at: now)
    }
    guard output.transform != transform else { return [] }
    return send(transform, output.id, attempt: 1, at: now)
  }

  /// The output is gone, and so is what was asked for on it.
  mutating func drop(_ output: OutputID) -> [Effect] {
    let gone = changes.filter { $0.output == output }
    changes.removeAll { $0.output == output }
    abandoned.removeAll { $0.output == output }
    turned.remove(output)
    return gone.map { .disarmDeadline(.change($0.id)) }
  }

  /// The display server reports a transform; nil when it answers no request of ours.
  mutating func confirm(_ transform: Transform, on output: OutputID) -> [Effect]? {
    guard let index = changes.firstIndex(where: { $0.output == output }) else {
      let late = abandoned.firstIndex { $0.output == output && $0.transform == transform }
      return late.map { confirmed(abandoned.remove(at: $0)) }
    }
    // A late event of an earlier change says nothing about this one.
    guard changes[index].transform == transform else { return [] }
    return confirmed(changes.remove(at: index))
  }

  private mutating func confirmed(_ change: Change) -> [Effect] {
    turned.insert(change.output)
    return [
      .disarmDeadline(.change(change.id)),
      .outputReport(
        OutputReport(
          output: change.output, transform: change.transform, result: .confirmed,
          attempts: change.attempts)),
    ]
  }

  /// The display server answered a request; only a report of the transform confirms it.
  mutating func answered(_ id: ChangeID, _ result: ApplyResult, at now: Instant) -> [Effect] {
    guard let index = changes.firstIndex(where: { $0.id == id }) else { return [] }
    changes[index].lastResult = result
    switch result {
    case .succeeded: return []
    case .unsupported: return giveUp(index)
    case .failed, .cancelled:
      if changes[index].attempts >= Self.attempts { return giveUp(index) }
      return [
        .disarmDeadline(.change(id)),
        .armDeadline(.change(id), at: now.advanced(milliseconds: Self.retryAfter)),
      ]
    }
  }

  /// The output that a change is about; nil for one that is over.
  func output(of id: ChangeID) -> OutputID? { changes.first { $0.id == id }?.output }

  /// A deadline passed: ask again, or give up and say so.
  ///
  /// `standing` is what the output shows now. A display server that went there and back at once
  /// reports no change, and still has done what was asked for.
  mutating func expired(
    _ id: ChangeID, standing: Transform?, at now: Instant
  ) -> [Effect] {
    guard let index = changes.firstIndex(where: { $0.id == id }) else { return [] }
    let change = changes[index]
    if change.transform == standing { return confirmed(changes.remove(at: index)) }
    guard change.attempts < Self.attempts else { return giveUp(index) }
    changes.remove(at: index)
    let report = OutputReport(
      output: change.output, transform: change.transform, result: .retried,
      attempts: change.attempts)
    return [.outputReport(report)]
      + send(change.transform, change.output, attempt: change.attempts + 1, at: now)
  }

  private mutating func giveUp(_ index: Int) -> [Effect] {
    let change = changes.remove(at: index)
    abandoned.append(change)
    let result: OutputReport.Result =
      switch change.lastResult {
      case .failed: .refused
      case .cancelled: .cancelled
      case .unsupported: .unsupported
      case .succeeded, nil: .unanswered
      }
    return [
      .disarmDeadline(.change(change.id)),
      .outputReport(
        OutputReport(
          output: change.output, transform: change.transform, result: result,
          attempts: change.attempts)),
    ]
  }

  private mutating func send(
    _ transform: Transform, _ output: OutputID, attempt: Int, at now: Instant
  ) -> [Effect] {
    let id = ChangeID(nextID)
    nextID &+= 1
    abandoned.removeAll { $0.output == output }
    changes.append(
      Change(id: id, output: output, transform: transform, attempts: attempt, lastResult: nil))
    return [
      .rotateOutput(output, transform, id),
      .armDeadline(.change(id), at: now.advanced(milliseconds: Self.confirmWithin)),
    ]
  }
}
