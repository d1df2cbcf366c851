// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Explanation
import Formats
import Orientation
import Recording
import Sensors

/// The executor of the arbiter's effects: questions, deadlines, hooks, rotations and reports.
final class EffectRunner {
  struct Parts {
    let lifecycle: Lifecycle
    let desktop: DesktopObserver
    let policies: PolicyCoordinator
    let locks: LockController
    let control: ControlService
    let reporter: Reporter
  }

  /// The delay before verdicts are published, so that the compositor can rotate first (about 1 ms).
  private static let reportDelay = Duration.milliseconds(2)

  private let parts: Parts
  private let rulesID: String
  private let loop: EventLoop
  private let clock: Clock
  private let hooks: Hooks
  private let publisher: TabletModePublisher
  private var deadlines: [DeadlineID: Token] = [:]
  /// The unpublished verdicts, with the windows' names at the time of the decision.
  private var pendingVerdicts: [(verdict: Verdict, names: [WindowID: String])] = []
  private var publishing: Token?
  var onDeadline: (DeadlineID) -> Void = { _ in }

  init(_ parts: Parts, _ plan: RunPlan, on machine: Machine, clock: Clock) {
    self.parts = parts
    rulesID = plan.rules.id
    loop = machine.loop
    self.clock = clock
    let reporter = parts.reporter
    hooks = Hooks(
      plan.configuration.hooks, on: machine, onLine: { reporter.hook(printed: $0) },
      note: { reporter.note($0, .warning) })
    publisher = TabletModePublisher(
      plan.configuration.tabletMode.publish, in: plan.devices,
      note: { reporter.note($0) })
  }

  /// Called when a hook program has ended, if then none runs and no rotation waits for one.
  var onIdle: (() -> Void)? {
    get { hooks.onIdle }
    set { hooks.onIdle = newValue }
  }

  /// Executes an effect; returns the event that results at once, `nil` if none does.
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
      pendingVerdicts.append((verdict, engine.log.ring.names))
    }
    return nil
  }

  func publishVerdictsSoon() {
    guard publishing == nil else { return }
    publishing = loop.schedule(after: Self.reportDelay) { [weak self] in self?.publishVerdicts() }
  }

  func publishVerdicts() {
    if let publishing { loop.remove(publishing) }
    guard publishing != nil || !pendingVerdicts.isEmpty else { return }
    publishing = nil
    let verdicts = pendingVerdicts
    pendingVerdicts = []
    for (verdict, names) in verdicts {
      parts.policies.publish(verdict)
      parts.control.publish(isNoteworthy: verdict.isNoteworthy) {
        .decision(HistoryEntry(verdict, rulesID: rulesID, names: names).json)
      }
    }
    parts.control.update()
  }

  func use(_ programs: HookChoice) { hooks.choice = programs }

  /// Publishes a state change other than a rotation, the tablet mode also to compositors if
  /// configured, and runs the programs for it.
  func announce(_ change: StateChange) {
    if case .tabletMode(let isOn) = change { publisher.publish(isOn) }
    publishVerdicts()
    hooks.run(change)
    parts.control.publish { .change(change) }
    parts.control.update()
  }

  var isBusy: Bool { hooks.isBusy }

  func stop() {
    publishVerdicts()
    hooks.stop()
    publisher.stop()
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
    guard let name = parts.desktop.tracker.name(of: output.id) else { return }
    parts.desktop.tracker.noteRequest(transform, on: output.id)
    let environment = HookEnvironment(
      output: name, panel: output.panel, old: output.transform, new: transform)
    hooks.turn(output.id, environment) { [lifecycle = parts.lifecycle, desktop = parts.desktop] in
      // While hooks ran, the output may have been removed, or replaced by one of the same name.
      guard desktop.tracker.name(of: output.id) != nil else { return }
      lifecycle.session?.apply(transform: transform, to: name, tag: change.rawValue)
    }
  }

  /// Called when a requested rotation has a result, or when another program has rotated an output.
  private func finished(_ report: OutputReport, in scene: Scene?) {
    publishVerdicts()
    parts.desktop.tracker.note(report)
    let name = parts.desktop.tracker.name(of: report.output) ?? "an output that is gone"
    parts.reporter.report(report, output: name)
    // The transforms that are restored at the end are not those that the user locked rotation to.
    if !parts.lifecycle.isEnding { parts.locks.outputChanged(in: scene) }
    parts.control.publish { .output(OutputReportEntry(report, output: name, at: clock.now).json) }
    switch report.result {
    case .confirmed: hooks.confirmed(report.output, report.transform)
    // The arbiter sends another request.
    case .retried, .overruled: return
    case .refused, .cancelled, .unanswered, .unsupported, .byOther, .contested:
      hooks.abandon(report.output)
    }
    // Withdrawing an unsent request avoids a rotation that is no longer wanted. After a timeout the
    // request is kept, for a compositor that was stopped and continues.
    if report.result != .unanswered { parts.lifecycle.session?.withdraw(name) }
    parts.lifecycle.note(report)
  }
}
