// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// One `swivel_policy_v1`: what a client says of turning, what it is asked, and what it hears.
///
/// This is the protocol as a value. It knows no socket, no Wayland and no clock: a server tells it
/// what the client requests, what the arbiter asks, whose time is up and what was decided, and does
/// the actions that each of these returns. The daemon serves it for windows that match, the
/// compositor for a window of a surface; both are shells around this and answer alike.
///
/// Three things are told apart, each an enumeration of its own, so that what cannot be cannot be
/// written. The *stance* is what the client has last said of how it answers: nothing yet, declared,
/// or live. The *decision* is the one that is being made; it keeps the stance that it began with,
/// because a change counts for later decisions only, and remembers a silence, because a silent
/// client costs one decision one deadline and no more. The *exchange* is how far the decision has
/// come with one window: not asked, answered out of the declaration, waiting for a query's answer,
/// answered, or given up.
///
/// Serials outlive the decision that they belong to: an answer may be under way when its time is
/// up. Such an answer is dropped without a word, a second one to the same query is a mistake, and so
/// is one to a query that was never sent. What counts as a client's last word is what it declared or
/// answered in time, whichever came later; an answer never changes what is declared.
///
/// Deadlines are the arbiter's own: it arms one with every question. The first to pass ends the
/// waiting for all questions to this client in this decision.
///
/// Nothing that a peer says can reach a precondition. Begin to read with `receive` and `ask`.
public struct PolicySession: Sendable {
  /// How a client answers.
  public enum Stance: Sendable, Hashable {
    /// Not said yet: the server's default answers.
    case undeclared
    /// Beforehand.
    case declared(DeclaredPolicy)
    /// Each time it is asked.
    case live
  }

  private enum State: Sendable {
    case open(Stance)
    case ended
  }

  private enum Decision: Sendable {
    /// None that has asked anything.
    case none
    /// One that began under this stance.
    case begun(Stance)
    /// One in which the client was silent; nobody waits for it again.
    case silent
  }

  private enum Exchange: Sendable {
    case idle
    case declared
    /// A query is out, and its answer will serve these questions.
    case waiting(serial: UInt32, [(id: QuestionID, kind: Question.Kind)], sent: Instant)
    case answered(serial: UInt32, DeclaredPolicy)
    /// Time is up, or was before there was a query, which then has the serial 0.
    case givenUp(serial: UInt32)
  }

  /// The newest query about a window, in this decision or an earlier one.
  private enum Newest: Sendable, Equatable {
    case none
    case unanswered(UInt32)
    case answered(UInt32)
  }

  private struct Entry: Sendable {
    var id: WindowID
    /// The window's number in this policy.
    let number: UInt32
    var exchange = Exchange.idle
    var newest = Newest.none

    /// The questions that a query's answer is waited for.
    var open: [QuestionID] {
      if case .waiting(_, let questions, _) = exchange { questions.map(\.id) } else { [] }
    }
  }

  /// A wish to be asked again.
  private enum Wish: Sendable {
    case none
    case due
    /// The server has come to it, but a decision in which the client is asked has to end first.
    case underWay
  }

  /// Milliseconds, as the protocol has it.
  private let answerTimeout: UInt32
  private var state = State.open(.undeclared)
  private var decision = Decision.none
  private var windows: [Entry] = []
  private var lastNumber: UInt32 = 0
  private var lastSerial: UInt32 = 0
  private var wish = Wish.none
  /// What the client last declared, or answered in time; nil before.
  public private(set) var lastWord: DeclaredPolicy?

  /// A session in which nothing has been said; a question is waited for so long.
  public init(answerTimeout: Duration) {
    self.answerTimeout = UInt32(clamping: answerTimeout.milliseconds)
  }

  /// Whether any window belongs to it.
  public var hasWindows: Bool { !windows.isEmpty }

  /// How the client answers in decisions that begin from now on; nil once it has no say.
  public var stance: Stance? { if case .open(let stance) = state { stance } else { nil } }
}

// MARK: What the client does

extension PolicySession {
  /// Takes a request; one that comes after the end is ignored.
  public mutating func receive(_ request: Request, at now: Instant) -> [Action] {
    guard let stance else { return [] }
    do throws(Mistake) {
      switch request {
      case .declare(let statement):
        let policy = try DeclaredPolicy(statement)
        state = .open(.declared(policy))
        lastWord = policy
        return [.restate]
      case .setLive:
        state = .open(.live)
        return [.send(.deadline(answerTimeout))] + (stance == .live ? [] : [.restate])
      case .answer(let serial, let statement):
        return try answer(serial, DeclaredPolicy(statement), at: now)
      case .invalidate:
        guard case .none = wish else { return [] }
        wish = .due
        return [.reconsider]
      }
    } catch {
      return [.reject(error)]
    }
  }

  private mutating func answer(
    _ serial: UInt32, _ policy: DeclaredPolicy, at now: Instant
  ) throws(Mistake) -> [Action] {
    guard serial > 0, serial <= lastSerial else {
      throw .init(
        .unknownSerial, "the query \(serial) was never sent; the last one is \(lastSerial)")
    }
    guard !windows.contains(where: { $0.newest == .answered(serial) }) else {
      throw .init(.alreadyAnswered, "the query \(serial) has an answer already")
    }
    // An older one, or a window that has gone meanwhile: it may have been under way.
    guard let index = windows.firstIndex(where: { $0.newest == .unanswered(serial) }) else {
      return []
    }
    windows[index].newest = .answered(serial)
    guard case .waiting(_, let questions, let sent) = windows[index].exchange else { return [] }
    windows[index].exchange = .answered(serial: serial, policy)
    lastWord = policy
    // All answers of one query took the same time, which counts once.
    let took = now - sent
    return questions.enumerated().map { number, question in
      .handIn(policy.event(question.id, question.kind, took: number == 0 ? took : nil))
    }
  }

  /// The client has destroyed the policy, or left: it has no say any more, and is told nothing.
  public mutating func end() -> [Action] {
    state = .ended
    defer { windows = [] }
    return windows.flatMap { Self.failOpen($0) }
  }

  /// The server ends the policy.
  public mutating func finish(_ reason: Reason) -> [Action] {
    stance == nil ? [] : [.send(.finished(reason))] + end()
  }

  // What is open is taken as unanswered at once.
  private static func failOpen(_ entry: Entry) -> [Action] {
    entry.open.map { .handIn(.policyFailed($0)) }
  }
}

// MARK: What the server does

extension PolicySession {
  /// A surface's window is this one now; it is number 0, and the client need not be told.
  public mutating func represent(_ window: WindowID) {
    if windows.isEmpty { windows.append(Entry(id: window, number: 0)) }
    windows[0].id = window
  }

  /// A window belongs to the policy from now on; the title is nil unless the match has one.
  public mutating func match(_ window: WindowID, appID: String, title: String?) -> [Action] {
    guard stance != nil else { return [] }
    lastNumber &+= 1
    windows.append(Entry(id: window, number: lastNumber))
    return [.send(.matched(window: lastNumber, appID: appID, title: title))]
  }

  /// A window belongs to the policy no longer.
  public mutating func unmatch(_ window: WindowID) -> [Action] {
    guard let index = windows.firstIndex(where: { $0.id == window }) else { return [] }
    let gone = windows.remove(at: index)
    return [.send(.unmatched(window: gone.number))] + Self.failOpen(gone)
  }

  /// The server comes to what `reconsider` asked for; later wishes are new ones, once a decision
  /// that is being made is over.
  public mutating func reconsidering() {
    if case .none = decision { wish = .none } else { wish = .underWay }
  }

  /// The arbiter asks about a window, which stands in this orientation.
  public mutating func ask(
    _ id: QuestionID, _ question: Question, current: InterfaceOrientation, at now: Instant
  ) -> [Action] {
    guard let stance, let index = windows.firstIndex(where: { $0.id == question.window }) else {
      return [.handIn(.policyFailed(id))]
    }
    if case .none = decision { decision = .begun(stance) }
    switch (windows[index].exchange, decision) {
    case (.answered(_, let policy), _):
      return [.handIn(policy.event(id, question.kind, took: nil))]
    case (.waiting(let serial, let questions, let sent), _):
      windows[index].exchange = .waiting(
        serial: serial, questions + [(id, question.kind)], sent: sent)
      return []
    case (.givenUp, _): return [.handIn(.deadline(.question(id)))]
    case (_, .silent):
      windows[index].exchange = .givenUp(serial: 0)
      return [.handIn(.deadline(.question(id)))]
    case (_, .begun(.declared(let policy))):
      windows[index].exchange = .declared
      return [.handIn(policy.event(id, question.kind, took: nil))]
    case (_, .begun(.live)):
      lastSerial &+= 1
      windows[index].newest = .unanswered(lastSerial)
      windows[index].exchange = .waiting(serial: lastSerial, [(id, question.kind)], sent: now)
      return [
        .send(
          .query(
            serial: lastSerial, window: windows[index].number, proposed: question.proposed,
            current: current))
      ]
    case (_, .begun(.undeclared)), (_, .none): return [.handIn(.abstained(id))]
    }
  }

  /// A question's time is up, which the arbiter hears from whoever keeps its deadlines; nothing
  /// happens unless it was put here.
  public mutating func expired(_ id: QuestionID) -> [Action] {
    let open = windows.flatMap(\.open)
    guard open.contains(id) else { return [] }
    decision = .silent
    for index in windows.indices {
      guard case .waiting(let serial, _, _) = windows[index].exchange else { continue }
      windows[index].exchange = .givenUp(serial: serial)
    }
    return open.filter { $0 != id }.map { .handIn(.deadline(.question($0))) }
  }

  /// A decision has been made: the client hears what it did with its windows.
  public mutating func decided(_ verdict: Verdict) -> [Action] {
    defer {
      decision = .none
      if case .underWay = wish { wish = .none }
      for index in windows.indices { windows[index].exchange = .idle }
    }
    return windows.compactMap { entry in outcome(for: entry, of: verdict).map { .send($0) } }
  }

  private func outcome(for entry: Entry, of verdict: Verdict) -> Message? {
    guard let after = verdict.after.window(entry.id) else { return nil }
    let hasTurned = verdict.moves.contains {
      if case .window(entry.id, _) = $0 { true } else { false }
    }
    let (source, serial) = source(of: entry, verdict)
    guard source != .unasked || hasTurned else { return nil }
    let isPutOff = verdict.moves.contains(.putOff(entry.id)) || verdict.outcome == .deferred
    let result: Result =
      if hasTurned {
        .turned
      } else if isPutOff {
        .deferred
      } else if verdict.error != nil {
        .refused
      } else if let requested = verdict.requested, requested != after.orientation {
        .stayed
      } else {
        .unchanged
      }
    return .outcome(
      serial: serial, window: entry.number, source: source, result: result,
      orientation: after.orientation)
  }

  private func source(of entry: Entry, _ verdict: Verdict) -> (Source, serial: UInt32) {
    switch entry.exchange {
    case .declared: return (.declared, 0)
    case .waiting(let serial, _, _), .givenUp(let serial): return (.timedOut, serial)
    case .answered(let serial, _): return (.answered, serial)
    case .idle: break
    }
    // A declaration may stand in the scene itself, where the arbiter reads it without asking.
    guard case .declared? = stance else { return (.unasked, 0) }
    let isRead = verdict.asked.contains {
      $0.window == entry.id && $0.by == nil && $0.origin == .written
    }
    return (isRead ? .declared : .unasked, 0)
  }
}
