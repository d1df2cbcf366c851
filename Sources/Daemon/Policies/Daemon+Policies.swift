// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Plugins
import Scenarios

extension Daemon {
  /// Opens the desk at which policies are asked, and says what is wrong with the plug-ins.
  func startPolicies() {
    for problem in plan.pluginProblems { reporter.note(problem) }
    desk.onReport = { [weak self] in self?.reporter.note("\($0)") }
    desk.onReconsider = { [weak self] policy in
      // Not while something is being decided: the arbiter would be asked by its own effect.
      guard let self else { return }
      self.loop.schedule(after: 0) { [weak self] in self?.reconsider(policy) }
    }
    tracker.book = PolicyBook(plan.plugins, at: desk)
    for name in plan.configuration.pluginNames where !tracker.book.has(name) {
      reporter.note(
        "there is no plug-in \(Quoting.quoted(name)) to answer for windows; the configuration does "
          + "(`swivel plugins list` shows which there are)")
    }
  }

  /// Puts a question to whoever is to answer it.
  func ask(_ id: QuestionID, _ question: Question) {
    guard let scene = arbiter?.sceneInQuestion else { return }
    if let event = desk.answer(id, question, in: scene) {
      answers.append(event)
    } else if clients?.ask(id, question, in: scene) != true {
      answers.append(.policyFailed(id))
    }
  }

  /// Hands in the answers that came at once, when the question's own effects are carried out.
  func handInAnswers() {
    while !answers.isEmpty { handle(answers.removeFirst()) }
  }

  /// Tells everybody who wants to know of a decision.
  func tell(_ verdict: Verdict) {
    desk.finish(verdict)
    clients?.decided(verdict)
    let sinks: [any VerdictSink] = [reporter] + plan.plugins.verdictSinks
    for sink in sinks { sink.take(verdict, rulesID: plan.rules.id) }
  }

  /// Tells policies of the windows that came to them and left them.
  func tell(_ changes: [PolicyChange]) {
    for change in changes {
      clients?.tell(change)
      if change.comes {
        desk.advise(
          change.policy, .appeared(PolicyQuery(window: change.window, appID: change.appID)))
      } else {
        desk.advise(change.policy, .gone(change.window))
      }
    }
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
