// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Experiments
import Explanation
import Formats
import HeadlessCompositor
import Orientation
import Recording

/// The side panel: a decision, its explanation, and controls.
///
/// While the latest decision is shown, a changed answer is an event for the compositor's arbiter;
/// for an earlier decision it is a what-if, which changes nothing in the session.
final class Inspector {
  private let compositor: HeadlessCompositor
  private let history: SessionHistory
  /// The path for saved scenarios, each with a recording beside it; nil for a file in the user's
  /// data folder.
  private let path: String?
  private var state = InspectorState()
  private var known: (model: InspectorModel, last: Int, state: InspectorState)?
  private var said: (caption: Caption, decision: Int, isPast: Bool)?
  private var found: (number: Int, verdict: Verdict, names: [WindowID: String])?
  var onChange: (() -> Void)?
  var onRestart: (() -> Void)? {
    get { history.onRestart }
    set { history.onRestart = newValue }
  }

  init(_ compositor: HeadlessCompositor, _ history: SessionHistory, saving path: String?) {
    self.compositor = compositor
    self.history = history
    self.path = path
    history.onDecision = { [weak self] in self?.onChange?() }
  }

  /// Returns the panel's model for a size in logical pixels; nil before the first decision, or if
  /// the ring has dropped the shown one.
  func model(width: Double, height: Double) -> InspectorModel? {
    let last = history.ring.next - 1
    if let known, known.last == last, known.state == state, known.model.width == width,
      known.model.height == height
    {
      return known.model
    }
    guard last >= 0, let found = decision(state.decision ?? last),
      let rules = history.rules
    else { return nil }
    let subject = InspectorSubject(
      verdict: found.verdict, rules: rules, names: found.names,
      decisions: history.ring.first..<history.ring.next, whatIf: whatIf(found.verdict, rules))
    let model = InspectorModel(subject, state, width: width, height: height)
    known = (model, last, state)
    return model
  }

  /// The decision that is shown; nil for the latest.
  var shown: Int? { state.decision }

  var decisions: Range<Int> { history.ring.first..<history.ring.next }

  var kinds: ArraySlice<TimelineModel.Kind> {
    history.kinds[decisions.clamped(to: history.kinds.indices)]
  }

  /// The verdict of an earlier decision that is shown; nil if the latest is shown, or if the ring
  /// has dropped the shown one.
  var past: Verdict? { state.decision.flatMap { decision($0)?.verdict } }

  private func decision(_ number: Int) -> (verdict: Verdict, names: [WindowID: String])? {
    if let found, found.number == number { return (found.verdict, found.names) }
    guard let fresh = history.decision(number) else { return nil }
    found = (number, fresh.verdict, fresh.names)
    return fresh
  }

  /// The number and the caption of the shown decision.
  ///
  /// If the latest decision is shown, these are of the last noteworthy decision. Nil before there
  /// is one, or if the ring has dropped it.
  var caption: (decision: Int, words: Caption)? {
    guard let number = state.decision ?? history.lastNews else { return nil }
    let isPast = state.decision != nil
    if let said, said.decision == number, said.isPast == isPast { return (number, said.caption) }
    guard let found = decision(number), let rules = history.rules else { return nil }
    let caption = Caption(found.verdict, rulesID: rules.id, names: found.names, isPast: isPast)
    said = (caption, number, isPast)
    return (number, caption)
  }

  private func whatIf(_ verdict: Verdict, _ rules: any RuleSet) -> [String] {
    guard !state.edits.isEmpty else { return [] }
    let edits = state.edits.map { change in
      change.edit { id in
        (verdict.after.window(id) ?? verdict.before.window(id))?.name ?? "\(id.rawValue)"
      }
    }
    do throws(InputError) {
      let whatIf = try WhatIf(history.ring, decision: verdict.step, rules: rules, edits: edits)
      return whatIf.text().split(separator: "\n").map(String.init)
    } catch {
      return [error.description]
    }
  }

  func scroll(_ cards: Int) {
    let most = max(0, (known?.model.cards ?? 1) - 1)
    change { $0.scroll = max(0, min(most, $0.scroll + cards)) }
  }

  func perform(_ action: InspectorAction) {
    state.message = ""
    switch action {
    case .show(let id, let isShown):
      if state.decision != nil { return edit(.window(id, .shows(isShown))) }
      compositor.stack.show(id, isShown)
    case .makeKey(let id): compositor.stack.makeKey(id)
    case .answer(let id, let override):
      let change = Intervention.window(id, override)
      if state.decision != nil { return edit(change) }
      if carryOut([change]) { compositor.stack.askAgain(id) }
    case .apply(let changes):
      if carryOut(changes) { turnOnceMore() }
    case .use(let name): use(name)
    case .step(let distance): show((state.decision ?? history.ring.next - 1) + distance)
    case .decision(let number): show(number)
    case .now: change { ($0.decision, $0.edits) = (nil, []) }
    case .forget: change { $0.edits = [] }
    case .save: save()
    }
    onChange?()
  }

  private func change(_ body: (inout InspectorState) -> Void) {
    body(&state)
    onChange?()
  }

  /// Adds a changed answer for an earlier decision, in place of another one of the same party;
  /// removes the answer if it was already added.
  private func edit(_ edit: Intervention) {
    change { state in
      let isThere = state.edits.contains(edit)
      state.edits.removeAll { $0.subject == edit.subject }
      if !isThere { state.edits.append(edit) }
    }
  }

  private func show(_ wanted: Int) {
    let (first, last) = (history.ring.first, history.ring.next - 1)
    change { state in
      state.edits = []
      state.decision = wanted >= last ? nil : max(first, wanted)
    }
  }

  /// Changes answers in the session; if no event can do so, shows a message and returns false.
  private func carryOut(_ changes: [Intervention]) -> Bool {
    guard
      let steps = AnswerChange.steps(
        for: changes, in: compositor.scene, compositor.stack.rules)
    else {
      state.message = "only the program itself can do that"
      return false
    }
    for step in steps {
      switch step {
      case .handle(let event): compositor.handle(event)
      case .show(let id, let isShown): compositor.stack.show(id, isShown)
      }
    }
    return true
  }

  /// Turns the device away and back, so that the rule set makes another decision.
  private func turnOnceMore() {
    let held = compositor.scene.device.orientation
    let page = compositor.verdict?.page?.orientation.device
    let other = held == .portrait ? DeviceOrientation.landscapeLeft : .portrait
    let away = page.map { $0 == held ? other : $0 } ?? other
    compositor.handle(.device(.turned(away)))
    compositor.handle(.device(.turned(held)))
  }

  private func use(_ name: String) {
    guard let rules = RuleSetCatalog.make(name), rules.id != compositor.stack.rules.id else {
      return
    }
    if compositor.stack.use(rules) {
      (state, said, found) = (InspectorState(), nil, nil)
    } else {
      state.message = "a program is being asked; try again"
    }
  }

  private func save() {
    do {
      let story = try history.story()
      let path = try Self.freePath(path)
      try NewFile.create(path.scenario, .userOnly).write(story.scenario.utf8)
      try NewFile.create(path.recording, .userOnly).write(story.recording.utf8)
      state.message = "saved: \(path.scenario) and \(path.recording)"
    } catch {
      state.message = "not saved: \(error)"
    }
    StandardOutput.line(state.message)
  }

  /// Returns paths for the scenario and the recording, numbered so that neither file exists;
  /// creates their folder.
  private static func freePath(
    _ wanted: String?
  ) throws(TabletFailure) -> (scenario: String, recording: String) {
    let folder = BaseDirectory.data.path(in: Program.environment)
    guard let base = wanted ?? folder.map({ "\($0)/swivel/tablet.yaml" }) else {
      throw TabletFailure(
        "neither XDG_DATA_HOME nor HOME names a folder; give one with --save FILE")
    }
    FilePath.makeDirectories(above: base)
    for number in 1...999 {
      let scenario = NumberedFile.name(base, number)
      let recording =
        scenario.hasSuffix(".yaml")
        ? "\(scenario.dropLast(5)).jsonl" : "\(scenario).jsonl"
      if FileStamp(at: scenario) == nil, FileStamp(at: recording) == nil {
        return (scenario, recording)
      }
    }
    throw TabletFailure("\(base) and 998 more of its kind are there already")
  }
}

enum AnswerChange: Equatable {
  case handle(Event)
  /// Visibility is changed on the surface, not only in the arbiter's scene.
  case show(WindowID, Bool)

  /// Returns the steps that give a running session other answers; `nil` if one of the changes
  /// cannot be made.
  ///
  /// The rule set amends a copy of the scene; the differences become events, which recordings and
  /// scenarios can contain.
  static func steps(
    for changes: [Intervention], in scene: Scene, _ rules: any RuleSet
  ) -> [AnswerChange]? {
    var steps: [AnswerChange] = []
    for change in changes {
      guard let more = self.steps(for: change, in: scene, rules) else { return nil }
      steps += more
    }
    return steps
  }

  private static func steps(
    for change: Intervention, in scene: Scene, _ rules: any RuleSet
  ) -> [AnswerChange]? {
    guard case .party(.window(let id)) = change.subject else {
      return settings(change, in: scene, rules)
    }
    guard let window = scene.window(id) else { return nil }
    switch change.override {
    case .shows(let isShown): return window.isHidden == isShown ? [.show(id, isShown)] : []
    // Only the window's client can close the window.
    case .leaves: return nil
    case .follows where rules.scope == .window:
      // As an app's author would do, the page's window becomes the one to which questions are
      // forwarded.
      guard let page = scene.pageIndex.map({ scene.windows[$0].id }), page != id else { return nil }
      let root = Controller(id: window.root?.id ?? window.name, forwardsTo: page)
      return [.handle(.window(id, .setRoot(root)))]
    default: break
    }
    var other = scene
    other.amend([change], rules)
    guard let amended = other.window(id) else { return nil }
    var events: [WindowEvent] = []
    if amended.disableCount < window.disableCount {
      events += Array(
        repeating: .enableAutorotation, count: window.disableCount - amended.disableCount)
    }
    if amended.shell != window.shell { events.append(.shell(amended.shell)) }
    events += window.settings(toMatch: amended).map { .setting($0) }
    if amended.root != window.root { events.append(.setRoot(amended.root)) }
    return events.map { .handle(.window(id, $0)) }
  }

  private static func settings(
    _ change: Intervention, in scene: Scene, _ rules: any RuleSet
  ) -> [AnswerChange]? {
    var other = scene
    other.amend([change], rules)
    var events: [Event] = []
    let (old, new) = (scene.device, other.device)
    if old.isRotationLocked != new.isRotationLocked {
      events.append(.device(.rotationLock(new.isRotationLocked)))
    }
    if old.userLock != new.userLock {
      events.append(.device(.setting(.userLock(new.userLock))))
    }
    if old.userRotation != new.userRotation {
      events.append(.device(.setting(.userRotation(new.userRotation))))
    }
    if scene.app.delegate != other.app.delegate {
      events.append(.app(.setDelegate(other.app.delegate)))
    }
    // No event changes an app's list or the fixed properties of the device.
    var reached = scene
    for event in events { reached = reached.after(event, rules: rules) }
    return !events.isEmpty && reached.app == other.app && reached.device == other.device
      ? events.map { .handle($0) } : nil
  }
}
