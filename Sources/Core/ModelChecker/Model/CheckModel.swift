// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// A stack compiled for checking: scenes as integers, decisions as cells.
///
/// Every cell is filled by `RuleSet.decide` on a real scene; the model itself decides nothing.
@safe
package final class CheckModel {
  // SAFETY: the tables live from `init` to `deinit`, at one address.
  package let stack: CheckStack
  package let rules: any RuleSet
  package let ids: [WindowID]
  /// Whether the key is kept even where no decision reads it.
  let tracksKeyWindow: Bool
  /// All windows, as a set of positions.
  package let all: UInt64
  /// The windows that follow the status bar.
  package let followers: UInt64
  /// The windows of level 0, and those of them that can be the page without being key.
  package let levelZero: UInt64
  package let pageable: UInt64
  /// The windows that are absent at the start.
  package let addable: UInt64
  /// The output that rotates with the device, if there is one.
  let managedOutput: Int?

  /// The distinct scenes without window states, one for each combination of settings.
  private(set) var templates: [Scene] = []
  /// The read set of decisions, as the rule set declares it.
  package private(set) lazy var reads = rules.reads(in: templates[0])
  /// The tables that every step reads.
  let tables: UnsafeMutablePointer<StepTables>
  /// The number of calls of `decide` for cells.
  private(set) var decisions = 0
  /// The state after set-up.
  package private(set) var initial = PackedState()
  /// The windows that have been key before, the current one last.
  private(set) var keys: [Int] = []
  /// Whether set-up itself raised an exception.
  package private(set) var raisesAtOnce = false
  /// The limit of the packed form that was exceeded; all findings since then are invalid.
  package private(set) var broken: CheckLimit?

  /// Compiles a stack; `tracksKeyWindow` keeps the key even where no decision reads it.
  package init(_ stack: CheckStack, tracksKeyWindow: Bool = false) throws(CheckLimit) {
    self.tracksKeyWindow = tracksKeyWindow
    self.stack = stack
    rules = stack.rules
    unsafe tables = .allocate(capacity: 1)
    unsafe tables.initialize(to: StepTables())
    let windows = stack.windows.map(\.window)
    ids = windows.map(\.id)
    guard windows.count <= PackedState.width else {
      throw .windows(windows.count, most: PackedState.width)
    }
    func set(_ test: (Window) -> Bool) -> UInt64 {
      windows.indices.reduce(0) { test(windows[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    all = set { _ in true }
    followers = set { $0.isFollower }
    levelZero = set { $0.level == 0 }
    pageable = set { $0.level == 0 && !$0.isFollower }
    addable = stack.windows.indices.reduce(0) {
      stack.windows[$1].isThere ? $0 : $0 | 1 << UInt64($1)
    }
    let managed = stack.scene.outputs.indices.filter { stack.scene.outputs[$0].isManaged }
    guard managed.count < 2 else { throw .outputs(managed.count) }
    managedOutput = managed.first
    if let held = stack.scene.outputs.first(where: { $0.isHeld }) {
      throw .heldOutput(held.name)
    }
    if let live = windows.first(where: { $0.root?.contains { $0.declared == nil } == true }) {
      throw .livePolicy(live.name)
    }
    try setUp()
    compileTriggers()
    prepareLookup()
    if isKeyFree { initial.key = PackedState.none }
    if let broken { throw broken }
  }

  /// The kernel of steps; valid while this model lives.
  package private(set) lazy var kernel = StepKernel(self)

  deinit {
    unsafe tables.pointee.deallocate()
    unsafe tables.deallocate()
  }

  /// Replays the launch through the arbiter, unless the scene is already running.
  private func setUp() throws(CheckLimit) {
    let replayer = Replayer(stack)
    raisesAtOnce = replayer.verdicts.last?.error?.isException == true
    let scene = replayer.arbiter.scene
    keys = scene.keyHistory.compactMap { ids.firstIndex(of: $0) }
    templates = [template(scene, like: nil)]
    if templates[0].device.isRotationLocked { unsafe tables.pointee.lockedSettings = 1 }
    guard let state = encode(scene, settingsIndex: 0, gone: 0) else {
      throw .vocabulary("places unheard of")
    }
    initial = state
  }

  /// The read set of cells; a test compares every kind with the arbiter.
  package private(set) lazy var reach: CellReadSet = {
    // Every witness doubles the cells.
    let isWide = witnesses.nonzeroBitCount > 5
    return switch reads.windows {
    case .own(let andPage): isWide ? .windows(all) : .page(matters: andPage)
    case .page: isWide ? .windows(all) : .page(matters: true)
    case .participants, .everything: .windows(all)
    case .some(let some), .first(let some), .recent(let some):
      .windows(ids.indices.reduce(0) { some.contains(ids[$1]) ? $0 | 1 << UInt64($1) : $0 })
    }
  }()

  /// The windows whose presence is read by decisions that depend on the page at most.
  package private(set) lazy var witnesses: UInt64 = ids.indices.reduce(0) {
    reads.presences.contains(ids[$1]) ? $0 | 1 << UInt64($1) : $0
  }

  /// The part of a state that a decision reads besides its trigger.
  package enum CellReadSet {
    /// Each window by itself, or by itself and by which window is the page's.
    case page(matters: Bool)
    /// The presence, visibility and key of some windows; the others count as shown.
    case windows(UInt64)
  }

  /// Fills the cell of a decision that depends on this context only.
  func contextCell(
    _ code: UInt8, _ window: Int, _ context: PackedState, isBarBlank: Bool
  ) -> DecisionCell {
    decisions += 1
    return CellCompiler(self).contextCell(code, window, context, isBarBlank: isBarBlank)
  }

  /// Fills the cell of a decision that depends on the page at most.
  func pageCell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    decisions += 1
    return CellCompiler(self).pageCell(code, window, state)
  }

  /// Records that the stack cannot be checked.
  func stop(_ limit: CheckLimit) { broken = limit }

  /// Sets up the tables for the read set.
  private func prepareLookup() {
    unsafe tables.pointee.turnsAreBare = !reads.currentOnTurn
    switch reach {
    case .page(let matters): unsafe tables.pointee.reach = matters ? .page : .nothing
    case .windows(let some):
      unsafe tables.pointee.reach = .windows
      unsafe tables.pointee.relevant = some
      unsafe tables.pointee.takingPart = takingPart
      if let part = takingPart {
        unsafe tables.pointee.consents = ConsentTable(self, part)
        unsafe tables.pointee.makeDeciders(deciderOrder(part))
      }
      unsafe tables.pointee.observations = ObservationClasses(self)
      if let classes = unsafe tables.pointee.observations {
        unsafe tables.pointee.makeNumbered(classes.numbers(windows: ids.count))
      }
    }
    unsafe tables.pointee.makePages(ids.count, witnesses: witnesses)
  }

  /// The size of the tables with all cells filled so far.
  package var tableBytes: Int { unsafe tables.pointee.bytes }

  /// Whether any cell of a page filled so far raises an exception.
  var anyRaises: Bool {
    unsafe tables.pointee.pages.contains {
      $0.raises || $0.raisingShown | $0.raisingHidden != 0
    }
  }

  /// Whether a hidden window can affect a decision where a removed one cannot.
  ///
  /// If not, every behaviour after a window left is also possible after it was hidden.
  package var hiddenMatters: Bool {
    if stack.windows.contains(where: { $0.window.root?.asksOthers == true }) { return true }
    // An output follows the device while there is no window, and an added window finds it so.
    if rules.scope == .window, addable != 0, !stack.scene.outputs.isEmpty { return true }
    return reads.hidden
  }

  /// Whether the key is left out: no decision reads it, and any window can be given it at any time.
  package var isKeyFree: Bool {
    guard !tracksKeyWindow, case .page(matters: false) = reach else { return false }
    let offset = Int(CheckEvent.Kind.makeKey.rawValue) * PackedState.width
    return ids.indices.allSatisfy {
      unsafe tables.pointee.windowTriggers[offset + $0] == TriggerCode.nothing
    }
  }

  /// The reductions of the model, each with the reason why the result is the same.
  var reductions: [CheckReduction] {
    var list = [CheckReduction.answersFixed, .flatDevice, .unreadVariables]
    list.append(isKeyFree ? .keyFree : .keyHistory)
    if !recentOrder.isEmpty { list.append(.useHistory) }
    if !hiddenMatters { list.append(.leavingIsHiding) }
    switch reach {
    case .page(matters: false): list.append(.windowByWindow)
    case .page(matters: true): list.append(.pageOnly)
    case .windows(let some) where some != all: list.append(.voters)
    case .windows: if takingPart != nil { list.append(.takingPart) }
    }
    return list
  }

  /// Returns the scene of a state; with `isBlank` all orientations are unknown.
  ///
  /// For a blank scene the rule set moves every window that it would ever rotate.
  func scene(_ state: PackedState, isBlank: Bool = false, isBarBlank: Bool = false) -> Scene {
    let template = templates[state.settingsIndex]
    var scene = template
    scene.windows.removeAll(keepingCapacity: true)
    for index in ids.indices where state.present >> UInt64(index) & 1 == 1 {
      var window = template.windows[index]
      window.isHidden = state.hidden >> UInt64(index) & 1 == 1
      window.orientation = isBlank ? .unknown : Self.orientation(state.orientation(index))
      scene.windows.append(window)
    }
    scene.keyHistory = state.key < ids.count ? [ids[state.key]] : []
    let bar = Self.orientation(state.bar)
    scene.statusBar.orientation = isBarBlank ? .unknown : bar
    scene.device.orientation = CheckEvent.device(state.device)
    if let managedOutput {
      let output = scene.outputs[managedOutput]
      scene.outputs[managedOutput].desired = bar.transform(on: output.panel) ?? output.desired
    }
    return scene
  }

  static func orientation(_ index: Int) -> InterfaceOrientation {
    InterfaceOrientation(rawValue: UInt8(index + 1)) ?? .unknown
  }

  /// Returns the state of a scene; nil for an orientation that a state cannot hold.
  ///
  /// A scene does not distinguish removed windows from those not yet added; `gone` is the removed
  /// ones.
  func encode(_ scene: Scene, settingsIndex: Int, gone: UInt64) -> PackedState? {
    var state = PackedState()
    state.hidden = gone
    for window in scene.windows {
      guard let index = ids.firstIndex(of: window.id), window.orientation != .unknown else {
        return nil
      }
      let bit = UInt64(1) << UInt64(index)
      state.present |= bit
      state.hidden = window.isHidden ? state.hidden | bit : state.hidden & ~bit
      state.turn(bit, to: Int(window.orientation.rawValue) - 1)
    }
    guard scene.statusBar.orientation != .unknown else { return nil }
    state.key = scene.keyWindow.flatMap { ids.firstIndex(of: $0) } ?? PackedState.none
    if state.key < ids.count, state.present >> UInt64(state.key) & 1 == 0 {
      state.key = PackedState.none
    }
    state.bar = Int(scene.statusBar.orientation.rawValue) - 1
    state.device = CheckEvent.index(scene.device.orientation)
    state.settingsIndex = settingsIndex
    let history = scene.keyHistory.compactMap { ids.firstIndex(of: $0) }.map { UInt8($0) }
    state.recent = recent(state, history)
    return state
  }

  /// The windows whose order of use is read, the topmost first; empty if no decision reads it.
  package private(set) lazy var recentOrder: [Int] = {
    guard case .recent(let order) = reads.windows else { return [] }
    return order.compactMap { id in ids.firstIndex { $0 == id } }
  }()

  private lazy var recents = recentOrder.reduce(UInt64(0)) { $0 | PackedState.bit($1) }

  /// Returns the most recently used shown window of `recentOrder`, for a history of use, the latest
  /// last (`Scene.recentWindows`).
  func recent(_ state: PackedState, _ history: some BidirectionalCollection<UInt8>) -> Int {
    let shown = state.shown & recents
    if shown == 0 { return PackedState.none }
    let used = history.last { shown >> UInt64($0) & 1 == 1 }
    return used.map { Int($0) }
      ?? recentOrder.first { shown & PackedState.bit($0) != 0 } ?? PackedState.none
  }

  /// Returns a scene without the parts that a state holds or that no decision reads.
  ///
  /// Absent windows are taken from another template, or from the stack.
  func template(_ scene: Scene, like other: Int?) -> Scene {
    var template = scene
    template.windows = stack.windows.indices.map { index in
      let there = scene.windows.first { $0.id == ids[index] }
      var window =
        there ?? other.map { templates[$0].windows[index] } ?? stack.windows[index].window
      window.isHidden = false
      window.orientation = .unknown
      window.needsTurn = false
      return window
    }
    template.keyHistory = []
    template.statusBar = StatusBar()
    template.device.orientation = .portrait
    template.device.felt = .portrait
    template.hasPendingTurn = false
    for index in template.outputs.indices {
      template.outputs[index].desired = template.outputs[index].initial
      template.outputs[index].transform = template.outputs[index].initial
    }
    return template
  }

  /// Adopts the settings of a model whose states this model is given.
  func adopt(_ templates: [Scene]) {
    self.templates = templates
    unsafe tables.pointee.lockedSettings = templates.indices.reduce(0) {
      templates[$1].device.isRotationLocked ? $0 | 1 << UInt16($1) : $0
    }
  }

  /// Returns the index of a scene's settings, adding new ones.
  private func intern(_ scene: Scene, like other: Int) -> Int {
    let template = template(scene, like: other)
    if let found = templates.firstIndex(of: template) { return found }
    guard templates.count < 16 else {
      broken = .settings
      return other
    }
    if template.device.isRotationLocked {
      unsafe tables.pointee.lockedSettings |= 1 << UInt16(templates.count)
    }
    templates.append(template)
    if !reads.lock { shareSettings(templates.count - 1) }
    return templates.count - 1
  }

  /// Shares the cells of settings that differ from others in the lock only.
  private func shareSettings(_ settingsIndex: Int) {
    var plain = templates[settingsIndex]
    for other in 0..<settingsIndex {
      plain.device.isRotationLocked = templates[other].device.isRotationLocked
      if plain == templates[other] {
        return unsafe tables.pointee.share(settingsIndex, with: other)
      }
    }
  }

  /// Asks the rule set once for the trigger of each window event.
  private func compileTriggers() {
    for index in ids.indices {
      for kind in [CheckEvent.Kind.show, .hide, .makeKey, .add, .remove] {
        var state = initial
        let bit = UInt64(1) << UInt64(index)
        state.present = kind == .add ? all & ~bit : all
        state.hidden = kind == .show ? bit : 0
        let event = CheckEvent(kind: kind, index: index).event(in: self)
        let before = scene(state)
        let triggers = rules.triggers(
          for: event, before: before, after: before.after(event, rules: rules))
        guard let code = TriggerCode.code(triggers, window: ids[index]) else {
          broken = .vocabulary("decides several things at once")
          return
        }
        unsafe tables.pointee.windowTriggers[Int(kind.rawValue) * PackedState.width + index] = code
      }
    }
  }

  /// Returns the effect of a device event on settings and device, and its trigger code.
  func compileDevice(_ event: CheckEvent, _ state: PackedState) -> UInt16 {
    let before = scene(state)
    let taken = event.event(in: self)
    let after = before.after(taken, rules: rules)
    let triggers = rules.triggers(for: taken, before: before, after: after)
    guard let code = TriggerCode.code(triggers, window: nil) else {
      broken = .vocabulary("decides several things at once")
      return 0
    }
    let rest = UInt16(intern(after, like: state.settingsIndex))
    return rest << 8 | UInt16(CheckEvent.index(after.device.orientation)) << 4 | UInt16(code)
  }

  /// Returns the settings after a window was added.
  func compileAdding(_ index: Int, _ state: PackedState) -> Int {
    var before = state
    before.present &= ~PackedState.bit(index)
    let event = CheckEvent(kind: .add, index: index).event(in: self)
    let after = scene(before).after(event, rules: rules)
    return intern(after, like: state.settingsIndex)
  }
}
