// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The changes under way on the outputs: one at a time each, retried within bounds.
struct OutputControl: Sendable, Hashable {
  private var outputs: [OutputChanges] = []
  private var ids = ChangeNumbers()

  /// Whether a change is under way on an output.
  func isBusy(_ output: OutputID) -> Bool { changes(of: output)?.isBusy ?? false }

  /// Whether an output stands as it does, or soon will, because it was asked for here.
  func hasTurned(_ output: OutputID) -> Bool {
    changes(of: output).map { $0.isBusy || $0.isTurned } ?? false
  }

  /// An output comes back as it was turned here before it went away.
  mutating func claim(_ output: OutputID) { outputs[index(of: output)].isTurned = true }

  /// Whether nothing was asked for on an output since it came back as it was turned here.
  func isOnlyClaimed(_ output: OutputID) -> Bool { changes(of: output)?.isOnlyClaimed ?? false }

  /// Somebody else has turned an output.
  mutating func lose(_ output: OutputID) {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return }
    outputs[index].isTurned = false
  }

  /// Asks for a transform unless it stands and will stay, or is already asked for.
  mutating func request(_ transform: Transform, on output: Output, at now: Instant) -> [Effect] {
    outputs[index(of: output.id)].request(transform, standing: output.transform, at: now, &ids)
  }

  /// The output is gone, and so is what was asked for on it.
  mutating func drop(_ output: OutputID) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return [] }
    return outputs.remove(at: index).ended()
  }

  /// The display server reports a transform; nil when it answers no request of ours.
  mutating func confirm(_ transform: Transform, on output: OutputID, at now: Instant) -> [Effect]? {
    guard let index = outputs.firstIndex(where: { $0.output == output }) else { return nil }
    return outputs[index].reported(transform, at: now, &ids)
  }

  /// The display server answered a request; only a report of the transform confirms it.
  mutating func answered(_ id: ChangeID, _ result: ApplyResult, at now: Instant) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.mayHear(of: id) }) else { return [] }
    return outputs[index].answered(id, result, at: now)
  }

  /// The output that a change is about; nil for one that is over.
  func output(of id: ChangeID) -> OutputID? { outputs.first { $0.current == id }?.output }

  /// A deadline passed: ask again, or give up and say so.
  ///
  /// `standing` is what the output shows now. A display server that went there and back at once
  /// reports no change, and still has done what was asked for.
  mutating func expired(_ id: ChangeID, standing: Transform?, at now: Instant) -> [Effect] {
    guard let index = outputs.firstIndex(where: { $0.current == id }) else { return [] }
    return outputs[index].expired(standing: standing, at: now, &ids)
  }

  private func changes(of output: OutputID) -> OutputChanges? {
    outputs.first { $0.output == output }
  }

  private mutating func index(of output: OutputID) -> Int {
    if let index = outputs.firstIndex(where: { $0.output == output }) { return index }
    outputs.append(OutputChanges(output))
    return outputs.count - 1
  }
}

/// Numbers changes in the order in which they are asked for, on whichever output.
struct ChangeNumbers: Sendable, Hashable {
  private var next: UInt32 = 1

  mutating func take() -> ChangeID {
    defer { next &+= 1 }
    return ChangeID(next)
  }
}
