// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

/// The state of one `swivel_policy_v1` object: the client's statements, the arbiter's questions,
/// and the messages to the client.
///
/// The session is the protocol as a value, without socket, Wayland or clock: a server passes in the
/// client's requests, the arbiter's questions, expired deadlines and decisions, and executes the
/// actions that each call returns. The daemon serves policies that match windows by a pattern; the
/// compositor serves policies for one surface. Both are shells around this value.
///
/// Three enumerations hold the state, so that invalid states are not representable. The *stance* is
/// how the client answers according to its last request: undeclared, declared, or live. The
/// *decision* is the one in progress. It keeps its initial stance, because a change applies to
/// later decisions only. It records a timeout, so that it waits for a silent client only once. The
/// *exchange* is the progress of the decision with one window: not asked, answered from the
/// declaration, waiting for a query's answer, answered, or given up.
///
/// The serial of a query remains valid after the decision, because an answer may be in flight when
/// the deadline passes. Such an answer is dropped silently. A second answer to one query is a
/// protocol error, and so is an answer to a query that was never sent. `lastAnswers` is the last
/// declaration or timely answer; an answer never changes the declaration.
///
/// The arbiter arms a deadline for every question. The first deadline that passes ends the wait for
/// all questions to this client in this decision.
///
/// No request of a client can violate a precondition. Begin to read with `receive` and `ask`.
public struct PolicySession: Sendable {
  /// The client's way of answering questions.
  public enum Stance: Sendable, Hashable {
    /// The client has declared nothing, so the server's default answers apply.
    case undeclared
    /// The client's declaration answers, without queries.
    case declared(DeclaredPolicy)
    /// The client answers each query itself.
    case live
  }

  private enum State: Sendable {
    case open(Stance)
    case ended
  }

  private enum Decision: Sendable {
    /// No pending decision has asked the client.
    case none
    /// A pending decision has asked the client, first under this stance.
    case begun(Stance)
    /// The client timed out in the pending decision, which does not wait for the client again.
    case silent
  }

  private enum Exchange: Sendable {
    case idle
    case declared
    /// A query was sent; its answer will be used for these questions.
    case waiting(serial: UInt32, [(id: QuestionID, kind: Question.Kind)], sent: Instant)
    case answered(serial: UInt32, DeclaredPolicy)
    /// The client timed out in this decision; the serial is 0 if the window had no query.
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
    /// The window's number in messages about this policy; 0 for the window of a surface.
    let number: UInt32
    var exchange = Exchange.idle
    var newest = Newest.none

    var open: [QuestionID] {
      if case .waiting(_, let questions, _) = exchange { questions.map { $0.id } } else { [] }
    }
  }

  /// The state of the client's request to be asked again (`invalidate`).
  private enum Invalidation: Sendable {
    case none
    case due
    /// The server has begun to decide again, but a pending decision that asked the client must end
    /// first.
    case underWay
  }

  /// The time limit of a query, in milliseconds.
  private let answerTimeout: UInt32
  private var state = State.open(.undeclared)
  private var decision = Decision.none
  private var windows: [Entry] = []
  private var lastNumber: UInt32 = 0
  private var lastSerial: UInt32 = 0
  private var invalidation = Invalidation.none
  /// The client's last declaration or timely answer; `nil` before the first.
  public private(set) var lastAnswers: DeclaredPolicy?

  /// Creates a session without a declaration; `answerTimeout` is the time limit of a query.
  public init(answerTimeout: Duration) {
    self.answerTimeout = UInt32(clamping: answerTimeout.milliseconds)
  }

  /// Whether the policy has any window.
  public var hasWindows: Bool { !windows.isEmpty }

  /// The stance for decisions that begin from now on; `nil` after the policy has ended.
  public var stance: Stance? { if case .open(let stance) = state { stance } else { nil } }
}

// MARK: Calls for the client's requests

extension PolicySession {
  /// Handles a request of the client; requests after the policy's end are ignored.
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
    // The query is outdated, or its window was removed: the client may have answered before it
    // knew.
    guard let index = windows.firstIndex(where: { $0.newest == .unanswered(serial) }) else {
      return []
    }
    windows[index].newest = .answered(serial)
    guard case .waiting(_, let questions, let sent) = windows[index].exchange else { return [] }
    windows[index].exchange = .answered(serial: serial, policy)
    lastAnswers = policy
    // One answer replies to several questions; only the first reply has the response time.
    let took = now - sent
    return questions.enumerated().map { number, question in
      .enqueue(policy.event(question.id, question.kind, took: number == 0 ? took : nil))
    }
  }

  /// Ends the policy because the client destroyed it or disconnected: unanswered questions fail,
  /// and no more messages are sent.
  public mutating func end() -> [Action] {
    state = .ended
    defer { windows = [] }
    return windows.flatMap { Self.failOpen($0) }
  }

  /// Ends the policy on the server's initiative and sends the reason to the client; has no effect
  /// after the policy's end.
  public mutating func finish(_ reason: Reason) -> [Action] {
    stance == nil ? [] : [.send(.finished(reason))] + end()
  }

  // Pending questions fail now instead of at their deadlines.
  private static func failOpen(_ entry: Entry) -> [Action] {
    entry.open.map { .enqueue(.policyFailed($0)) }
  }
}

// MARK: Calls for the server's events

extension PolicySession {
  /// Sets the window of a surface; its number is 0, and it is not announced to the client.
  public mutating func represent(_ window: WindowID) {
    if windows.isEmpty { windows.append(Entry(id: window, number: 0)) }
    windows[0].id = window
  }

  /// Adds a window to the policy; the title is `nil` unless the policy's pattern has one.
  public mutating func match(_ window: WindowID, appID: String, title: String?) -> [Action] {
    guard stance != nil else { return [] }
    lastNumber &+= 1
    windows.append(Entry(id: window, number: lastNumber))
    return [.send(.matched(window: lastNumber, appID: appID, title: title))]
  }

  /// Removes a window from the policy; its unanswered questions fail.
  public mutating func unmatch(_ window: WindowID) -> [Action] {
    guard let index = windows.firstIndex(where: { $0.id == window }) else { return [] }
    let gone = windows.remove(at: index)
    return [.send(.unmatched(window: gone.number))] + Self.failOpen(gone)
  }

  /// Called when the server executes `reconsider`; `invalidate` has an effect again from now on, or
  /// from the end of a pending decision that asked the client.
  public mutating func reconsidering() {
    if case .none = decision { invalidation = .none } else { invalidation = .underWay }
  }

  /// Handles a question of the arbiter; `current` is the window's orientation.
  ///
  /// A declaration, or the client's answer in this decision, replies at once. A live client gets a
  /// query about the window, unless one is unanswered or the client has timed out in this decision.
  /// An undeclared client abstains. The question fails after the policy's end, and for a window
  /// that the policy does not have.
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

  /// Called when a question's deadline has passed; has no effect if no query for it is unanswered.
  public mutating func expired(_ id: QuestionID) -> [Action] {
    let open = windows.flatMap { $0.open }
    guard open.contains(id) else { return [] }
    decision = .silent
    for index in windows.indices {
      guard case .waiting(let serial, _, _) = windows[index].exchange else { continue }
      windows[index].exchange = .givenUp(serial: serial)
    }
    return open.filter { $0 != id }.map { .enqueue(.deadline(.question($0))) }
  }

  /// Ends a decision; the returned actions report the outcome for each window that rotated, or for
  /// which the decision used or awaited the client's answer.
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
    // A declaration is used without a call of `ask`, since the arbiter reads it in the scene; the
    // verdict shows whether it was used.
    guard case .declared? = stance else { return (.unasked, 0) }
    let isRead = verdict.asked.contains {
      $0.window == entry.id && $0.by == nil && $0.origin == .written
    }
    return (isRead ? .declared : .unasked, 0)
  }
}

// MARK: The protocol's requests and events

extension PolicySession {
  /// The numbers in a client's declaration or answer, not yet validated.
  public typealias Statement = (autorotate: UInt32, supported: UInt32, preferred: UInt32)

  /// A client's request, except `destroy`, for which `end()` is called.
  public enum Request: Sendable {
    /// `declare`: the client answers every question in advance.
    case declare(Statement)
    /// `set_live`: the client wants a query for each decision.
    case setLive
    /// `answer`: the client answers the query with this serial.
    case answer(serial: UInt32, Statement)
    /// `invalidate`: the client's answers have changed.
    case invalidate
  }

  /// An event for a client.
  public enum Message: Sendable, Hashable {
    /// `deadline`: the time limit of queries, in milliseconds.
    case deadline(UInt32)
    /// `matched`: a window belongs to the policy from now on.
    case matched(window: UInt32, appID: String, title: String?)
    /// `unmatched`: a window does not belong to the policy any more.
    case unmatched(window: UInt32)
    /// `query`: asks whether this window may rotate.
    case query(
      serial: UInt32, window: UInt32, proposed: InterfaceOrientation, current: InterfaceOrientation)
    /// `outcome`: the result of a decision for a window.
    case outcome(
      serial: UInt32, window: UInt32, source: Source, result: Result,
      orientation: InterfaceOrientation)
    /// `finished`: the policy will not be asked any more.
    case finished(Reason)
  }

  /// The origin of the answer that was used; raw values are those of the protocol.
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
    /// A one-line message for the client's developers.
    public let text: String

    init(_ code: Code, _ text: String) {
      self.code = code
      self.text = text
    }
  }

  /// An action for the server, which executes actions in the given order.
  public enum Action: Sendable, Hashable {
    case send(Message)
    /// Enqueues an event for the arbiter: an answer, or the end of the wait for one.
    case enqueue(Event)
    /// Ends the client's connection with an error.
    case reject(Mistake)
    /// Has the arbiter decide again for the policy's windows soon; the server then calls
    /// `reconsidering()`.
    case reconsider
    /// Updates the scene's copy of this policy's answers from `stance` and `lastAnswers`.
    case restate
  }
}

extension DeclaredPolicy {
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
