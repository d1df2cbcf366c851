// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Desktop
import Formats
import Orientation
import Text

/// Says what happened to a desktop between two looks at it, in the arbiter's words.
///
/// Comparing whole looks, not single reports, keeps the moment out of sight in which the focus has
/// left one window and has not reached the next: an output must not turn for that.
struct SceneTracker {
  struct KnownOutput {
    var id: OutputID
    var name: String
    var transform: Transform
    fileprivate(set) var policy: OutputPolicy
    fileprivate var panel: PanelNature
    /// What tells it from others, what is given back at the end, and what has been asked for.
    var memory: OutputMemory
    /// Whether something was asked for and is not confirmed yet, so that it may still come.
    fileprivate var isAwaited = false
    /// What was asked for before it went and came back; no answer here tells that it comes no more.
    fileprivate var late: [Transform] = []
  }

  struct KnownWindow {
    var id: WindowID
    var name: String
    var traits: ShellTraits
    var policySource: PolicySource
    /// As it was when all this was found out.
    fileprivate var seen: DesktopWindow
  }

  var configuration: Configuration { didSet { isStale = true } }
  /// What applications say of themselves; nil where nobody looks.
  private var applications: ApplicationFiles?
  var resolver = PolicyResolver() { didSet { isStale = true } }
  /// Whether windows that have not changed have to be looked at again.
  private var isStale = false
  private(set) var outputs: [KnownOutput] = []
  private(set) var windows: [UInt32: KnownWindow] = [:]
  /// The window with the focus, by the session's number.
  private(set) var focus: UInt32?
  private var lastOutput: Int32 = 0
  private var lastWindow: Int32 = 0
  private var namesGiven: [String: Int] = [:]
  private var changes: [PolicyChange] = []
  /// The records of outputs that went away while they were rotated, by name.
  private var memories: [String: OutputMemory] = [:]
  /// The names of those outputs that went away with a request unanswered.
  private var awaited: Set<String> = []

  init(configuration: Configuration, applications: ApplicationFiles? = nil) {
    self.configuration = configuration
    self.applications = applications
  }

  /// Remembers what an earlier run has left turned.
  mutating func recall(_ left: [OutputMemory]) {
    for memory in left { memories[memory.identity.name] = memory }
  }

  /// The outputs that may stand otherwise than they were found because of us, by name.
  var turned: [OutputMemory] {
    let present = outputs.map(\.memory).filter { !$0.asked.isEmpty }
    return (present + memories.values).sorted { $0.identity.name < $1.identity.name }
  }

  /// A transform is about to be asked for.
  mutating func noteRequest(_ transform: Transform, on id: OutputID) {
    guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
    outputs[index].isAwaited = true
    let memory = outputs[index].memory
    guard transform != memory.found, !memory.asked.contains(transform) else { return }
    outputs[index].memory.asked.append(transform)
  }

  /// Something has become of a request, or somebody else has turned an output.
  mutating func note(_ report: OutputReport) {
    guard let index = outputs.firstIndex(where: { $0.id == report.output }) else { return }
    switch report.result {
    case .confirmed:
      outputs[index].isAwaited = false
      let isBack = report.transform == outputs[index].memory.found
      let late = outputs[index].late.filter { $0 != report.transform }
      outputs[index].memory.asked = (isBack ? [] : [report.transform]) + late
    case .byOther, .contested: (outputs[index].memory.asked, outputs[index].late) = ([], [])
    // What has never gone out cannot come; earlier attempts may.
    case .unsupported where report.attempts <= 1:
      let standing = outputs[index].transform
      outputs[index].memory.asked.removeAll { $0 == report.transform && $0 != standing }
    // The display server may still do it.
    case .retried, .refused, .cancelled, .unanswered, .unsupported, .overruled: break
    }
  }

  /// These outputs stand as they are to be left; what was asked for before one went may still come.
  mutating func noteEnd(of ids: [OutputID]) {
    for index in outputs.indices where ids.contains(outputs[index].id) {
      outputs[index].memory.asked = outputs[index].late
    }
  }

  /// Everything that is different from the last look, in an order that is safe to decide in.
  mutating func synchronize(with seen: [DesktopOutput], _ windows: [DesktopWindow]) -> [Event] {
    let seen = seen.filter(\.enabled)
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

  func name(of id: OutputID) -> String? { outputs.first { $0.id == id }?.name }

  private mutating func appearingOutputs(_ seen: [DesktopOutput]) -> [Event] {
    var events: [Event] = []
    for output in seen {
      guard let index = outputs.firstIndex(where: { $0.name == output.name }) else {
        events.append(.output(.add(appear(output))))
        continue
      }
      // The configuration may say otherwise than at the last look.
      let policy = configuration.policy(forOutput: output.name, isBuiltIn: output.isBuiltIn)
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
    // One that comes back as it was left has been brought back by the compositor.
    let earlier = memories.removeValue(forKey: output.name)
    let original = earlier?.original(of: output)
    let added = Output(output, id: id, initial: original, configuration)
    var memory = OutputMemory(
      identity: OutputMemory.Identity(output), found: added.initial,
      asked: original == nil ? [] : [output.transform])
    // One that comes back as it was found may get late what was asked for before it went.
    let isAwaited = awaited.remove(output.name) != nil && earlier?.identity == memory.identity
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
    memories[output.name] = memory
    if output.isAwaited { awaited.insert(output.name) }
  }

  /// Everything is gone at once, as when the compositor is; outputs first, so that nothing turns.
  mutating func compositorDisconnected() -> [Event] {
    let events = outputs.map { Event.output(.remove($0.id)) }
    for output in outputs { remember(output) }
    // What an ended compositor was asked for comes no more.
    (outputs, awaited) = ([], [])
    isStale = true
    return events + synchronize(with: [], [])
  }

  private mutating func update(_ window: DesktopWindow, isFocused: Bool) -> [Event] {
    // With many windows nearly all are as they were.
    if !isStale, windows[window.id]?.seen == window { return [] }
    // An identifier that comes late is that of a new window.
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
    // Another title, or an identifier that came late, can mean another rule.
    let policySource = resolver.policySource(appID: window.appID, title: window.title, policy)
    if known.policySource != policySource {
      noteChange(from: known.policySource, to: policySource, known, title: window.title)
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
      policySource: resolver.policySource(appID: window.appID, title: window.title, policy),
      seen: window)
    windows[window.id] = known
    noteChange(from: nil, to: known.policySource, known, title: window.title)
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

  /// With several seats several windows have the focus: the one that had it first keeps it.
  private func focused(_ windows: [DesktopWindow]) -> UInt32? {
    if let focus, windows.contains(where: { $0.id == focus && $0.activated }) { return focus }
    return windows.last { $0.activated }?.id
  }

  // The title stays out of the scene: rules have been matched, and nothing can print it by accident.
  private func traits(
    of window: DesktopWindow, _ policy: WindowPolicy, statedIn source: DesktopEntrySource?
  ) -> ShellTraits {
    let known = outputs(of: window)
    let rule = configuration.rule(for: WindowFacts(window))
    return ShellTraits(
      appID: window.appID, isFullscreen: window.fullscreen,
      isMinimized: window.minimized || window.isHidden,
      output: known.count == 1 ? known[0].id : nil, mayVeto: policy.veto ?? false,
      cure: policy.cure,
      hasRule: rule != nil || source != nil,
      statedIn: rule?.policy.answers.supported == nil ? source : nil)
  }

  private func outputs(of window: DesktopWindow) -> [KnownOutput] {
    window.outputs.compactMap { name in outputs.first { $0.name == name } }
  }

  /// What the application says that its windows support, and where; nil where that does not count.
  private mutating func stated(
    by window: DesktopWindow, isNew: Bool
  ) -> (mask: OrientationMask, source: DesktopEntrySource)? {
    guard configuration.desktopEntries, !window.isLockScreen,
      let stated = applications?.stated(by: window.appID, isNew: isNew),
      let output = outputs(of: window).first ?? outputs.first(where: \.policy.isManaged)
    else { return nil }
    return (stated.mask(on: output.panel), stated.source)
  }

  /// What is wrong with the applications' files that were read since the last call, for people.
  mutating func takeProblems() -> [String] { applications?.takeProblems() ?? [] }

  private mutating func newName(for window: DesktopWindow) -> String {
    let base = window.appID.isEmpty ? "window" : UntrustedText(window.appID).word
    let count = namesGiven[base, default: 0] + 1
    namesGiven[base] = count
    return count == 1 ? base : "\(base)#\(count)"
  }

  /// The windows that came to live policies or left them since the last call, in order.
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
  /// The windows that a live policy answers for, in creation order.
  func windows(of policy: PolicyID) -> [WindowID] {
    windows.values.filter { $0.policySource.live?.id == policy }.map(\.id).sorted()
  }

  var liveCounts: [PolicyID: Int] {
    windows.values.reduce(into: [:]) { counts, window in
      if let live = window.policySource.live { counts[live.id, default: 0] += 1 }
    }
  }
}

extension PolicySource {
  /// The live policy; nil when the answers are written down.
  var live: LivePolicy? { if case .live(let policy) = self { policy } else { nil } }
}

/// A window that came to a live policy, or left it.
struct PolicyChange: Equatable {
  var policy: PolicyID
  var window: WindowID
  var appID: String
  /// The window's title, for policies that match titles.
  var title: String
  var comes: Bool
}

extension Output {
  /// The arbiter's view of an output that has just been seen.
  ///
  /// `initial` is what is given back at the end; nil means what it shows now.
  init(
    _ output: DesktopOutput, id: OutputID, initial: Transform? = nil,
    _ configuration: Configuration
  ) {
    self.init(
      id: id, name: output.name, panel: output.nativePanel,
      policy: configuration.policy(forOutput: output.name, isBuiltIn: output.isBuiltIn),
      transform: output.transform, initial: initial)
  }
}

extension DesktopOutput {
  /// Whether it turns with the device unless somebody says otherwise (W-3).
  var isBuiltIn: Bool { isInternal || isHeadless }

  /// The panel's own shape, from the mode or, without one, from the layout turned back.
  var nativePanel: PanelNature {
    let hasMode = modeSize.width > 0 && modeSize.height > 0
    return PanelNature(mode: hasMode ? modeSize : transform.apply(to: logicalSize))
  }
}

extension WindowFacts {
  /// What rules compare of a window of the session.
  init(_ window: DesktopWindow) {
    self.init(
      appID: window.appID, title: window.title, outputs: window.outputs,
      role: window.isLockScreen ? .lockScreen : window.isDialog ? .dialog : .main)
  }
}
