// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Formats
import Plugins
import Text

/// Everybody who answers for windows in code, wherever that code runs, and who hears of decisions.
final class PolicyCoordinator {
  /// What has to happen because of policies.
  enum Report {
    /// An answer for the arbiter.
    case event(Event)
    /// Other policies are there, so windows may belong to others.
    case needsSync
    /// A policy's answers have changed.
    case reconsider(PolicyID)
    /// Words for people.
    case note(String)
  }

  private enum PendingWork: Equatable {
    case synchronize
    case reconsider(PolicyID)
  }

  private let loop: EventLoop
  private let socket: String?
  private let plan: RunPlan
  private let sinks: [any VerdictSink]
  private let host = PolicyHost()
  private var registered = PolicyResolver()
  private var server: RotationProtocolServer?
  private var pending: [PendingWork] = []
  /// Receives what has to happen; never called from within a call of a policy.
  var onReport: (Report) -> Void = { _ in }

  /// Asks the policies that are plugged in; `sink` hears of decisions before those plugged in do.
  init(_ plan: RunPlan, telling sink: any VerdictSink, on machine: Machine) {
    self.plan = plan
    (loop, socket) = (machine.loop, machine.policySocket)
    sinks = [sink] + plan.plugins.verdictSinks
  }

  /// Registers the policies of this process; says what is wrong with plug-ins, and which of the
  /// configuration's names nobody has.
  func start() {
    for problem in plan.pluginProblems { onReport(.note(problem)) }
    host.onReport = { [weak self] in self?.onReport(.note("\($0)")) }
    host.onReconsider = { [weak self] in self?.soon(.reconsider($0)) }
    registered = PolicyResolver(plan.plugins, in: host)
    for name in plan.configuration.pluginNames where !registered.has(name) {
      onReport(
        .note(
          "there is no plug-in \(UntrustedText(name).quoted) to answer for windows; the configuration does "
            + "(`swivel plugins list` shows which there are)"))
    }
  }

  /// Opens the socket for policies of other processes; without it the daemon runs all the same.
  func serveClients() {
    do {
      server = try RotationProtocolServer(
        on: loop, answerTimeout: Arbiter.defaultAnswerTimeout, socket: socket
      ) { [weak self] report in
        switch report {
        case .note(let text): self?.onReport(.note(text))
        case .event(let event): self?.onReport(.event(event))
        case .matchesChanged: self?.soon(.synchronize)
        case .reconsider(let policy): self?.onReport(.reconsider(policy))
        }
      }
    } catch {
      onReport(.note("no socket for policies of other programs: \(error)"))
    }
  }

  /// Takes over a connected socket as a client's.
  func adopt(client descriptor: Int32) { try? server?.adopt(descriptor) }

  /// Tells all policies that they are not asked any more.
  func stop() {
    server?.stop()
    server = nil
    host.stop()
  }

  /// Who answers for which window, with the clients that are there now.
  var resolver: PolicyResolver {
    var resolver = registered
    resolver.clients = server?.matches ?? []
    return resolver
  }

  /// Puts a question to whoever is to answer it; nil if the answer comes later.
  func ask(_ id: QuestionID, _ question: Question, in scene: Scene) -> Event? {
    if let event = host.answer(id, question, in: scene) { return event }
    return server?.ask(id, question, in: scene) == true ? nil : .policyFailed(id)
  }

  func expired(_ id: QuestionID) { server?.expired(id) }

  /// Tells everybody who wants to know of a decision.
  func publish(_ verdict: Verdict) {
    host.finish(verdict)
    server?.decided(verdict)
    for sink in sinks { sink.receive(verdict, rulesID: plan.rules.id) }
  }

  func publish(_ changes: [PolicyChange]) {
    for change in changes {
      server?.publish(change)
      if change.comes {
        host.advise(
          change.policy, .appeared(PolicyQuery(window: change.window, appID: change.appID)))
      } else {
        host.advise(change.policy, .gone(change.window))
      }
    }
  }

  /// All policies, for `swivel status` and `swivel plugins list`; `windows` counts those of each.
  func status(windows: [PolicyID: Int]) -> JSONValue {
    let registered = host.status.enumerated().map { index, status in
      JSONValue.object([
        .init("name", .string(status.name)), .init("ring", .int(Int64(status.ring.number))),
        .init("kind", .string(status.ring.rawValue)), .init("muted", .bool(status.isMuted)),
        .init("overruns", .int(Int64(status.overruns))),
        .init("windows", .int(Int64(windows[PolicyID(Int32(index + 1))] ?? 0))),
      ])
    }
    let ofClients = (server?.policies ?? []).map { policy in
      JSONValue.object([
        .init("name", .string(policy.name)), .init("ring", .int(Int64(PluginRing.client.number))),
        .init("kind", .string(PluginRing.client.rawValue)), .init("muted", .bool(false)),
        .init("overruns", .int(0)), .init("windows", .int(Int64(windows[policy.id] ?? 0))),
      ])
    }
    return .array(registered + ofClients)
  }

  /// Does something from the loop, once for everything that asks for it in one go.
  ///
  /// So a policy that is replaced leaves no gap, and one that asks for a new decision whenever it is
  /// asked itself holds up nobody else.
  private func soon(_ work: PendingWork) {
    guard !pending.contains(work) else { return }
    pending.append(work)
    loop.schedule(after: .zero) { [weak self] in
      self?.pending.removeAll { $0 == work }
      switch work {
      case .synchronize: self?.onReport(.needsSync)
      case .reconsider(let policy): self?.onReport(.reconsider(policy))
      }
    }
  }
}

/// Who answers for a window: a client that matches it, else the plug-in that its rule names, else
/// what is written down.
struct PolicyResolver {
  /// A policy of a client, and the windows that it is for.
  struct ClientMatch: Equatable {
    var id: PolicyID
    var name: String
    var appID: Glob?
    var title: Glob?
    /// What the client itself falls back to; nil where that is the configuration.
    var fallback: DeclaredPolicy?

    func matches(appID: String, title: String) -> Bool {
      (self.appID?.matches(appID) ?? true) && (self.title?.matches(title) ?? true)
    }
  }

  private var named: [(name: String, ring: PluginRing, id: PolicyID)] = []
  /// The clients' policies, the oldest first: of several that match, the newest counts.
  var clients: [ClientMatch] = []

  /// Everything is written down.
  init() {}

  /// The policies of a list, registered with the host that asks them.
  init(_ list: PluginList, in host: PolicyHost) {
    for policy in list.policies {
      let id = host.register(
        policy.policy, name: policy.name, ring: policy.ring,
        budget: CallBudget(limit: policy.budget))
      named.append((policy.name, policy.ring, id))
    }
  }

  func has(_ name: String) -> Bool { named.contains { $0.name == name } }

  /// Who answers for a window; what is written down stays what they fall back to.
  func policySource(appID: String, title: String, _ policy: WindowPolicy) -> PolicySource {
    if let client = clients.last(where: { $0.matches(appID: appID, title: title) }) {
      return .live(
        LivePolicy(
          id: client.id, name: client.name, ring: .client,
          fallback: client.fallback ?? policy.answers))
    }
    if let name = policy.plugin, let found = named.first(where: { $0.name == name }) {
      return .live(LivePolicy(id: found.id, name: name, ring: found.ring, fallback: policy.answers))
    }
    return .declared(policy.answers)
  }
}

extension Arbiter {
  /// The events that decide anew for a policy's windows.
  func events(reconsidering windows: [WindowID]) -> [Event] {
    // One decision looks at all windows of a desktop.
    var events: [Event] = []
    for window in rules.scope == .output ? Array(windows.prefix(1)) : windows {
      let event = askingAgain(window)
      if !events.contains(event) { events.append(event) }
    }
    return events
  }
}
