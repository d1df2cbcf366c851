// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop
import EventLoop
import Plugins
import Scenarios

extension Daemon {
  /// What is done from the loop because of policies.
  enum DueWork: Equatable {
    /// Other policies are there, so windows may belong to others.
    case look
    /// A policy's answers have changed.
    case reconsider(PolicyID)
  }

  /// Opens the desk at which policies are asked, and says what is wrong with the plug-ins.
  func startPolicies() {
    for problem in plan.pluginProblems { reporter.note(problem) }
    desk.onReport = { [weak self] in self?.reporter.note("\($0)") }
    desk.onReconsider = { [weak self] in self?.soon(.reconsider($0)) }
    tracker.resolver = PolicyResolver(plan.plugins, at: desk)
    for name in plan.configuration.pluginNames where !tracker.resolver.has(name) {
      reporter.note(
        "there is no plug-in \(Quoting.quoted(name)) to answer for windows; the configuration does "
          + "(`swivel plugins list` shows which there are)")
    }
  }

  /// Puts a question to whoever is to answer it.
  func ask(_ id: QuestionID, _ question: Question) {
    guard let scene = arbiter?.sceneInQuestion else { return }
    if let event = desk.answer(id, question, in: scene) {
      handle(event)
    } else if clients?.ask(id, question, in: scene) != true {
      handle(.policyFailed(id))
    }
  }

  /// Tells everybody who wants to know of a decision.
  func tell(_ verdict: Verdict) {
    desk.finish(verdict)
    clients?.decided(verdict)
    let sinks: [any VerdictSink] = [reporter] + plan.plugins.verdictSinks
    for sink in sinks { sink.receive(verdict, rulesID: plan.rules.id) }
  }

  /// Tells policies of the windows that came to them and left them.
  func publish(_ changes: [PolicyChange]) {
    for change in changes {
      clients?.publish(change)
      if change.comes {
        desk.advise(
          change.policy, .appeared(PolicyQuery(window: change.window, appID: change.appID)))
      } else {
        desk.advise(change.policy, .gone(change.window))
      }
    }
  }

  /// Does something from the loop, once for everything that asks for it in one go.
  ///
  /// So a policy that is replaced leaves no gap, and one that asks for a new decision whenever it is
  /// asked itself holds up nobody else.
  func soon(_ work: DueWork) {
    guard !due.contains(work) else { return }
    due.append(work)
    loop.schedule(after: 0) { [weak self] in
      self?.due.removeAll { $0 == work }
      switch work {
      case .look: self?.lookAgain()
      case .reconsider(let policy): self?.reconsider(policy)
      }
    }
  }

  /// Looks at the windows again, since others may answer for them now.
  private func lookAgain() {
    guard let session, session.isReady, arbiter != nil, !isEnding else { return }
    tracker.resolver.clients = clients?.matches ?? []
    look(at: session)
  }

  /// Decides anew for a policy's windows.
  func reconsider(_ policy: PolicyID) {
    guard !isEnding, let arbiter else { return }
    let windows = tracker.windows(of: policy)
    // One decision looks at all windows of a desktop.
    let isEnough = arbiter.rules.family == .desktop
    var events: [Event] = []
    for window in isEnough ? Array(windows.prefix(1)) : windows {
      let event = arbiter.askingAgain(window)
      if !events.contains(event) { events.append(event) }
    }
    for event in events { handle(event) }
  }
}
