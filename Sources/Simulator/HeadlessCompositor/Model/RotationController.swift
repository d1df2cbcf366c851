// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop
import Orientation

/// The shell of the arbiter inside the compositor; the arbiter's rule set decides how windows, or
/// outputs, rotate.
final class RotationController {
  unowned let compositor: CompositorCore
  private(set) var arbiter: Arbiter
  /// The current rule set's last decision; nil before its first.
  private(set) var verdict: Verdict?
  var policySources: [PolicyID: (QuestionID, Question) -> Void] = [:]
  private var windows: [WindowID: ShellWindow] = [:]
  private var timers: [DeadlineID: Token] = [:]
  private var driver = EffectDriver()
  private var unpublished: [Verdict] = []
  /// The number of decisions so far, also those of replaced rule sets.
  private(set) var decisions = 0
  private var lastWindow: Int32 = 0
  private var lastDiagnostic: Int32 = 1 << 30
  private var lastPolicy: Int32 = 0

  init(_ compositor: CompositorCore) {
    self.compositor = compositor
    let options = compositor.options
    let device =
      options.device
      ?? Self.device(for: compositor.outputs.all.first, scope: options.rules.scope)
    var scene = Scene(device: device, app: options.app)
    // Rule sets of another scope rotate windows; an output in the scene would be rotated in
    // addition.
    if options.rules.scope == .output { scene.outputs = compositor.outputs.all.map(Self.output) }
    scene.statusBar.orientation = InterfaceOrientation(transform: .normal, on: device.panel)
    arbiter = Arbiter(rules: options.rules, scene: scene, answerTimeout: options.answerTimeout)
    compositor.recorder?.begin(arbiter)
  }

  /// Returns a device whose panel is the first output, held so that the panel is upright.
  private static func device(for output: CompositorOutput?, scope: OrientationScope) -> Device {
    let size = output?.logicalSize ?? Size(width: 320, height: 480)
    let panel: PanelNature = size.width > size.height ? .landscape : .portrait
    // On a desktop, upright means the panel's own upper edge, for portrait and landscape panels.
    let upright =
      scope == .output
      ? DeviceOrientation.portrait : InterfaceOrientation(transform: .normal, on: panel).device
    return Device(
      idiom: min(size.width, size.height) >= 600 ? .pad : .phone,
      size: panel == .portrait ? size : size.swapped, orientation: upright, felt: upright,
      panel: panel)
  }

  func add(_ output: CompositorOutput) {
    if turnsOutputs { handle(.output(.add(Self.output(output)))) }
  }

  func remove(_ output: CompositorOutput) {
    if turnsOutputs { handle(.output(.remove(output.id))) }
  }

  /// Called when an output's transform has changed; only a rule set that rotates outputs gets the
  /// event.
  func turned(_ output: CompositorOutput) {
    if turnsOutputs { handle(.output(.transform(output.id, output.transform))) }
  }

  private static func output(_ output: CompositorOutput) -> Output {
    Output(id: output.id, name: output.name, panel: output.nature, transform: output.transform)
  }

  var turnsOutputs: Bool { arbiter.rules.scope == .output }

  /// The transform of the status bar and of new windows.
  var statusBarTransform: Transform { transform(of: arbiter.scene.statusBar.orientation) }

  var hidesBar: Bool { arbiter.rules.hidesStatusBar(in: arbiter.scene) }

  func transform(of window: ShellWindow) -> Transform {
    guard let id = window.id, let entry = arbiter.scene.window(id) ?? exempt(id) else {
      return window.target
    }
    return transform(of: entry.orientation)
  }

  func window(_ id: WindowID) -> ShellWindow? { windows[id] }

  /// Replaces the rule set, which places all windows again.
  ///
  /// Returns false without any change while an event is handled, or a policy is being asked, whose
  /// answer would reach the new rule set.
  func use(_ rules: any RuleSet) -> Bool {
    guard !arbiter.isWaiting, !driver.isRunning else { return false }
    for timer in timers.values { compositor.loop.remove(timer) }
    timers = [:]
    let old = arbiter
    var scene = Scene(device: old.scene.device, app: old.scene.app, windows: old.scene.windows)
    scene.keyHistory = old.scene.keyHistory
    scene.mainWindow = old.scene.mainWindow
    let panel = scene.device.panel
    func name(_ edge: PanelEdge, _ rules: any RuleSet) -> DeviceOrientation {
      let orientation = DeviceOrientation(edgeUp: edge)
      return rules.scope == .output ? orientation : orientation.named(on: panel)
    }
    let edge = PanelEdge.allCases.first { name($0, old.rules) == scene.device.orientation }
    if let edge { scene.device.orientation = name(edge, rules) }
    if let edge = PanelEdge.allCases.first(where: { name($0, old.rules) == scene.device.felt }) {
      scene.device.felt = name(edge, rules)
    }
    for index in scene.windows.indices {
      scene.windows[index].orientation = InterfaceOrientation(transform: .normal, on: panel)
    }
    scene.statusBar.orientation = InterfaceOrientation(transform: .normal, on: panel)
    let turned = compositor.outputs.all.filter { $0.transform != .normal }
    if rules.scope == .output {
      scene.outputs = compositor.outputs.all.map(Self.output)
    }
    arbiter = Arbiter(
      rules: rules, scene: scene, exempt: old.exempt, answerTimeout: old.answerTimeout)
    verdict = nil
    compositor.recorder?.begin(arbiter)
    // The new rule set does not rotate outputs, so the old rule set's rotations are undone.
    if old.rules.scope == .output, rules.scope != .output {
      compositor.configure(turned.map { ($0, .init(transform: .normal)) })
    }
    handle(.setUp)
    compositor.windows.everythingChanged()
    return true
  }

  func newPolicy() -> PolicyID {
    lastPolicy += 1
    return PolicyID(lastPolicy)
  }

  // Diagnostic windows have numbers of their own, so that other windows' numbers do not depend on
  // them.
  private func newNumber(for window: ShellWindow) -> WindowID {
    if compositor.isDiagnostic(window.surface) {
      lastDiagnostic += 1
      return WindowID(lastDiagnostic)
    }
    lastWindow += 1
    return WindowID(lastWindow)
  }

  func add(_ window: ShellWindow) {
    let id = newNumber(for: window)
    window.id = id
    windows[id] = window
    let rotation = window.surface.rotation
    var entry = Window(
      id: id,
      name: rotation.name ?? (window.appID.isEmpty ? "window-\(id.rawValue)" : window.appID),
      level: rotation.level ?? window.level, isHidden: window.isHidden,
      isFollower: window.isFollower || rotation.traits.contains(.follower),
      controlsStatusBar: !rotation.traits.contains(.passive),
      root: rotation.traits.contains(.rootless) ? nil : root(of: window))
    entry.shell.appID = window.appID
    entry.shell.title = window.title
    entry.shell.output = window.output?.id
    let makesKey = window is Toplevel && !window.isHidden
    if rotation.traits.contains(.exempt) || compositor.isDiagnostic(window.surface) {
      handle(.addExempt(entry, makesKey: makesKey))
    } else {
      handle(.add(entry, makesKey: makesKey))
    }
  }

  /// Replaces a window's policy for later decisions.
  ///
  /// For a live policy, the window's root controller is set anew, since `setPolicy` takes declared
  /// ones only; the rule set then places the window again.
  func change(_ window: ShellWindow, to policy: PolicySource) {
    guard let id = window.id, !window.surface.rotation.traits.contains(.rootless) else { return }
    switch policy {
    case .declared(let declared):
      handle(.app(.setPolicy(controller: "root-\(id.rawValue)", declared)))
    case .live: handle(.window(id, .setRoot(root(of: window))))
    }
  }

  func askAgain(_ window: ShellWindow) {
    if let id = window.id { handle(arbiter.askingAgain(id)) }
  }

  func orientation(of window: ShellWindow) -> InterfaceOrientation {
    window.id.flatMap { arbiter.scene.window($0) ?? exempt($0) }?.orientation ?? .unknown
  }

  private func root(of window: ShellWindow) -> Controller {
    Controller(
      id: "root-\(window.id?.rawValue ?? 0)",
      policy: window.surface.rotation.policy?.rootPolicy ?? .declared(DeclaredPolicy()))
  }

  func remove(_ window: ShellWindow) {
    guard let id = window.id else { return }
    windows[id] = nil
    window.id = nil
    handle(.window(id, .remove))
  }

  /// Handles an event; events that arrive in the meantime are queued.
  func handle(_ event: Event) {
    guard driver.enqueue(event) else { return }
    while let step = driver.next() {
      switch step {
      case .decide(let event):
        let now = compositor.now
        compositor.recorder?.note(event, at: now, before: arbiter)
        let effects = arbiter.handle(event, at: now)
        compositor.recorder?.note(effects)
        driver.decided(effects)
      case .execute(let effect): execute(effect)
      }
    }
    compositor.transaction.turn()
    let verdicts = unpublished
    unpublished = []
    compositor.rotation.publish(verdicts)
  }

  private func execute(_ effect: Effect) {
    switch effect {
    case .ask(let id, let question):
      guard let policySource = policySources[question.policy] else {
        return handle(.policyFailed(id))
      }
      policySource(id, question)
    case .armDeadline(let id, let moment):
      timers[id] = compositor.loop.schedule(at: moment) { [weak self] in
        self?.timers[id] = nil
        if case .question(let question) = id { self?.compositor.rotation.expired(question) }
        self?.handle(.deadline(id))
      }
    case .disarmDeadline(let id):
      if let timer = timers.removeValue(forKey: id) { compositor.loop.remove(timer) }
    case .rotateOutput(let id, let transform, let change):
      guard let output = compositor.outputs.output(id) else {
        return handle(.applied(change, .failed))
      }
      handle(.applied(change, .succeeded))
      compositor.configure([(output, OutputConfiguration.Change(transform: transform))])
    case .outputReport: break
    case .report(let verdict):
      self.verdict = verdict
      decisions += 1
      unpublished.append(verdict)
      compositor.rotation.note(verdict)
      compositor.onVerdict?(verdict)
    }
  }

  private func transform(of orientation: InterfaceOrientation) -> Transform {
    guard !turnsOutputs else { return .normal }
    return orientation.transform(on: arbiter.scene.device.panel) ?? .normal
  }

  private func exempt(_ id: WindowID) -> Window? { arbiter.exempt.first { $0.id == id } }
}
