// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import EventLoop
import Glibc
public import Orientation

/// The host of live policies in this process, which calls them and enforces their contract.
///
/// A policy is asked once for each window in a decision; further questions of that decision have
/// the same answer. Questions for windows without a live policy do not reach the host.
public final class PolicyHost {
  private struct Registration {
    let name: String
    let ring: PluginRing
    let policy: any RootPolicy
    var budget: CallBudget
    /// Whether the policy's last answer was a fault; such a fault is already reported.
    var isFaulty = false
  }

  /// The result of asking a policy about a window in the present decision; `answer` is `nil` if the
  /// policy has no opinion or failed (`isFault`).
  private struct Said {
    var policy: PolicyID
    var window: WindowID
    var answer: DeclaredPolicy?
    var isFault: Bool
  }

  /// Called with reports about policies.
  public var onReport: ((PolicyReport) -> Void)?
  /// Called when a policy requests a new decision; never from within `confirm` or `advise`.
  public var onReconsider: ((PolicyID) -> Void)?

  private var registrations: [Registration] = []
  private var said: [Said] = []
  private var calling: Int?
  private var waiting: [Int] = []

  /// Creates a host without policies.
  public init() { said.reserveCapacity(16) }

  /// Registers and starts a policy; returns its ID, from 1 in the order of registration.
  @discardableResult
  public func register(
    _ policy: any RootPolicy, name: String, ring: PluginRing = .linked,
    budget: CallBudget = CallBudget()
  ) -> PolicyID {
    let index = registrations.count
    registrations.append(Registration(name: name, ring: ring, policy: policy, budget: budget))
    policy.handle(
      .start(
        PolicyContext(
          log: { [weak self] in self?.onReport?(.said(policy: name, text: $0)) },
          reconsider: { [weak self] in self?.reconsider(index) })))
    return PolicyID(Int32(index + 1))
  }

  /// Returns the ID of a policy by its name; nil if there is none.
  public func policy(named name: String) -> PolicyID? {
    registrations.firstIndex { $0.name == name }.map { PolicyID(Int32($0 + 1)) }
  }

  /// Returns a policy source that sends the scene's questions to a policy; `nil` for an unknown ID.
  public func policySource(_ id: PolicyID, fallback: DeclaredPolicy) -> PolicySource? {
    guard let index = index(id) else { return nil }
    return .live(
      LivePolicy(
        id: id, name: registrations[index].name, ring: registrations[index].ring, fallback: fallback
      ))
  }

  /// Asks the policy, once for each window in a decision; returns its answer as an event, or `nil`
  /// if the policy is not registered here.
  ///
  /// The event is `policyFailed` if the policy is muted or breaks its contract, and `abstained` if
  /// it has no opinion.
  public func answer(_ id: QuestionID, _ question: Question, in scene: Scene) -> Event? {
    guard let index = index(question.policy) else { return nil }
    if let known = said.first(where: {
      $0.policy == question.policy && $0.window == question.window
    }) {
      return event(id, question.kind, known.answer, isFault: known.isFault, took: nil)
    }
    guard !registrations[index].budget.isSpent else { return .policyFailed(id) }
    let query = PolicyQuery(question.window, proposed: question.proposed, in: scene)
    let (answer, fault, took) = confirm(index, query)
    let isFault = fault != nil
    said.append(
      Said(policy: question.policy, window: question.window, answer: answer, isFault: isFault))
    // The usual case, no fault before or now, must not pay for the report.
    if isFault || registrations[index].isFaulty { noteFault(fault, index) }
    if registrations[index].budget.note(took) { overran(index, took) }
    return event(id, question.kind, answer, isFault: isFault, took: took)
  }

  /// Drops the answers of the present decision without notifying the policies; the next decision
  /// asks every policy anew.
  public func forget() { said.removeAll(keepingCapacity: true) }

  /// Ends a decision, and notifies the asked policies and those whose windows have rotated, except
  /// muted ones.
  ///
  /// The next decision asks the policies anew.
  public func finish(_ verdict: Verdict) {
    let asked = said
    said.removeAll(keepingCapacity: true)
    for entry in asked {
      guard let index = index(entry.policy), !registrations[index].budget.isSpent else { continue }
      let query = PolicyQuery(entry.window, in: verdict.after)
      call(index) { $0.advise(.decided(query, verdict.outcome)) }
    }
    guard !registrations.isEmpty else { return }
    for case .window(let id, _) in verdict.moves {
      guard case .live(let policy)? = verdict.after.window(id)?.root?.policy else { continue }
      turned(id, policy.id, verdict)
    }
  }

  /// Notifies a policy, unless it is muted.
  public func advise(_ id: PolicyID, _ notification: PolicyNotification) {
    guard let index = index(id), !registrations[index].budget.isSpent else { return }
    call(index) { $0.advise(notification) }
  }

  /// Stops all policies except muted ones, the last registered first.
  public func stop() {
    for index in registrations.indices.reversed() where !registrations[index].budget.isSpent {
      registrations[index].policy.handle(.stop)
    }
    registrations = []
  }

  private func turned(_ window: WindowID, _ policy: PolicyID, _ verdict: Verdict) {
    guard let index = index(policy), !registrations[index].budget.isSpent,
      let before = verdict.before.window(window)
    else { return }
    let query = PolicyQuery(window, in: verdict.after)
    call(index) { $0.handle(.turned(query, from: before.orientation)) }
  }

  private func index(_ id: PolicyID) -> Int? {
    let index = Int(id.rawValue) - 1
    return registrations.indices.contains(index) ? index : nil
  }

  private func confirm(
    _ index: Int, _ query: PolicyQuery
  ) -> (DeclaredPolicy?, PolicyFault?, took: Duration) {
    calling = index
    defer { endCall() }
    let start = EventLoop.now
    do throws(PolicyFault) {
      let answer = try registrations[index].policy.confirm(query)
      let took = EventLoop.now - start
      if let answer, let fault = Self.fault(in: answer) { return (nil, fault, took) }
      return (answer, nil, took)
    } catch {
      return (nil, error, EventLoop.now - start)
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
    let start = EventLoop.now
    body(registrations[index].policy)
    let took = EventLoop.now - start
    endCall()
    if registrations[index].budget.note(took) { overran(index, took) }
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

  private func noteFault(_ fault: PolicyFault?, _ index: Int) {
    if let fault, !registrations[index].isFaulty {
      onReport?(.fault(policy: registrations[index].name, reason: fault.description))
    }
    registrations[index].isFaulty = fault != nil
  }

  private func overran(_ index: Int, _ took: Duration) {
    let registration = registrations[index]
    onReport?(
      .overrun(
        policy: registration.name, took: took, limit: registration.budget.limit,
        count: registration.budget.count))
    if registration.budget.isSpent { onReport?(.muted(policy: registration.name)) }
  }

  private func event(
    _ id: QuestionID, _ kind: Question.Kind, _ answer: DeclaredPolicy?, isFault: Bool,
    took: Duration?
  ) -> Event {
    if isFault { return .policyFailed(id) }
    guard let answer else { return .abstained(id, took: took) }
    return answer.event(id, kind, took: took)
  }
}

extension PolicyHost {
  /// The state of a policy.
  public struct Status: Sendable, Hashable {
    /// The policy's name.
    public var name: String
    /// The ring of the policy.
    public var ring: PluginRing
    /// Whether the policy is muted, so it is no longer called.
    public var isMuted: Bool
    /// The number of overruns that are not yet forgiven.
    public var overruns: Int
  }

  /// The states of all policies, in the order of registration.
  public var status: [Status] {
    registrations.map {
      Status(name: $0.name, ring: $0.ring, isMuted: $0.budget.isSpent, overruns: $0.budget.count)
    }
  }
}

/// A report about a policy, for the user.
public enum PolicyReport: Sendable, Hashable {
  /// The policy broke its contract; not reported again before its next valid answer.
  case fault(policy: String, reason: String)
  /// A call exceeded its budget; `count` is the number of overruns that are not yet forgiven.
  case overrun(policy: String, took: Duration, limit: Duration, count: Int)
  /// The policy is muted: it is no longer called.
  case muted(policy: String)
  case said(policy: String, text: String)
}

extension PolicyReport: CustomStringConvertible {
  /// One line of text, such as `plug-in "night" is muted until the next start; …`.
  public var description: String {
    switch self {
    case .fault(let policy, let reason):
      "plug-in \"\(policy)\" broke its contract (\(reason)); the configuration answers instead"
    case .overrun(let policy, let took, let limit, let count):
      "plug-in \"\(policy)\" took \(took.microseconds) us of the \(limit.microseconds) us that a call "
        + "may take, overrun \(count) of \(CallBudget.overruns)"
    case .muted(let policy):
      "plug-in \"\(policy)\" is muted until the next start; the configuration answers instead"
    case .said(let policy, let text): "plug-in \"\(policy)\": \(text)"
    }
  }
}

/// The time limit of a plug-in's calls, and the count of its overruns.
public struct CallBudget: Sendable, Hashable {
  /// The default limit of one call.
  public static let usual = Duration.milliseconds(5)
  /// The number of overruns that mutes a plug-in.
  public static let overruns = 3
  /// The number of calls without an overrun after which one overrun is forgiven, since the machine
  /// may have been busy.
  static let forgiven = 1_000

  /// The limit of one call.
  public let limit: Duration
  /// The number of overruns that are not yet forgiven.
  public private(set) var count = 0
  private var inTime = 0

  /// Creates a budget with a limit for each call.
  public init(limit: Duration = usual) { self.limit = limit }

  /// Whether the plug-in is muted.
  public var isSpent: Bool { count >= Self.overruns }

  /// Counts a call; returns whether the call took longer than `limit`.
  mutating func note(_ took: Duration) -> Bool {
    if took > limit {
      count += 1
      inTime = 0
      return true
    }
    if count > 0, !isSpent {
      inTime += 1
      if inTime == Self.forgiven {
        count -= 1
        inTime = 0
      }
    }
    return false
  }
}

extension Duration {
  /// The duration in whole microseconds, the unit of budgets.
  package var microseconds: Int64 { nanoseconds / 1_000 }
}

/// A minimal shell for testing a policy: every event is decided at once.
public struct PolicyTestHarness {
  /// The arbiter.
  public private(set) var arbiter: Arbiter
  /// The host that asks the policies.
  public let host: PolicyHost

  /// Creates a harness from a scene; a live policy that is not registered at the host counts as
  /// failed.
  public init(rules: any RuleSet, scene: Scene, host: PolicyHost) {
    arbiter = Arbiter(rules: rules, scene: scene)
    self.host = host
  }

  /// Plays an event, answers the questions, and returns the verdicts.
  @discardableResult
  public mutating func play(_ event: Event, at now: Instant = .zero) -> [Verdict] {
    var verdicts: [Verdict] = []
    var driver = EffectDriver()
    driver.enqueue(event)
    driver.run {
      arbiter.handle($0, at: now)
    } execute: { effect in
      switch effect {
      case .ask(let id, let question):
        return host.answer(id, question, in: arbiter.sceneInQuestion) ?? .policyFailed(id)
      case .report(let verdict):
        host.finish(verdict)
        verdicts.append(verdict)
      case .rotateOutput, .armDeadline, .disarmDeadline, .outputReport: break
      }
      return InstantDisplay.report(on: effect)
    }
    return verdicts
  }
}
