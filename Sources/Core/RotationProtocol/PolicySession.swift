// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// One `swivel_policy_v1` object: the client's statements, the arbiter's questions, and the
/// messages to the client.
///
/// This is the protocol as a value, without socket, Wayland or clock: a server passes in the
/// client's requests, the arbiter's questions, expired deadlines and decisions, and executes the
/// actions that each call returns. The daemon serves the protocol for windows that match, the
/// compositor for a window of a surface; both are shells around this value and answer alike.
///
/// Three enumerations hold the state, so that invalid states are not representable. The *stance* is
/// how the client answers according to its last request: undeclared, declared, or live. The
/// *decision* is the one in progress. It keeps its initial stance, because a change applies to
/// later decisions only, and records a timeout, because a silent client costs one decision one
/// deadline at most. The *exchange* is the progress of the decision with one window: not asked,
/// answered from the declaration, waiting for a query's answer, answered, or given up.
///
/// Serials outlive their decision: an answer may be in flight when the deadline passes. Such an
/// answer is dropped silently. A second answer to one query is a protocol error, and so is an
/// answer to a query that was never sent. `lastAnswers` is the last declaration or timely answer; an
/// answer never changes the declaration.
///
/// Deadlines are the arbiter's own: it arms one with every question. The first to pass ends the
/// wait for all questions to this client in this decision.
///
/// Nothing that a peer sends can violate a precondition. Begin to read with `receive` and `ask`.
public struct PolicySession: Sendable {
  /// The way in which a client answers questions.
  public enum Stance: Sendable, Hashable {
    /// Undeclared: the server's default answers.
    case undeclared
    /// By a declaration, without queries.
    case declared(DeclaredPolicy)
    /// The client answers each question itself.
    case live
  }

  private enum State: Sendable {
    case open(Stance)
    case ended
  }

  private enum Decision: Sendable {
    /// No decision in which the client was asked.
    case none
    /// A decision that began under this stance.
    case begun(Stance)
    /// A decision in which the client timed out; it is not waited for again.
    case silent
  }

  private enum Exchange: Sendable {
    case idle
    case declared
    /// A query was sent, and its answer will serve these questions.
    case waiting(serial: UInt32, [(id: QuestionID, kind: Question.Kind)], sent: Instant)
    case answered(serial: UInt32, DeclaredPolicy)
    /// The deadline passed, or had passed before a query was sent, which gives the serial 0.
    case givenUp(serial: UInt32)
  }

  /// The state of the newest query about a window, in this decision or an earlier one.
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

    /// The questions that wait for a query's answer.
    var open: [QuestionID] {
      if case .waiting(_, let questions, _) = exchange { questions.map(\.id) } else { [] }
    }
  }

  /// The client's request to be asked again (`invalidate`).
  private enum Invalidation: Sendable {
    case none
    case due
    /// The server has begun to reconsider, but a decision in which the client is asked has to end
    /// first.
    case underWay
  }

  /// Milliseconds, as in the protocol.
  private let answerTimeout: UInt32
  private var state = State.open(.undeclared)
  private var decision = Decision.none
  private var windows: [Entry] = []
  private var lastNumber: UInt32 = 0
  private var lastSerial: UInt32 = 0
  private var invalidation = Invalidation.none
  /// The last declaration or timely answer of the client; `nil` before the first.
  public private(set) var lastAnswers: DeclaredPolicy?

  /// Creates a session without statements; `answerTimeout` is the time limit of a query.
  public init(answerTimeout: Duration) {
    self.answerTimeout = UInt32(clamping: answerTimeout.milliseconds)
  }

  /// Whether the policy has any window.
  public var hasWindows: Bool { !windows.isEmpty }

  /// The client's stance in decisions that begin from now on; `nil` once the policy has ended.
  public var stance: Stance? { if case .open(let stance) = state { stance } else { nil } }
}

// MARK: What the client does

extension PolicySession {
  /// Processes a request of the client; requests after the end are ignored.
  public mutating func receive(_ request: Request, at now: Instant) -> [Action] {
    guard let stance else { return [] }
    do throws(Mistake) {
      switch request {
      case .declare(let statement):
        let policy = try DeclaredPolicy(statement)
        state = .open(.declared(policy))
        lastAnswers = policy
        return [.restate]
      case .setLive:
        state = .open(.live)
        return [.send(.deadline(answerTimeout))] + (stance == .live ? [] : [.restate])
      case .answer(let serial, let statement):
        return try answer(serial, DeclaredPolicy(statement), at: now)
      case .invalidate:
        guard case .none = invalidation else { return [] }
        invalidation = .due
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
    // An older query, or a window that is gone: the answer may have been in flight.
    guard let index = windows.firstIndex(where: { $0.newest == .unanswered(serial) }) else {
      return []
    }
    windows[index].newest = .answered(serial)
    guard case .waiting(_, let questions, let sent) = windows[index].exchange else { return [] }
    windows[index].exchange = .answered(serial: serial, policy)
    lastAnswers = policy
    // All answers of one query took the same time, which counts once.
    let took = now - sent
    return questions.enumerated().map { number, question in
      .enqueue(policy.event(question.id, question.kind, took: number == 0 ? took : nil))
    }
  }

  /// Ends the policy because the client destroyed it or disconnected; no messages are sent any
  /// more.
  public mutating func end() -> [Action] {
    state = .ended
    defer { windows = [] }
    return windows.flatMap { Self.failOpen($0) }
  }

  /// Ends the policy on the server's side.
  public mutating func finish(_ reason: Reason) -> [Action] {
    stance == nil ? [] : [.send(.finished(reason))] + end()
  }

  // Open questions count as unanswered at once.
  private static func failOpen(_ entry: Entry) -> [Action] {
    entry.open.map { .enqueue(.policyFailed($0)) }
  }
}

// MARK: What the server does

extension PolicySession {
  /// Sets the window of a surface; it is number 0 and is not announced to the client.
  public mutating func represent(_ window: WindowID) {
    if windows.isEmpty { windows.append(Entry(id: window, number: 0)) }
    windows[0].id = window
  }

  /// Adds a window to the policy; the title is `nil` unless the match has one.
  public mutating func match(_ window: WindowID, appID: String, title: String?) -> [Action] {
    guard stance != nil else { return [] }
    lastNumber &+= 1
    windows.append(Entry(id: window, number: lastNumber))
    return [.send(.matched(window: lastNumber, appID: appID, title: title))]
  }

  /// Removes a window from the policy.
  public mutating func unmatch(_ window: WindowID) -> [Action] {
    guard let index = windows.firstIndex(where: { $0.id == window }) else { return [] }
    let gone = windows.remove(at: index)
    return [.send(.unmatched(window: gone.number))] + Self.failOpen(gone)
  }

  /// Called when the server acts on `reconsider`; later requests count anew, once the decision in
  /// progress has ended.
  public mutating func reconsidering() {
    if case .none = decision { invalidation = .none } else { invalidation = .underWay }
  }

  /// Asks the client about a window; `current` is the window's orientation.
  public mutating func ask(
    _ id: QuestionID, _ question: Question, current: InterfaceOrientation, at now: Instant
  ) -> [Action] {
    guard let stance, let index = windows.firstIndex(where: { $0.id == question.window }) else {
      return [.enqueue(.policyFailed(id))]
    }
    if case .none = decision { decision = .begun(stance) }
    switch (windows[index].exchange, decision) {
    case (.answered(_, let policy), _):
      return [.enqueue(policy.event(id, question.kind, took: nil))]
    case (.waiting(let serial, let questions, let sent), _):
      windows[index].exchange = .waiting(
        serial: serial, questions + [(id, question.kind)], sent: sent)
      return []
    case (.givenUp, _): return [.enqueue(.deadline(.question(id)))]
    case (_, .silent):
      windows[index].exchange = .givenUp(serial: 0)
      return [.enqueue(.deadline(.question(id)))]
    case (_, .begun(.declared(let policy))):
      windows[index].exchange = .declared
      return [.enqueue(policy.event(id, question.kind, took: nil))]
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
    case (_, .begun(.undeclared)), (_, .none): return [.enqueue(.abstained(id))]
    }
  }

  /// Called when a question's deadline has passed; without effect unless this client was asked.
  public mutating func expired(_ id: QuestionID) -> [Action] {
    let open = windows.flatMap(\.open)
    guard open.contains(id) else { return [] }
    decision = .silent
    for index in windows.indices {
      guard case .waiting(let serial, _, _) = windows[index].exchange else { continue }
      windows[index].exchange = .givenUp(serial: serial)
    }
    return open.filter { $0 != id }.map { .enqueue(.deadline(.question($0))) }
  }

  /// Ends a decision; returns the outcomes for the client's windows.
  public mutating func decided(_ verdict: Verdict) -> [Action] {
    defer {
      decision = .none
      if case .underWay = invalidation { invalidation = .none }
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
    // The scene itself may hold the declaration, which the arbiter reads without a question.
    guard case .declared? = stance else { return (.unasked, 0) }
    let isRead = verdict.asked.contains {
      $0.window == entry.id && $0.by == nil && $0.origin == .written
    }
    return (isRead ? .declared : .unasked, 0)
  }
}

// MARK: The words of the protocol

extension PolicySession {
  /// A client's answer as the protocol's numbers, unchecked.
  public typealias Statement = (autorotate: UInt32, supported: UInt32, preferred: UInt32)

  /// A client's request; `destroy` is `end()`.
  public enum Request: Sendable {
    /// `declare`: answers every question beforehand.
    case declare(Statement)
    /// `set_live`: requests a query for each decision.
    case setLive
    /// `answer`: answers the query of that serial.
    case answer(serial: UInt32, Statement)
    /// `invalidate`: the answers have changed.
    case invalidate
  }

  /// An event to a client.
  public enum Message: Sendable, Hashable {
    /// `deadline`, in milliseconds.
    case deadline(UInt32)
    /// `matched`: a window belongs to the policy from now on.
    case matched(window: UInt32, appID: String, title: String?)
    /// `unmatched`: a window does not belong to the policy any more.
    case unmatched(window: UInt32)
    /// `query`: may this window turn?
    case query(
      serial: UInt32, window: UInt32, proposed: InterfaceOrientation, current: InterfaceOrientation)
    /// `outcome`: the result of a decision for a window.
    case outcome(
      serial: UInt32, window: UInt32, source: Source, result: Result,
      orientation: InterfaceOrientation)
    /// `finished`: the policy is not asked any more.
    case finished(Reason)
  }

  /// The origin of the answer that counted; raw values are those of the protocol.
  public enum Source: UInt32, Sendable {
    case unasked, declared, answered, timedOut
  }

  /// The result of a decision for one window; raw values are those of the protocol.
  public enum Result: UInt32, Sendable {
    case unchanged, turned, stayed, deferred, refused
  }

  /// The reason why a policy has ended; raw values are those of the protocol.
  public enum Reason: UInt32, Sendable {
    case replaced, stopping, unavailable
  }

  /// A protocol error of a client, which ends its connection.
  public struct Mistake: Error, Sendable, Hashable {
    /// The error's code; raw values are those of the protocol.
    public enum Code: UInt32, Sendable {
      case unknownSerial, alreadyAnswered, invalidMask, invalidOrientation, invalidFlag
    }

    /// The error's code.
    public let code: Code
    /// A message of one line for the client's developers.
    public let text: String

    init(_ code: Code, _ text: String) {
      self.code = code
      self.text = text
    }
  }

  /// An action of the server; actions are executed in the order given.
  public enum Action: Sendable, Hashable {
    /// Send an event to the client.
    case send(Message)
    /// Enqueue an event for the arbiter: an answer, or the end of a wait.
    case enqueue(Event)
    /// End the client's connection with an error.
    case reject(Mistake)
    /// Decide anew for the policy's windows soon, and call `reconsidering()` then.
    case reconsider
    /// Update the scene's copy of this policy's statement: see `stance` and `lastAnswers`.
    case restate
  }
}

extension DeclaredPolicy {
  /// Creates a policy from a client's numbers.
  init(_ statement: PolicySession.Statement) throws(PolicySession.Mistake) {
    let (flag, set, number) = statement
    guard flag <= 1 else {
      throw .init(.invalidFlag, "autorotate is \(flag), which is neither 0 nor 1")
    }
    let mask = OrientationMask(rawValue: set)
    guard mask == mask.legal else {
      throw .init(
        .invalidMask, "supported is \(set), which has bits that are no orientation: 2 to 16 are")
    }
    guard let preferred = UInt8(exactly: number).flatMap(InterfaceOrientation.init(rawValue:))
    else {
      throw .init(
        .invalidOrientation, "preferred is \(number), which is no orientation: 0 to 4 are")
    }
    self.init(
      autorotate: flag == 1, supported: mask,
      preferred: preferred == .unknown ? nil : preferred)
    legacy = answeringOldMethod
  }
}
