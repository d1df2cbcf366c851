// SPDX-License-Identifier: Apache-2.0
import Explanation
import Recording
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Orientation

/// Executes the arbiter's effects: asks policies, keeps deadlines, turns outputs with the configured
/// programs around that, and tells everybody concerned what came of it.
final class EffectRunner {
  struct Parts {
    let lifecycle: Lifecycle
    let desktop: DesktopObserver
    let policies: PolicyCoordinator
    let locks: LockController
    let control: ControlService
    let reporter: Reporter
  }

  /// How long telling waits for a compositor that turns, which takes about one millisecond.
  private static let reportDelay = Duration.milliseconds(2)

  private let parts: Parts
  private let rulesID: String
  private let loop: EventLoop
  private let clock: Clock
  private let hooks: Hooks
  private var deadlines: [DeadlineID: Token] = [:]
  /// Verdicts that nobody was told of yet, with the windows' names at that time.
  private var verdictsToTell: [(verdict: Verdict, names: [WindowID: String])] = []
  private var telling: Token?
  var onDeadline: (DeadlineID) -> Void = { _ in }

  init(_ parts: Parts, _ plan: RunPlan, on machine: Machine, clock: Clock) {
    self.parts = parts
    rulesID = plan.rules.id
    loop = machine.loop
    self.clock = clock
    let reporter = parts.reporter
    hooks = Hooks(plan.configuration.hooks, on: machine) { reporter.note($0) }
  }

  /// Is called when no program runs any more.
  var onIdle: (() -> Void)? {
    get { hooks.onIdle }
    set { hooks.onIdle = newValue }
  }

  /// Executes an effect; returns the event that it leads to at once, if any.
  func execute(_ effect: Effect, in engine: DecisionEngine) -> Event? {
    switch effect {
    case .ask(let id, let question):
      return engine.arbiter.flatMap { parts.policies.ask(id, question, in: $0.sceneInQuestion) }
    case .armDeadline(let id, let instant): arm(id, at: instant)
    case .disarmDeadline(let id): disarm(id)
    case .rotateOutput(let id, let transform, let change):
      let output = engine.arbiter?.scene.outputs.first { $0.id == id }
      if let output { turn(output, to: transform, change) }
    case .outputReport(let report): finished(report, in: engine.arbiter?.scene)
    case .report(let verdict):
      verdictsToTell.append((verdict, engine.log.ring.names))
    }
    return nil
  }

  /// Tells what has come of it in a moment, so that the processors are the compositor's until it has
  /// turned its output.
  func tellSoon() {
    guard telling == nil else { return }
    telling = loop.schedule(after: Self.reportDelay) { [weak self] in self?.tell() }
  }

  /// Tells policies and programs of what was decided; before anything else happens, or is told.
  func tell() {
    if let telling { loop.remove(telling) }
    guard telling != nil || !verdictsToTell.isEmpty else { return }
    telling = nil
    let verdicts = verdictsToTell
    verdictsToTell = []
    for (verdict, names) in verdicts {
      parts.policies.publish(verdict)
      parts.control.publish(isNews: verdict.isNews) {
        .decision(HistoryEntry(verdict, rulesID: rulesID, names: names).json)
      }
    }
    parts.control.update()
  }

  func use(_ programs: HookChoice) { hooks.choice = programs }

  /// Tells everybody outside of something that has changed beside turns.
  func announce(_ change: StateChange) {
    tell()
    hooks.run(change)
    parts.control.publish { .change(change) }
    parts.control.update()
  }

  /// Whether a program is still there, or a turn still waits for one.
  var isBusy: Bool { hooks.isBusy }

  func stop() {
    tell()
    hooks.stop()
  }

  private func arm(_ id: DeadlineID, at instant: Instant) {
    disarm(id)
    deadlines[id] = loop.schedule(at: clock.onLoop(instant)) { [weak self] in
      self?.deadlines[id] = nil
      self?.onDeadline(id)
    }
  }

  private func disarm(_ id: DeadlineID) {
    if let token = deadlines.removeValue(forKey: id) { loop.remove(token) }
  }

  private func turn(_ output: Output, to transform: Transform, _ change: ChangeID) {
    guard let name = parts.desktop.name(of: output.id) else { return }
    parts.desktop.noteRequest(transform, on: output.id)
    let environment = HookEnvironment(
      output: name, panel: output.panel, old: output.transform, new: transform)
    hooks.turn(output.id, environment) { [lifecycle = parts.lifecycle, desktop = parts.desktop] in
      // One that went away while programs ran may be back under the same name, as it was.
      guard desktop.name(of: output.id) != nil else { return }
      lifecycle.session?.apply(transform: transform, to: name, tag: change.rawValue)
    }
  }

  /// Something has become of a turn, or somebody else has turned an output.
  private func finished(_ report: OutputReport, in scene: Scene?) {
    tell()
    parts.desktop.note(report)
    let name = parts.desktop.name(of: report.output) ?? "an output that is gone"
    parts.reporter.report(report, output: name)
    parts.locks.outputChanged(in: scene)
    parts.control.publish { .output(OutputReportEntry(report, output: name, at: clock.now).json) }
    switch report.result {
    case .confirmed: hooks.confirmed(report.output, report.transform)
    // The request that sets it back follows.
    case .retried, .overruled: return
    case .refused, .cancelled, .unanswered, .unsupported, .byOther, .contested:
      hooks.abandon(report.output)
    }
    // What has not gone out by now would undo what stands.
    parts.lifecycle.session?.withdraw(name)
    parts.lifecycle.note(report)
  }
}
