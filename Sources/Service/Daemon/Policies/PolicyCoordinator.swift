// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import EventLoop
import Formats
import Plugins
import Text

/// The coordinator of all live policies, in this process and in others, and of the verdict sinks.
final class PolicyCoordinator {
  enum Report: Equatable {
    /// An answer for the arbiter, or the end of the wait for one.
    case event(Event)
    /// Policies were added or removed, so the daemon must assign windows to policies again.
    case needsSync
    /// A policy's answers have changed.
    case reconsider(PolicyID)
    case note(String)
  }

  private let loop: EventLoop
  private let socket: String?
  private let plan: RunPlan
  private let sinks: [any VerdictSink]
  private let host = PolicyHost()
  private var registered = PolicyResolver()
  private var server: RotationProtocolServer?
  private var pending: [Report] = []
  /// Called with a report, at once or, for `.needsSync` and `.reconsider`, in the next iteration of
  /// the loop.
  var onReport: (Report) -> Void = { _ in }

  /// Creates a coordinator of the plug-ins' policies; `sink` receives each verdict before the
  /// plug-ins' sinks.
  init(_ plan: RunPlan, telling sink: any VerdictSink, on machine: Machine) {
    self.plan = plan
    (loop, socket) = (machine.loop, machine.policySocket)
    sinks = [sink] + plan.plugins.verdictSinks
  }

  /// Registers the policies of this process; reports problems of plug-ins, and names in the
  /// configuration that belong to no policy.
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

  /// Opens the socket for policies of other processes; if that fails, the daemon runs on without
  /// it.
  func serveClients() {
    do {
      server = try RotationProtocolServer(
        on: loop, answerTimeout: Arbiter.defaultAnswerTimeout, socket: socket
      ) { [weak self] report in
        if report == .needsSync { self?.soon(report) } else { self?.onReport(report) }
      }
    } catch {
      onReport(.note("no socket for policies of other programs: \(error)"))
    }
  }

  func adopt(client descriptor: Int32) { try? server?.adopt(descriptor) }

  func stop() {
    server?.stop()
    server = nil
    host.stop()
  }

  /// The mapping of windows to policies, with the clients that are connected now.
  var resolver: PolicyResolver {
    var resolver = registered
    resolver.clients = server?.matches ?? []
    return resolver
  }

  /// Asks the policy; returns its answer as an event, or `nil` if a client answers later.
  ///
  /// The event is `abstained` if the policy has no opinion, and `policyFailed` if it does not exist,
  /// is muted or breaks its contract.
  func ask(_ id: QuestionID, _ question: Question, in scene: Scene) -> Event? {
    if let event = host.answer(id, question, in: scene) { return event }
    return server?.ask(id, question, in: scene) == true ? nil : .policyFailed(id)
  }

  func expired(_ id: QuestionID) { server?.expired(id) }

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

  /// Returns the state of all policies, for `swivel status` and `swivel plugins list`.
  ///
  /// `windows` has the number of windows of each policy.
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

  /// Reports in the next iteration of the loop, and merges equal reports.
  ///
  /// The delay lets a client replace its policy without an interval in which the window has none. A
  /// policy that requests a new decision at each question does not delay other policies.
  private func soon(_ report: Report) {
    guard !pending.contains(report) else { return }
    pending.append(report)
    loop.schedule(after: .zero) { [weak self] in
      self?.pending.removeAll { $0 == report }
      self?.onReport(report)
    }
  }
}

/// The assignment of policies to windows: a matching client, the configured plug-in, or declared
/// answers.
struct PolicyResolver {
  /// A client's policy, with the patterns of the windows that it answers for.
  struct ClientMatch: Equatable {
    var id: PolicyID
    var name: String
    var appID: Glob?
    var title: Glob?
    /// The client's own fallback; `nil` if the configured answers are the fallback.
    var fallback: DeclaredPolicy?

    func matches(appID: String, title: String) -> Bool {
      (self.appID?.matches(appID) ?? true) && (self.title?.matches(title) ?? true)
    }
  }

  private var named: [(name: String, ring: PluginRing, id: PolicyID)] = []
  /// The clients' policies, oldest first; if several match a window, the newest is used.
  var clients: [ClientMatch] = []

  init() {}

  init(_ list: PluginList, in host: PolicyHost) {
    for policy in list.policies {
      let id = host.register(
        policy.policy, name: policy.name, ring: policy.ring,
        budget: CallBudget(limit: policy.budget))
      named.append((policy.name, policy.ring, id))
    }
  }

  func has(_ name: String) -> Bool { named.contains { $0.name == name } }

  /// Returns the policy of a window; the declared answers are the fallback of a plug-in, and of a
  /// client without a fallback of its own.
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
  /// Returns the events that have the arbiter decide again about a policy's windows.
  func events(reconsidering windows: [WindowID]) -> [Event] {
    // On a desktop one decision covers all windows, so one event is enough.
    var events: [Event] = []
    for window in rules.scope == .output ? Array(windows.prefix(1)) : windows {
      let event = askingAgain(window)
      if !events.contains(event) { events.append(event) }
    }
    return events
  }
}
