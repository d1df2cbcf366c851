// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import Orientation

/// Puts the questions of an arbiter to policies that answer at once, and keeps them to their word.
///
/// A policy is asked once for each window in a decision; the other questions of that decision are
/// answered from the same answer. Windows that no policy answers for never come here.
public final class PolicyDesk {
  /// One policy at the desk.
  struct Seat {
    let name: String
    let ring: PluginRing
    let policy: any RootPolicy
    var budget: CallBudget
    /// Whether its last answer was a fault, which has been told.
    var isFaulty = false
  }

  /// What a policy said in the decision that is being made; nil for a fault.
  private struct Said {
    var policy: PolicyID
    var window: WindowID
    var answer: DeclaredPolicy?
    var isFault: Bool
  }

  /// Takes what is to be said about policies.
  public var onReport: ((PolicyReport) -> Void)?
  /// Is called when a policy's answers have changed; never from within a call of a policy.
  public var onReconsider: ((PolicyID) -> Void)?

  private(set) var seats: [Seat] = []
  private var said: [Said] = []
  private var calling: Int?
  private var waiting: [Int] = []

  /// A desk without policies.
  public init() { said.reserveCapacity(16) }

  /// The number that questions to a policy carry, from 1 in the order of registration.
  @discardableResult
  public func register(
    _ policy: any RootPolicy, name: String, ring: PluginRing = .linked,
    budget: CallBudget = CallBudget()
  ) -> PolicyID {
    let index = seats.count
    seats.append(Seat(name: name, ring: ring, policy: policy, budget: budget))
    policy.handle(
      .start(
        PolicyHost(
          log: { [weak self] in self?.onReport?(.said(policy: name, text: $0)) },
          reconsider: { [weak self] in self?.reconsider(index) })))
    return PolicyID(Int32(index + 1))
  }

  /// The number of a policy by its name; nil when none has it.
  public func policy(named name: String) -> PolicyID? {
    seats.firstIndex { $0.name == name }.map { PolicyID(Int32($0 + 1)) }
  }

  /// What a scene has to know of a policy to have it asked; nil for an unknown number.
  public func answerer(_ id: PolicyID, fallback: DeclaredPolicy) -> Answerer? {
    guard let index = index(id) else { return nil }
    return .live(
      LivePolicy(
        id: id, name: seats[index].name, ring: seats[index].ring, fallback: fallback))
  }

  /// Puts a question; nil when its policy has no seat here.
  public func answer(_ id: QuestionID, _ question: Question, in scene: Scene) -> Event? {
    guard let index = index(question.policy) else { return nil }
    if let known = said.first(where: {
      $0.policy == question.policy && $0.window == question.window
    }) {
      return event(id, question.kind, known.answer, isFault: known.isFault, took: nil)
    }
    guard !seats[index].budget.isSpent else { return .policyFailed(id) }
    let query = PolicyQuery(question.window, proposed: question.proposed, in: scene)
    let (answer, fault, took) = confirm(index, query)
    let isFault = fault != nil
    said.append(
      Said(policy: question.policy, window: question.window, answer: answer, isFault: isFault))
    // Kept apart from the answer, so that the usual case does no more than it must.
    if isFault || seats[index].isFaulty { tell(fault, index) }
    if seats[index].budget.note(took) { overran(index, took) }
    return event(id, question.kind, answer, isFault: isFault, took: took)
  }

  /// The decision is over and nobody is to hear of it; every policy is asked anew next time.
  public func forget() { said.removeAll(keepingCapacity: true) }

  /// The decision has been made: whoever was asked hears what came of it, and is asked anew next time.
  public func finish(_ verdict: Verdict) {
    let asked = said
    said.removeAll(keepingCapacity: true)
    for entry in asked {
      guard let index = index(entry.policy), !seats[index].budget.isSpent else { continue }
      let query = PolicyQuery(entry.window, in: verdict.after)
      call(index) { $0.advise(.decided(query, verdict.outcome)) }
    }
    guard !seats.isEmpty else { return }
    for case .window(let id, _) in verdict.moves {
      guard case .live(let policy)? = verdict.after.window(id)?.root?.policy else { continue }
      turned(id, policy.id, verdict)
    }
  }

  /// Tells a policy something.
  public func advise(_ id: PolicyID, _ news: PolicyNews) {
    guard let index = index(id), !seats[index].budget.isSpent else { return }
    call(index) { $0.advise(news) }
  }

  /// Ends all policies, the last first.
  public func stop() {
    for index in seats.indices.reversed() where !seats[index].budget.isSpent {
      seats[index].policy.handle(.stop)
    }
    seats = []
  }

  private func turned(_ window: WindowID, _ policy: PolicyID, _ verdict: Verdict) {
    guard let index = index(policy), !seats[index].budget.isSpent,
      let before = verdict.before.window(window)
    else { return }
    let query = PolicyQuery(window, in: verdict.after)
    call(index) { $0.handle(.turned(query, from: before.orientation)) }
  }

  private func index(_ id: PolicyID) -> Int? {
    let index = Int(id.rawValue) - 1
    return seats.indices.contains(index) ? index : nil
  }

  private func confirm(
    _ index: Int, _ query: PolicyQuery
  ) -> (DeclaredPolicy?, PolicyFault?, took: Int64) {
    calling = index
    defer { endCall() }
    let start = Stopwatch.now
    do throws(PolicyFault) {
      let answer = try seats[index].policy.confirm(query)
      let took = Stopwatch.now &- start
      if let answer, let fault = Self.fault(in: answer) { return (nil, fault, took) }
      return (answer, nil, took)
    } catch {
      return (nil, error, Stopwatch.now &- start)
    }
  }

  private static func fault(in answer: DeclaredPolicy) -> PolicyFault? {
    for mask in [answer.supported, answer.legacy] {
      if let mask, mask != mask.legal {
        return PolicyFault(
          "the mask 0x\(String(mask.rawValue, radix: 16)) has bits that are no orientation")
      }
    }
    return nil
  }

  private func call(_ index: Int, _ body: (any RootPolicy) -> Void) {
    calling = index
    let start = Stopwatch.now
    body(seats[index].policy)
    let took = Stopwatch.now &- start
    endCall()
    if seats[index].budget.note(took) { overran(index, took) }
  }

  private func endCall() {
    calling = nil
    guard !waiting.isEmpty else { return }
    let due = waiting
    waiting = []
    for index in due { onReconsider?(PolicyID(Int32(index + 1))) }
  }

  private func reconsider(_ index: Int) {
    guard calling == nil else {
      if !waiting.contains(index) { waiting.append(index) }
      return
    }
    onReconsider?(PolicyID(Int32(index + 1)))
  }

  private func tell(_ fault: PolicyFault?, _ index: Int) {
    if let fault, !seats[index].isFaulty {
      onReport?(.fault(policy: seats[index].name, reason: fault.description))
    }
    seats[index].isFaulty = fault != nil
  }

  private func overran(_ index: Int, _ took: Int64) {
    let seat = seats[index]
    onReport?(
      .overrun(
        policy: seat.name, took: took, limit: seat.budget.limit, count: seat.budget.count))
    if seat.budget.isSpent { onReport?(.muted(policy: seat.name)) }
  }

  private func event(
    _ id: QuestionID, _ kind: Question.Kind, _ answer: DeclaredPolicy?, isFault: Bool,
    took: Int64?
  ) -> Event {
    if isFault { return .policyFailed(id) }
    guard let answer else { return .abstained(id, took: took) }
    return answer.event(id, kind, took: took)
  }
}
