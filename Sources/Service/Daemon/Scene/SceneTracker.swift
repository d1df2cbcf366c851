// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Formats
import Orientation
import Text

/// The last known state of a desktop; comparing it with a new one yields events for the arbiter.
///
/// Comparing complete states instead of single reports hides the moment in which the focus has left
/// one window and has not reached the next. No output rotates because of that moment.
struct SceneTracker {
  struct KnownOutput {
    var id: OutputID
    var name: String
    var transform: Transform
    fileprivate(set) var policy: OutputPolicy
    fileprivate var panel: PanelNature
    var memory: OutputMemory
    /// Whether a request is unconfirmed, so the compositor may still execute it.
    fileprivate var isAwaited = false
    /// The requests from before the output was removed and added again; the compositor may still
    /// execute them.
    fileprivate var late: [Transform] = []
  }

  private struct RemovedOutput {
    var memory: OutputMemory
    var isAwaited = false
  }

  struct KnownWindow {
    var id: WindowID
    var name: String
    var traits: ShellTraits
    var policySource: PolicySource
    /// The session's report from which the window's other properties were derived.
    fileprivate var seen: DesktopWindow
  }

  var configuration: Configuration { didSet { isStale = true } }
  /// The circumstances that select policies of outputs; `synchronize` updates whether an external
  /// display is enabled.
  var circumstances = OutputCircumstances()
  /// The files in which applications state their orientations; `nil` if they are not read.
  private var applications: ApplicationFiles?
  var resolver = PolicyResolver() { didSet { isStale = true } }
  /// Whether unchanged windows must be evaluated again, as after a change of the configuration.
  private var isStale = false
  private(set) var outputs: [KnownOutput] = []
  private(set) var windows: [UInt32: KnownWindow] = [:]
  /// The window with the focus, by its number in the session; `nil` if none has it.
  private(set) var focus: UInt32?
  private var lastOutput: Int32 = 0
  private var lastWindow: Int32 = 0
  private var names = WindowNames()
  private var changes: [PolicyChange] = []
  /// The removed outputs that may still have to be restored, by name.
  private var removed: [String: RemovedOutput] = [:]

  init(configuration: Configuration, applications: ApplicationFiles? = nil) {
    self.configuration = configuration
    self.applications = applications
  }

  /// Adds the outputs that an earlier run has left rotated.
  mutating func recall(_ left: [OutputMemory]) {
    for memory in left { removed[memory.identity.name] = RemovedOutput(memory: memory) }
  }

  /// The records of the outputs that Swivel may have rotated and not restored, sorted by name.
  var turned: [OutputMemory] {
    let present = outputs.map(\.memory).filter { !$0.asked.isEmpty }
    return (present + removed.values.map(\.memory)).sorted { $0.identity.name < $1.identity.name }
  }

  mutating func noteRequest(_ transform: Transform, on id: OutputID) {
    guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
    outputs[index].isAwaited = true
    let memory = outputs[index].memory
    guard transform != memory.found, !memory.asked.contains(transform) else { return }
    outputs[index].memory.asked.append(transform)
  }

  /// Called with the result of a request, or when another program has rotated an output.
  mutating func note(_ report: OutputReport) {
    guard let index = outputs.firstIndex(where: { $0.id == report.output }) else { return }
    switch report.result {
    case .confirmed:
      outputs[index].isAwaited = false
      let isBack = report.transform == outputs[index].memory.found
      let late = outputs[index].late.filter { $0 != report.transform }
      outputs[index].memory.asked = (isBack ? [] : [report.transform]) + late
    case .byOther, .contested: (outputs[index].memory.asked, outputs[index].late) = ([], [])
    // A request that was never sent has no effect; an earlier attempt may still have one.
    case .unsupported where report.attempts <= 1:
      let standing = outputs[index].transform
      outputs[index].memory.asked.removeAll { $0 == report.transform && $0 != standing }
    // The display server may still execute the request.
    case .retried, .refused, .cancelled, .unanswered, .unsupported, .overruled: break
    }
  }

  /// Called at the end of a successful run: only requests from before an output's removal may still
  /// be executed.
  mutating func noteEnd(of ids: [OutputID]) {
    for index in outputs.indices where ids.contains(outputs[index].id) {
      outputs[index].memory.asked = outputs[index].late
    }
  }

  /// Compares the desktop with its last known state; returns the differences as events, ordered so
  /// that no intermediate state causes a rotation.
  mutating func synchronize(with seen: [DesktopOutput], _ windows: [DesktopWindow]) -> [Event] {
    let seen = seen.filter(\.enabled)
    circumstances.hasExternalDisplay = seen.contains { !$0.isBuiltIn }
    var events = appearingOutputs(seen)
    let gone = outputs.filter { known in !seen.contains { $0.name == known.name } }
    let there = Set(windows.map(\.id))
    let closed = self.windows.keys.filter { !there.contains($0) }.sorted()
    let newFocus = focused(windows)
    for window in windows { events += update(window, isFocused: window.id == newFocus) }
    isStale = !gone.isEmpty
    events += moveFocus(to: newFocus)
    for id in closed {
      if let window = self.windows.removeValue(forKey: id) {
        noteChange(from: window.policySource, to: nil, window)
        events.append(.window(window.id, .remove))
      }
    }
    for output in gone { remember(output) }
    outputs.removeAll { known in gone.contains { $0.id == known.id } }
    return events + gone.map { .output(.remove($0.id)) }
  }

  var rememberedNames: Int { names.count }

  func name(of id: OutputID) -> String? { outputs.first { $0.id == id }?.name }

  private mutating func appearingOutputs(_ seen: [DesktopOutput]) -> [Event] {
    var events: [Event] = []
    for output in seen {
      guard let index = outputs.firstIndex(where: { $0.name == output.name }) else {
        events.append(.output(.add(appear(output))))
        continue
      }
      // The policy is looked up again, since the configuration or the circumstances may have
      // changed.
      let policy = configuration.policy(
        forOutput: output.name, isBuiltIn: output.isBuiltIn, in: circumstances)
      events += policy.changes(from: outputs[index].policy)
        .map { .output(.configure(outputs[index].id, $0)) }
      outputs[index].policy = policy
      guard outputs[index].transform != output.transform else { continue }
      outputs[index].transform = output.transform
      outputs[index].late.removeAll { $0 == output.transform }
      events.append(.output(.transform(outputs[index].id, output.transform)))
    }
    return events
  }

  private mutating func appear(_ output: DesktopOutput) -> Output {
    isStale = true
    lastOutput += 1
    let id = OutputID(lastOutput)
    // If the output returns with a transform that Swivel requested, it still has to be restored.
    let absent = removed.removeValue(forKey: output.name)
    let earlier = absent?.memory
    let original = earlier?.original(of: output)
    let added = Output(output, id: id, initial: original, configuration, circumstances)
    var memory = OutputMemory(
      identity: OutputMemory.Identity(output), found: added.initial,
      asked: original == nil ? [] : [output.transform])
    // The compositor may still execute a request from before the removal.
    let isAwaited = absent?.isAwaited == true && earlier?.identity == memory.identity
    let late = isAwaited && earlier?.found == output.transform ? earlier?.asked ?? [] : []
    if !late.isEmpty { memory.asked = late }
    outputs.append(
      KnownOutput(
        id: id, name: output.name, transform: output.transform, policy: added.policy,
        panel: added.panel, memory: memory, isAwaited: isAwaited, late: late))
    return added
  }

  private mutating func remember(_ output: KnownOutput) {
    var memory = output.memory
    if output.transform != memory.found, !memory.asked.contains(output.transform) {
      memory.asked.append(output.transform)
    }
    guard !memory.asked.isEmpty else { return }
    removed[output.name] = RemovedOutput(memory: memory, isAwaited: output.isAwaited)
  }

  /// Called when the compositor is gone; removes the outputs before the windows, so that no output
  /// is rotated.
  mutating func compositorDisconnected() -> [Event] {
    let events = outputs.map { Event.output(.remove($0.id)) }
    for output in outputs { remember(output) }
    outputs = []
    // Requests to an ended compositor have no effect any more.
    removed = removed.mapValues { RemovedOutput(memory: $0.memory) }
    isStale = true
    return events + synchronize(with: [], [])
  }

  private mutating func update(_ window: DesktopWindow, isFocused: Bool) -> [Event] {
    // Most windows are unchanged, so they are compared first, which matters with many windows.
    if !isStale, windows[window.id]?.seen == window { return [] }
    // If the identifier arrives late, the application's file is looked up as for a new window.
    let isNew = windows[window.id]?.seen.appID != window.appID
    let stated = stated(by: window, isNew: isNew)
    let policy = configuration.policy(for: WindowFacts(window), stated: stated?.mask)
    let traits = traits(of: window, policy, statedIn: stated?.source)
    guard var known = windows[window.id] else {
      return [add(window, traits, policy, isFocused: isFocused)]
    }
    known.seen = window
    var events: [Event] = []
    if known.traits != traits {
      known.traits = traits
      events.append(.window(known.id, .shell(traits)))
    }
    // The title, the identifier, the configuration or the clients may have changed.
    let policySource = resolver.policySource(
      appID: window.appID.verbatim, title: window.title.verbatim, policy)
    if known.policySource != policySource {
      noteChange(from: known.policySource, to: policySource, known, title: window.title.verbatim)
      known.policySource = policySource
      events.append(.window(known.id, .setRoot(Controller(id: known.name, policy: policySource))))
    }
    windows[window.id] = known
    return events
  }

  private mutating func add(
    _ window: DesktopWindow, _ traits: ShellTraits, _ policy: WindowPolicy, isFocused: Bool
  ) -> Event {
    lastWindow += 1
    let known = KnownWindow(
      id: WindowID(lastWindow), name: newName(for: window), traits: traits,
      policySource: resolver.policySource(
        appID: window.appID.verbatim, title: window.title.verbatim, policy),
      seen: window)
    windows[window.id] = known
    noteChange(from: nil, to: known.policySource, known, title: window.title.verbatim)
    if isFocused { focus = window.id }
    let root = Controller(id: known.name, policy: known.policySource)
    return .add(
      Window(id: known.id, name: known.name, root: root, shell: traits), makesKey: isFocused)
  }

  private mutating func moveFocus(to new: UInt32?) -> [Event] {
    guard new != focus else { return [] }
    let old = focus.flatMap { windows[$0] }
    focus = new
    if let window = new.flatMap({ windows[$0] }) { return [.window(window.id, .makeKey)] }
    return old.map { [.window($0.id, .resignKey)] } ?? []
  }

  /// Returns the window with the focus, or `nil`; with several seats, the last known one if it
  /// still has the focus, otherwise the last of the list.
  private func focused(_ windows: [DesktopWindow]) -> UInt32? {
    if let focus, windows.contains(where: { $0.id == focus && $0.activated }) { return focus }
    return windows.last { $0.activated }?.id
  }

  // The title stays out of the scene: the rules are already matched, and a title in the scene could
  // be printed by accident.
  private func traits(
    of window: DesktopWindow, _ policy: WindowPolicy, statedIn source: DesktopEntrySource?
  ) -> ShellTraits {
    let known = outputs(of: window)
    let rule = configuration.rule(for: WindowFacts(window))
    let (own, limits) = (rule?.policy.answers ?? DeclaredPolicy(), policy.answers)
    let source = own.supported == nil ? source : nil
    return ShellTraits(
      appID: window.appID.verbatim, isFullscreen: window.fullscreen,
      isMinimized: window.minimized || window.isHidden,
      output: known.count == 1 ? known[0].id : nil, mayVeto: policy.veto ?? false,
      cure: policy.cure,
      hasRule: rule != nil || source != nil,
      isLimitedByCommonPolicy: limits.autorotate == false
        ? own.autorotate == nil
        : own.supported == nil && source == nil && limits.supported != nil,
      statedIn: source)
  }

  private func outputs(of window: DesktopWindow) -> [KnownOutput] {
    window.outputs.compactMap { name in outputs.first { $0.name == name } }
  }

  /// Returns the orientations that the application states for its windows, with the source; `nil`
  /// if none apply.
  private mutating func stated(
    by window: DesktopWindow, isNew: Bool
  ) -> (mask: OrientationMask, source: DesktopEntrySource)? {
    guard configuration.desktopEntries, !window.isLockScreen,
      let stated = applications?.stated(by: window.appID.verbatim, isNew: isNew),
      let output = outputs(of: window).first ?? outputs.first(where: \.policy.isManaged)
    else { return nil }
    return (stated.mask(on: output.panel), stated.source)
  }

  mutating func takeProblems() -> [String] { applications?.takeProblems() ?? [] }

  /// Sentences about rules that windows miss only by the case of their identifiers, in the order of
  /// the windows.
  var caseHints: [Message] {
    var hints: [Message] = []
    for window in windows.values.sorted(by: { $0.id < $1.id }) {
      guard let hint = configuration.caseHint(for: WindowFacts(window.seen)),
        !hints.contains(hint)
      else { continue }
      hints.append(hint)
    }
    return hints
  }

  private mutating func newName(for window: DesktopWindow) -> String {
    names.next(
      for: window.appID.isEmpty ? "window" : window.appID.word,
      among: windows.values.lazy.map(\.name))
  }

  mutating func takeChanges() -> [PolicyChange] {
    defer { changes = [] }
    return changes
  }

  private mutating func noteChange(
    from old: PolicySource?, to new: PolicySource?, _ window: KnownWindow, title: String = ""
  ) {
    guard old?.live?.id != new?.live?.id else { return }
    let appID = window.traits.appID
    if let live = old?.live {
      changes.append(
        PolicyChange(
          policy: live.id, window: window.id, appID: appID, title: title, comes: false))
    }
    if let live = new?.live {
      changes.append(
        PolicyChange(policy: live.id, window: window.id, appID: appID, title: title, comes: true))
    }
  }
}

extension SceneTracker {
  /// Returns the windows that a live policy answers for, in creation order.
  func windows(of policy: PolicyID) -> [WindowID] {
    windows.values.filter { $0.policySource.live?.id == policy }.map(\.id).sorted()
  }

  var liveCounts: [PolicyID: Int] {
    windows.values.reduce(into: [:]) { counts, window in
      if let live = window.policySource.live { counts[live.id, default: 0] += 1 }
    }
  }
}

/// The scene's names of windows: the app's identifier, with a number from the second window on.
///
/// A name is not reused while its app is remembered.
struct WindowNames {
  /// The maximum number of remembered apps; beyond it, apps without a window are forgotten.
  static let most = 1024

  private var counts: [String: Int] = [:]

  var count: Int { counts.count }

  /// Returns the name of an app's next window; `names` are those of the present windows.
  mutating func next(for app: String, among names: some Sequence<String>) -> String {
    if counts[app] == nil, counts.count >= Self.most {
      let present = Set(names.map { $0.prefix { $0 != "#" } })
      counts = counts.filter { present.contains($0.key.prefix { $0 != "#" }) }
    }
    let count = counts[app, default: 0] + 1
    counts[app] = count
    return count == 1 ? app : "\(app)#\(count)"
  }
}

extension PolicySource {
  var live: LivePolicy? { if case .live(let policy) = self { policy } else { nil } }
}

/// A window that a live policy begins or ceases to answer for.
struct PolicyChange: Equatable {
  var policy: PolicyID
  var window: WindowID
  var appID: String
  var title: String
  var comes: Bool
}

extension Output {
  /// Creates the arbiter's view of a new output; `initial` is the transform to restore, `nil` the
  /// current one.
  init(
    _ output: DesktopOutput, id: OutputID, initial: Transform? = nil,
    _ configuration: Configuration, _ circumstances: OutputCircumstances
  ) {
    self.init(
      id: id, name: output.name, panel: output.nativePanel,
      policy: configuration.policy(
        forOutput: output.name, isBuiltIn: output.isBuiltIn, in: circumstances),
      transform: output.transform, initial: initial)
  }
}

extension DesktopOutput {
  /// Whether the output rotates with the device unless configured otherwise (W-3).
  var isBuiltIn: Bool { isInternal || isHeadless }

  /// The panel's native orientation, from its mode or, without a mode, from the unrotated layout.
  var nativePanel: PanelNature {
    let hasMode = modeSize.width > 0 && modeSize.height > 0
    return PanelNature(mode: hasMode ? modeSize : transform.apply(to: logicalSize))
  }
}

extension WindowFacts {
  init(_ window: DesktopWindow) {
    self.init(
      appID: window.appID.verbatim, title: window.title.verbatim, outputs: window.outputs,
      role: window.isLockScreen ? .lockScreen : window.isDialog ? .dialog : .main)
  }
}
