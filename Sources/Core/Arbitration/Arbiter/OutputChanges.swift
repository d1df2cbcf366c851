// SPDX-License-Identifier: Apache-2.0
import Orientation

/// What is asked for on one output, and what the display server may still make of it.
///
/// A display server that stalls carries out late what was asked for early, in the order in which it
/// was asked. So a request stays open until it was refused, or until it or a later one was seen to be
/// done: while one is open that says otherwise, an output that stands as wanted proves nothing.
struct OutputChanges: Sendable, Hashable {
  /// How often one change is asked for at most.
  static let attempts = 4
  /// The time in which the display server has to confirm a request.
  private static let confirmWithin = Duration.seconds(1)
  /// How long to wait before asking again after a refusal.
  private static let retryAfter = Duration.milliseconds(150)
  /// How many requests are kept in mind; a display server with more of them open is as good as dead.
  private static let mostOpen = 32

  private enum State: Sendable, Hashable {
    /// Nothing has been asked for.
    case idle
    /// The display server was asked; the deadline is for its report.
    case asked(Wish)
    /// The display server has refused; the deadline is for asking again.
    case pausing(Wish)
    /// It stands; in the end what is open leads there, too.
    case settled(Wish)
    /// It was said that it came to nothing; it may come all the same.
    case givenUp(Wish)
  }

  let output: OutputID
  /// Whether the standing transform is one that was asked for here.
  var isTurned = false
  private var state = State.idle

  init(_ output: OutputID) { self.output = output }

  /// The change whose deadline runs; nil if none does.
  var current: ChangeID? {
    switch state {
    case .asked(let wish), .pausing(let wish): wish.id
    case .idle, .settled, .givenUp: nil
    }
  }

  /// Whether a change is under way.
  var isBusy: Bool { current != nil }

  /// Whether it stands as it was asked for before it went away, and nothing was asked for since.
  var isOnlyClaimed: Bool { if case .idle = state { isTurned } else { false } }

  /// Whether what was asked for last stands, and nobody else has turned the output since.
  private var isSettled: Bool {
    if case .settled = state { isTurned } else { false }
  }

  /// Whether an answer to this request would mean anything.
  func mayHear(of id: ChangeID) -> Bool {
    current == id || wish?.open.contains { $0.id == id } ?? false
  }

  private var wish: Wish? {
    switch state {
    case .idle: nil
    case .asked(let wish), .pausing(let wish), .settled(let wish), .givenUp(let wish): wish
    }
  }

  /// Asks for a transform unless it is asked for already, or stands and nothing can change that.
  mutating func request(
    _ transform: Transform, standing: Transform, at now: Instant, _ ids: inout ChangeNumbers
  ) -> [Effect] {
    switch state {
    case .asked(let old), .pausing(let old):
      guard old.transform != transform else { return [] }
      return [.disarmDeadline(.change(old.id))] + send(transform, at: now, &ids)
    case .idle:
      return standing == transform ? [] : send(transform, at: now, &ids)
    case .settled(var wish), .givenUp(var wish):
      guard standing == transform, wish.allows(only: transform) else {
        return send(transform, at: now, &ids)
      }
      wish.transform = transform
      state = .settled(wish)
      return []
    }
  }

  /// The display server reports a transform; nil when nothing that was asked for explains it.
  mutating func reported(
    _ transform: Transform, at now: Instant, _ ids: inout ChangeNumbers
  ) -> [Effect]? {
    switch state {
    case .idle: return nil
    case .asked(var wish):
      // Somebody else's transform is overruled by what is under way, unless it is the same.
      isTurned = wish.explains(transform)
      if wish.isMet(by: transform) { return confirm(wish) }
      state = .asked(wish)
      return []
    case .pausing(var wish):
      isTurned = wish.explains(transform)
      if wish.isMet(by: transform) { return confirm(wish) }
      state = .pausing(wish)
      return []
    case .settled(var wish), .givenUp(var wish):
      guard wish.explains(transform) else { return nil }
      if wish.isMet(by: transform) { return isSettled ? [] : confirm(wish) }
      // The display server works again, and what was asked for last is to stand.
      isTurned = true
      state = .givenUp(wish)
      return send(wish.transform, at: now, &ids)
    }
  }

  /// The display server answered a request; only a report of the transform confirms it.
  mutating func answered(_ id: ChangeID, _ result: ApplyResult, at now: Instant) -> [Effect] {
    switch state {
    case .idle: return []
    case .settled(var wish):
      wish.hear(of: id, result)
      // It stands already; a report of another transform may still be on its way.
      wish.open.removeAll { $0.isOver && $0.transform == wish.transform }
      state = .settled(wish)
      return []
    case .givenUp(var wish):
      wish.hear(of: id, result)
      state = .givenUp(wish)
      return []
    case .asked(var wish) where wish.id != id:
      wish.hear(of: id, result)
      state = .asked(wish)
      return []
    case .pausing(var wish) where wish.id != id:
      wish.hear(of: id, result)
      state = .pausing(wish)
      return []
    case .asked(var wish), .pausing(var wish):
      wish.hear(of: id, result)
      wish.lastResult = result
      switch result {
      case .succeeded:
        state = .asked(wish)
        return []
      case .unsupported: return giveUp(wish)
      case .failed, .cancelled:
        guard wish.attempts < Self.attempts else { return giveUp(wish) }
        state = .pausing(wish)
        return [
          .disarmDeadline(.change(id)),
          .armDeadline(.change(id), at: now + Self.retryAfter),
        ]
      }
    }
  }

  /// The deadline has passed: ask again, or give up and say so.
  mutating func expired(
    standing: Transform?, at now: Instant, _ ids: inout ChangeNumbers
  ) -> [Effect] {
    switch state {
    case .idle, .settled, .givenUp: return []
    case .asked(var wish), .pausing(var wish):
      if wish.transform == standing, wish.allows(only: wish.transform) {
        // What it had to report has come by now.
        wish.open.removeAll(where: \.isOver)
        return confirm(wish)
      }
      guard wish.attempts < Self.attempts else { return giveUp(wish) }
      return [report(wish, .retried)]
        + send(wish.transform, attempt: wish.attempts + 1, at: now, &ids)
    }
  }

  /// The output is gone.
  func ended() -> [Effect] { current.map { [.disarmDeadline(.change($0))] } ?? [] }

  private mutating func confirm(_ wish: Wish) -> [Effect] {
    isTurned = true
    state = .settled(wish)
    return [.disarmDeadline(.change(wish.id)), report(wish, .confirmed)]
  }

  private mutating func giveUp(_ wish: Wish) -> [Effect] {
    state = .givenUp(wish)
    let result: OutputReport.Result =
      switch wish.lastResult {
      case .failed: .refused
      case .cancelled: .cancelled
      case .unsupported: .unsupported
      case .succeeded, nil: .unanswered
      }
    return [.disarmDeadline(.change(wish.id)), report(wish, result)]
  }

  private func report(_ wish: Wish, _ result: OutputReport.Result) -> Effect {
    .outputReport(
      OutputReport(
        output: output, transform: wish.transform, result: result, attempts: wish.attempts))
  }

  private mutating func send(
    _ transform: Transform, attempt: Int = 1, at now: Instant, _ ids: inout ChangeNumbers
  ) -> [Effect] {
    let id = ids.take()
    let earlier = (wish?.open ?? []).suffix(Self.mostOpen - 1)
    state = .asked(
      Wish(
        id: id, transform: transform, attempts: attempt,
        open: earlier + [Request(id: id, transform: transform)]))
    return [
      .rotateOutput(output, transform, id),
      .armDeadline(.change(id), at: now + Self.confirmWithin),
    ]
  }
}

/// Something that was sent to the display server.
private struct Request: Sendable, Hashable {
  var id: ChangeID
  var transform: Transform
  /// Whether it is carried out no more, and at most reported.
  var isOver = false
}

/// What is wanted, and how far it has come.
private struct Wish: Sendable, Hashable {
  /// The last request for it.
  var id: ChangeID
  var transform: Transform
  /// How often it was asked for.
  var attempts: Int
  /// What the display server said to the last attempt; nil when it was silent.
  var lastResult: ApplyResult?
  /// The requests that may still be carried out or reported, oldest first.
  var open: [Request]

  /// Whether nothing that is still open leaves another transform in the end.
  func allows(only transform: Transform) -> Bool {
    open[(open.lastIndex(where: \.isOver) ?? 0)...].allSatisfy { $0.transform == transform }
  }

  /// Whether a transform that the display server reports was asked for here.
  func explains(_ reported: Transform) -> Bool {
    open.contains { $0.transform == reported }
  }

  /// Takes in a transform that the display server reports; returns whether it is what is wanted.
  ///
  /// Where several requests explain it, it was the earliest, and the others may follow.
  mutating func isMet(by reported: Transform) -> Bool {
    if let first = open.firstIndex(where: { $0.transform == reported }) {
      open.removeFirst(first + 1)
      guard open.allSatisfy({ $0.transform == reported }) else { return false }
    }
    return reported == transform
  }

  /// Takes in an answer; one that something was done means that all before it is over, too.
  mutating func hear(of id: ChangeID, _ result: ApplyResult) {
    guard let index = open.firstIndex(where: { $0.id == id }) else { return }
    guard result == .succeeded else {
      open.remove(at: index)
      return
    }
    for earlier in 0...index { open[earlier].isOver = true }
  }
}

/// The number of one request to turn an output.
public struct ChangeID: Sendable, Hashable {
  /// The number itself.
  public var rawValue: UInt32

  /// Takes the number.
  public init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// What a display server said to a change; only its own event confirms one.
public enum ApplyResult: Sendable, Hashable {
  /// A hint only: servers say so before, or without, turning.
  case succeeded
  case failed
  /// The outputs had changed meanwhile; worth trying again.
  case cancelled
  /// It cannot be asked for at all.
  case unsupported
}
