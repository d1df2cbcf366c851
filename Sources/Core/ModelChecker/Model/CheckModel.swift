// SPDX-License-Identifier: Apache-2.0
package import Arbitration
import Orientation

/// A stack, compiled for checking: scenes become integers, decisions become cells.
///
/// Every cell is filled by `RuleSet.decide` for a real scene; the model itself decides nothing.
@safe
package final class CheckModel {
  package let stack: CheckStack
  package let rules: any RuleSet
  package let ids: [WindowID]
  /// The kinds of the windows and of their root controllers; in a single model, the indices.
  let kinds: AnswerKinds
  /// Whether states contain the key window even if no decision reads it.
  let tracksKeyWindow: Bool
  /// All windows, as bits; bit *n* is the window `ids[n]`.
  package let all: UInt64
  package let followers: UInt64
  /// The windows at level 0, and those of them that are not followers and so can be the page
  /// without being key.
  package let levelZero: UInt64
  package let pageable: UInt64
  package let addable: UInt64
  let managedOutput: Int?
  /// The second of two outputs that rotate, each by itself; `nil` if all have the status bar's
  /// orientation.
  package let secondOutput: Int?
  /// The windows of outputs that do not rotate, where outputs do: P1 and P3 are not about these.
  package let elsewhere: UInt64

  /// The last scene that was returned, its windows and its settings, which are -1 before the first.
  private var (last, lastPresent, lastSettings) = (Scene(), UInt64(0), -1)
  /// The settings, by settings index: scenes in the form that `template` returns.
  private(set) var templates: [Scene] = []
  package private(set) var reads = ReadSet(.everything)
  // SAFETY: allocated in `init`, never moved, freed in `deinit`.
  let tables: UnsafeMutablePointer<StepTables>
  /// The number of decision cells compiled so far.
  private(set) var decisions = 0
  /// The state after set-up or, if `CheckStack.isRunning`, the observed one.
  package private(set) var initial = PackedState()
  /// `Scene.keyHistory` at the start, as indices.
  private(set) var keys: [Int] = []
  /// Whether the last decision of the set-up raises an exception.
  package private(set) var raisesAtOnce = false
  /// The last limit of packed states or of decision cells that was exceeded; `nil` if none was.
  ///
  /// Findings after the first excess are invalid.
  package private(set) var broken: CheckLimit?

  /// Compiles a stack; throws the limit for which the stack cannot be checked.
  ///
  /// If `first` is given, a model of the same stack with other answers, the triggers of window events are
  /// copied from `first`. With `exchanged`, the windows of these two indices are exchanged in the stack, which
  /// is not set up: the settings and the steps of the device are copied, too.
  package init(
    _ stack: CheckStack, tracksKeyWindow: Bool = false, kinds: AnswerKinds? = nil,
    like first: CheckModel? = nil, exchanged: (left: Int, right: Int)? = nil
  ) throws(CheckLimit) {
    self.tracksKeyWindow = tracksKeyWindow
    self.stack = stack
    rules = stack.rules
    unsafe tables = .allocate(capacity: 1)
    unsafe tables.initialize(to: StepTables())
    let windows = stack.windows.map { $0.window }
    ids = windows.map { $0.id }
    let indices = Array(windows.indices)
    self.kinds = kinds ?? AnswerKinds(windows: indices, roots: indices)
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
    let resting = stack.scene.outputs.filter { !$0.isManaged }.map { $0.id }
    elsewhere =
      rules.scope == .output ? set { $0.shell.output.map(resting.contains) ?? false } : 0
    let managed = stack.scene.outputs.indices.filter { stack.scene.outputs[$0].isManaged }
    let rotatesApart = rules.scope == .output && managed.count > 1
    if rotatesApart, managed.count > 2 { throw .outputs(managed.count) }
    managedOutput = managed.first
    secondOutput = rotatesApart ? managed[1] : nil
    // Such a window rotates with both outputs, so what a decision changes depends on its orientation.
    if rotatesApart, windows.contains(where: { $0.shell.output == nil }) {
      throw .vocabulary("rotates a window with two outputs, since its own one is unknown")
    }
    if let held = stack.scene.outputs.first(where: { $0.isHeld }) {
      throw .heldOutput(held.name)
    }
    if let live = windows.first(where: { $0.root?.contains { $0.declared == nil } == true }) {
      throw .livePolicy(live.name)
    }
    if let first, let (left, right) = exchanged {
      adopt(first.templates.map { $0.exchanging(left, right) }, of: first)
      reads = rules.reads(in: templates[0])
      initial = first.initial.swapped(left, right)
    } else {
      try setUp()
    }
    if let first {
      _ = unsafe tables.pointee.windowTriggers.update(from: first.tables.pointee.windowTriggers)
    } else {
      compileTriggers()
    }
    prepareLookup()
    if isKeyFree { initial.key = PackedState.none }
    if let broken { throw broken }
  }

  package private(set) lazy var kernel = StepKernel(self)

  /// Whether a projection has proved that decisions do not read the key window, and that the decision
  /// when another window becomes key rotates nothing.
  private(set) var leavesOutKey = false

  /// Leaves the key window out of states from now on.
  func leaveOutKey() {
    leavesOutKey = true
    initial.key = PackedState.none
    kernel = StepKernel(self)
  }

  deinit {
    unsafe tables.pointee.deallocate()
    unsafe tables.deallocate()
  }

  /// Plays the set-up through an arbiter (for a running scene, its observation), and derives the
  /// initial state and the first settings from it.
  private func setUp() throws(CheckLimit) {
    let replayer = Replayer(stack)
    raisesAtOnce = replayer.raised
    let scene = replayer.arbiter.scene
    keys = scene.keyHistory.compactMap { ids.firstIndex(of: $0) }
    templates = [template(scene, like: nil)]
    reads = rules.reads(in: templates[0])
    if templates[0].device.isRotationLocked { unsafe tables.pointee.lockedSettings = 1 }
    guard let state = encode(scene, settingsIndex: 0, gone: 0) else {
      throw .vocabulary("places unheard of")
    }
    initial = state
  }

  package private(set) lazy var reach: CellReadSet =
    switch reads.windows {
    case .own(let following): following.isEmpty ? .nothing : .page
    case .page: .page
    case .participants, .everything, .some, .first, .recent: .windows
    }

  /// The windows that decisions read, besides the key window, if `reach` is `windows`.
  package var relevant: UInt64 {
    switch reads.windows {
    case .own, .page, .participants, .everything: all
    case .some(let some), .first(let some), .recent(let some): bits(some)
    }
  }

  /// The witnesses: windows whose presence, but nothing else, is read by decisions.
  package private(set) lazy var witnesses: UInt64 = bits(reads.presences)

  /// The windows that answer as the page's window does, if there is a page.
  private(set) lazy var following: UInt64 =
    switch reads.windows {
    case .own(let some), .participants(_, let some): bits(some)
    default: 0
    }

  /// The windows that forward questions to the witnesses.
  private(set) lazy var forwarding: UInt64 = ids.indices.reduce(0) {
    stack.windows[$1].window.root?.asksOthers == true ? $0 | PackedState.bit($1) : $0
  }

  private func bits(_ windows: [WindowID]) -> UInt64 {
    ids.indices.reduce(0) { windows.contains(ids[$1]) ? $0 | PackedState.bit($1) : $0 }
  }

  /// The part of the windows' state that a decision reads.
  package enum CellReadSet {
    /// The state of each window by itself, and the presence of the witnesses.
    case nothing
    /// The same, and which window is the page.
    case page
    /// The presence and visibility of some windows and of the key window, and which window is key;
    /// all others count as shown.
    case windows
  }

  func contextCell(
    _ code: UInt8, _ window: Int, _ context: PackedState, isBarBlank: Bool
  ) -> DecisionCell {
    decisions += 1
    return CellCompiler(self).contextCell(code, window, context, isBarBlank: isBarBlank)
  }

  func pageCell(_ code: UInt8, _ window: Int, _ state: PackedState) -> DecisionCell {
    decisions += 1
    return CellCompiler(self).pageCell(code, window, state)
  }

  func stop(_ limit: CheckLimit) { broken = limit }

  /// Configures the lookup for the read set, and allocates the tables that depend on it.
  private func prepareLookup() {
    unsafe tables.pointee.turnsAreBare = !reads.currentOnTurn
    unsafe tables.pointee.elsewhere = elsewhere
    unsafe tables.pointee.reach = reach
    if reach == .windows {
      unsafe tables.pointee.relevant = relevant
      unsafe tables.pointee.takingPart = takingPart
      if let part = takingPart {
        unsafe tables.pointee.consents = ConsentTable(self, part)
        unsafe tables.pointee.makeDeciders(deciderOrder(part))
      }
      unsafe tables.pointee.observations = ObservationClasses(self)
    }
    unsafe tables.pointee.witnesses = witnesses
  }

  /// The memory of the hash table of decision cells, in bytes.
  package var tableBytes: Int { unsafe tables.pointee.cells.bytes }

  /// Whether a decision that reads at most the page, as computed so far, can raise an exception.
  var anyRaises: Bool { unsafe tables.pointee.anyRaises }

  /// Whether a hidden window can affect a decision that a removed window cannot affect.
  ///
  /// If not, each behaviour after a window was removed is also possible after the window was
  /// hidden.
  package var hiddenMatters: Bool {
    if forwarding != 0 { return true }
    // An output follows the device while there are no windows, and a window that is added later
    // finds it rotated; a hidden window can prevent this rotation.
    if rules.scope == .window, addable != 0, !stack.scene.outputs.isEmpty { return true }
    return reads.hidden
  }

  /// The windows whose removal must be tried as an event; for all others, hiding is equivalent.
  var leaving: UInt64 {
    guard hiddenMatters else { return 0 }
    if case .first(let order) = reads.windows, addable == 0 {
      // A hidden window can decide if the windows above it pass the decision on to the next one.
      return order.drop { !reads.behind.contains($0) }.reduce(0) { leaving, id in
        guard !reads.behind.contains(id), let index = ids.firstIndex(of: id) else { return leaving }
        return leaving | PackedState.bit(index)
      }
    }
    guard rules.scope == .window, addable == 0 else { return all }
    guard case .everything = reads.windows else {
      var leaving = witnesses
      guard reads.hidden else { return leaving }
      for index in ids.indices {
        var window = templates[0].windows[index]
        window.isHidden = true
        let isMain = ids[index] == templates[0].mainWindow
        if isMain || rules.isVoter(window, in: templates[0]) { leaving |= PackedState.bit(index) }
      }
      return leaving
    }
    return all
  }

  /// Whether decisions read more than the page.
  var readsMore: Bool { reach == .windows }

  /// Returns the settings indices that are reachable by device events and added windows.
  package func reachableSettings() -> Set<Int> {
    var found: Set<Int> = [initial.settingsIndex]
    var waiting = [initial.settingsIndex]
    while let rest = waiting.popLast() {
      for bar in 0..<4 {
        var next: [Int] = []
        var state = initial
        (state.settingsIndex, state.bar) = (rest, bar)
        for index in ids.indices where addable >> UInt64(index) & 1 == 1 {
          next.append(kernel.settingsAfterAdding(index, state))
        }
        for device in 0..<5 {
          state.device = device
          for event in kernel.deviceEvents(state) {
            var after = state
            _ = kernel.applyDevice(event, &after)
            next.append(after.settingsIndex)
          }
        }
        for rest in next where found.insert(rest).inserted { waiting.append(rest) }
      }
    }
    return found
  }

  /// Whether states omit the key window: `tracksKeyWindow` is not set, no decision reads the key
  /// window or the page, and no event `makeKey` triggers a decision, or `leavesOutKey` is set.
  package var isKeyFree: Bool {
    if leavesOutKey { return true }
    guard !tracksKeyWindow, reach == .nothing else { return false }
    let offset = Int(CheckEvent.Kind.makeKey.rawValue) * PackedState.width
    return ids.indices.allSatisfy {
      unsafe tables.pointee.windowTriggers[offset + $0] == TriggerCode.nothing
    }
  }

  var reductions: [CheckReduction] {
    var list = [CheckReduction.answersFixed, .flatDevice, .unreadVariables]
    list.append(isKeyFree ? .keyFree : .keyHistory)
    if !recentOrder.isEmpty { list.append(.useHistory) }
    if !hiddenMatters { list.append(.leavingIsHiding) }
    switch reach {
    case .nothing: list.append(.windowByWindow)
    case .page: list.append(.pageOnly)
    case .windows where relevant != all: list.append(.voters)
    case .windows: if takingPart != nil { list.append(.takingPart) }
    }
    return list
  }

  /// The scene of a state, lent without a copy until the next one is read.
  ///
  /// With `isBlank` the orientations of all windows are unknown, so the rule set rotates every
  /// window that it would rotate from some orientation; `isBarBlank` does the same for the status
  /// bar.
  subscript(
    sceneOf state: PackedState, isBlank isBlank: Bool = false, isBarBlank isBarBlank: Bool = false
  ) -> Scene {
    _read {
      prepareScene(state, isBlank, isBarBlank)
      yield last
    }
  }

  /// Makes `last` the scene of a state; `templates` are copied only for other windows or settings than before.
  private func prepareScene(_ state: PackedState, _ isBlank: Bool, _ isBarBlank: Bool) {
    if lastPresent != state.present || lastSettings != state.settingsIndex {
      (lastPresent, lastSettings) = (state.present, state.settingsIndex)
      last = templates[state.settingsIndex]
      if state.present != all {
        last.windows = ids.indices.filter { state.present >> UInt64($0) & 1 == 1 }.map {
          last.windows[$0]
        }
      }
    }
    write(state, isBlank, isBarBlank, to: &last)
  }

  /// Writes the variables of a state to a scene that has its windows and settings.
  private func write(
    _ state: PackedState, _ isBlank: Bool, _ isBarBlank: Bool, to scene: inout Scene
  ) {
    var rest = state.present
    for place in scene.windows.indices {
      let index = rest.trailingZeroBitCount
      rest &= rest &- 1
      scene.windows[place].isHidden = state.hidden >> UInt64(index) & 1 == 1
      scene.windows[place].orientation =
        isBlank ? .unknown : Self.orientation(state.orientation(index))
    }
    let key = state.key < ids.count ? ids[state.key] : nil
    if scene.keyWindow != key { scene.keyHistory = key.map { [$0] } ?? [] }
    let bar = Self.orientation(state.bar)
    scene.statusBar.orientation = isBarBlank ? .unknown : bar
    scene.device.orientation = CheckEvent.device(state.device)
    for index in scene.outputs.indices where scene.outputs[index].isManaged {
      let shown = index == secondOutput ? Self.orientation(state.second) : bar
      if let transform = shown.transform(on: scene.outputs[index].panel) {
        scene.outputs[index].desired = transform
      }
    }
  }

  /// Returns the windows that are on one output of the stack's scene and on no other.
  func windows(on output: Int) -> UInt64 {
    ids.indices.reduce(0) {
      let own = stack.windows[$1].window.shell.output
      return own == stack.scene.outputs[output].id ? $0 | PackedState.bit($1) : $0
    }
  }

  static func orientation(_ index: Int) -> InterfaceOrientation {
    InterfaceOrientation(rawValue: UInt8(index + 1)) ?? .unknown
  }

  /// Returns the packed state of a scene; `nil` if one of its windows is not in `ids`, or an
  /// orientation is unknown.
  ///
  /// `gone` are the removed windows; a scene does not distinguish them from windows that were not
  /// added yet.
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
    if let secondOutput { state.second = Int(scene.outputs[secondOutput].orientation.rawValue) - 1 }
    state.device = CheckEvent.index(scene.device.orientation)
    state.settingsIndex = settingsIndex
    let history = scene.keyHistory.compactMap { ids.firstIndex(of: $0) }.map { UInt8($0) }
    state.recent = recent(state, history)
    return state
  }

  /// The windows whose order of use is read, the topmost first; empty if no decision reads the
  /// order.
  package private(set) lazy var recentOrder: [Int] = {
    guard case .recent(let order) = reads.windows else { return [] }
    return order.compactMap { id in ids.firstIndex { $0 == id } }
  }()

  private lazy var recents = recentOrder.reduce(UInt64(0)) { $0 | PackedState.bit($1) }

  /// Returns the most recently used shown window of `recentOrder`: if none of the shown ones was
  /// used, the topmost; if none is shown, `none`.
  ///
  /// `history` lists the used windows, the latest last.
  func recent(_ state: PackedState, _ history: some BidirectionalCollection<UInt8>) -> Int {
    let shown = state.shown & recents
    if shown == 0 { return PackedState.none }
    let used = history.last { shown >> UInt64($0) & 1 == 1 }
    return used.map { Int($0) }
      ?? recentOrder.first { shown & PackedState.bit($0) != 0 } ?? PackedState.none
  }

  /// Returns a scene with default values for the variables of a packed state and for some values
  /// that no decision reads.
  ///
  /// Windows that are absent from the scene are copied from the template `other`, or from the stack
  /// if `other` is `nil`.
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

  /// Replaces the settings and the steps of the device by those of another model, so that states of that
  /// model have the same meaning here; `templates` are the settings with this model's windows.
  func adopt(_ templates: [Scene], of other: CheckModel) {
    self.templates = templates
    lastSettings = -1
    shareCells()
    unsafe tables.pointee.lockedSettings = other.tables.pointee.lockedSettings
    _ = unsafe tables.pointee.deviceSteps.update(from: other.tables.pointee.deviceSteps)
  }

  /// Whether the windows are the same in all settings.
  private lazy var keepsWindows = templates.allSatisfy { $0.windows == templates[0].windows }

  /// Replaces the settings by those of a model of the same stack with other answers; returns false if
  /// none of these are the settings at the start, or they change windows.
  func adoptSettings(of other: CheckModel) -> Bool {
    let start = templates[0]
    guard other.keepsWindows else { return false }
    let settings = other.templates.map { template in
      var template = template
      template.windows = start.windows
      return template
    }
    guard let index = settings.firstIndex(of: start) else { return false }
    adopt(settings, of: other)
    initial.settingsIndex = index
    return true
  }

  /// Returns the settings index of a scene, adding new settings; sets `broken` and returns `other`
  /// if there are 16 already.
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
    shareCells()
    return templates.count - 1
  }

  /// Makes settings use the decision cells of the first ones that differ at most in the rotation lock, unless
  /// decisions read the lock.
  private func shareCells() {
    for (index, var plain) in templates.enumerated() {
      let first = templates.firstIndex { other in
        if !reads.lock { plain.device.isRotationLocked = other.device.isRotationLocked }
        return plain == other
      }
      unsafe tables.pointee.cellSettings[index] = UInt8(first ?? index)
    }
  }

  private func compileTriggers() {
    for index in ids.indices {
      for kind in [CheckEvent.Kind.show, .hide, .makeKey, .add, .remove] {
        var state = initial
        let bit = UInt64(1) << UInt64(index)
        state.present = kind == .add ? all & ~bit : all
        state.hidden = kind == .show ? bit : 0
        let event = CheckEvent(kind: kind, index: index).event(in: self)
        let before = self[sceneOf: state]
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

  /// Returns the settings and device after a device event, and its trigger code, packed into one
  /// value.
  func compileDevice(_ event: CheckEvent, _ state: PackedState) -> UInt16 {
    let before = self[sceneOf: state]
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

  func compileAdding(_ index: Int, _ state: PackedState) -> Int {
    var before = state
    before.present &= ~PackedState.bit(index)
    let event = CheckEvent(kind: .add, index: index).event(in: self)
    let after = self[sceneOf: before].after(event, rules: rules)
    return intern(after, like: state.settingsIndex)
  }
}
