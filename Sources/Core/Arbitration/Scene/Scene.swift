// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Everything that a rule set may read; diagnostic windows are not part of a scene.
public struct Scene: Sendable, Hashable {
  /// The device.
  public var device: Device
  /// The app's settings.
  public var app: App {
    _read { yield sharedApp.value }
    _modify { yield &sharedApp.value }
  }
  /// The outputs, in the order in which they appeared.
  public var outputs: [Output]
  /// The windows in creation order, sorted by number.
  public var windows: [Window]
  /// The windows that have been key, the current key window last; emptied when the key window
  /// resigns.
  public var keyHistory: [WindowID]
  /// The shared status bar.
  public var statusBar: StatusBar
  /// Whether the app is in the foreground.
  public var isForeground: Bool
  /// Whether the device's orientation changed while the app was in the background; false again once
  /// the app is in the foreground and has decided.
  public var hasPendingTurn: Bool
  /// Whether the app's UIWindowScene fills the screen (rule E-8).
  public var isFullSize: Bool
  /// Whether windows have been placed since launch.
  public var hasLaunched: Bool
  /// The first window ever created at the normal level (B-12); `nil` before there is such a window.
  public var mainWindow: WindowID?

  private var sharedApp: Shared<App>

  /// Creates a scene; by default it has no windows.
  public init(
    device: Device = Device(), app: App = App(), outputs: [Output] = [], windows: [Window] = [],
    key: WindowID? = nil
  ) {
    self.device = device
    self.sharedApp = Shared(app)
    self.outputs = outputs
    self.windows = windows
    self.keyHistory = key.map { [$0] } ?? []
    self.statusBar = StatusBar()
    self.isForeground = true
    self.hasPendingTurn = false
    self.isFullSize = true
    self.hasLaunched = true
    self.mainWindow = windows.first { $0.level == 0 }?.id
  }

  /// The identifier of the key window, if any; may be that of a diagnostic window.
  public var keyWindow: WindowID? { keyHistory.last }

  /// Returns the index of a window in `windows`, if any.
  public func index(of id: WindowID) -> Int? {
    var low = 0
    var high = windows.count
    while low < high {
      let middle = (low + high) / 2
      if windows[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low < windows.count && windows[low].id == id ? low : nil
  }

  /// Returns the window with a number, if any.
  public func window(_ id: WindowID) -> Window? { index(of: id).map { windows[$0] } }

  /// The index of the window whose topmost controller is the page (format:page); `nil` without a
  /// page.
  ///
  /// The page is in the key window if that is in the scene, shown and no follower, otherwise in the
  /// first such window at the normal level.
  public var pageIndex: Int? {
    if let key = keyWindow, let index = index(of: key), !windows[index].isHidden,
      !windows[index].isFollower
    {
      return index
    }
    return windows.firstIndex { $0.level == 0 && !$0.isHidden && !$0.isFollower }
  }

  var pageOrientation: InterfaceOrientation? { pageIndex.map { windows[$0].orientation } }

  package func page(_ rules: any RuleSet) -> Page? {
    pageIndex.map { index in
      Page(
        window: windows[index].id,
        controller: rules.uikit.flatMap { windows[index].root?.topmost($0).id },
        orientation: windows[index].orientation)
    }
  }

  func orientation(
    within lock: OrientationLock, by primaries: PrimaryOrientations
  ) -> InterfaceOrientation {
    let mask = lock.mask(on: device.panel, by: primaries)
    let current = shown ?? statusBar.orientation
    return mask.allows(current) ? current : mask.first ?? current
  }

  var firstManagedOutput: Output? { outputs.first { $0.isManaged } }

  /// The orientation of the first managed output, if any.
  public var shown: InterfaceOrientation? { firstManagedOutput?.orientation }

  /// Returns the scene with an event applied, before any decision.
  ///
  /// An event of an unknown window changes nothing, except for `makeKey`.
  public func after(_ event: Event, rules: any RuleSet) -> Scene {
    var scene = self
    switch event {
    case .setUp:
      scene.hasLaunched = true
      rules.resolveSettings(of: &scene)
    case .device(let event): rules.apply(event, to: &scene)
    case .app(let event): scene.apply(event)
    case .window(let id, let event): scene.apply(event, on: id, by: rules.primaries)
    case .add(let window, let makesKey): scene.add(window, makesKey: makesKey)
    case .output(let event): scene.apply(event)
    case .observe, .addExempt, .answer, .abstained, .policyFailed, .deadline, .applied: break
    }
    return scene
  }

  mutating func apply(_ event: DeviceEvent) {
    switch event {
    case .turned(let value):
      notePendingTurn(value)
      setDevice(value)
    case .rotationLock(let isLocked): device.isRotationLocked = isLocked
    case .generating(let begins):
      device.generatingCount = max(0, device.generatingCount + (begins ? 1 : -1))
    case .setting(let setting): device.apply(setting, showing: statusBar.orientation)
    // Only UIKit lets an app write the device's orientation (F-1).
    case .forced: break
    }
  }

  mutating func notePendingTurn(_ value: DeviceOrientation) {
    if !isForeground, value != device.orientation { hasPendingTurn = true }
  }

  mutating func setDevice(_ value: DeviceOrientation) {
    // A new upright orientation ends the outputs' holds (W-10).
    if value != device.orientation, value.interface != nil {
      releaseOutputs()
    }
    device.orientation = value
    if value.interface != nil { device.felt = value }
  }

  private mutating func apply(_ event: AppEvent) {
    switch event {
    case .background: isForeground = false
    case .foreground: isForeground = true
    case .setDelegate(let masks): app.delegate = masks
    case .resize(let isFull): isFullSize = isFull
    case .focusText(let window):
      for index in windows.indices where windows[index].isFollower {
        windows[index].isHidden = window == nil
      }
    case .setPolicy(let controller, let policy):
      for index in windows.indices {
        let found = windows[index].root?.change(controller) { $0.policy = .declared(policy) }
        if found == true { return }
      }
    case .attemptRotation, .setStatusBar: break
    }
  }

  private mutating func apply(_ event: OutputEvent) {
    switch event {
    case .add(let output):
      outputs.removeAll { $0.id == output.id }
      outputs.append(output)
      if outputs.filter({ $0.isManaged }).count == 1, output.isManaged { alignStatusBar() }
    case .remove(let id): outputs.removeAll { $0.id == id }
    // Only another program's transform reaches this point; it is kept until the device turns
    // (W-10).
    case .transform(let id, let transform): adopt(transform, on: id, hold: .otherProgram)
    case .configure(let id, let change):
      guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
      outputs[index].policy.apply(change)
      switch change {
      case .isManaged: if outputs.filter({ $0.isManaged }).count == 1 { alignStatusBar() }
      // A newly configured target takes precedence over a transform that another program set
      // before.
      case .target: outputs[index].hold = nil
      default: break
      }
    case .rotated(let id, let orientation):
      guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
      outputs[index].userRotation = orientation
      outputs[index].hold = nil
    case .restore, .release, .awake: break
    }
  }

  /// Makes a transform an output's confirmed and desired one, and sets the output's hold; if it is
  /// the first managed output, status bar and windows get its orientation.
  mutating func adopt(_ transform: Transform, on id: OutputID, hold: Output.Hold?) {
    guard let index = outputs.firstIndex(where: { $0.id == id }) else { return }
    outputs[index].transform = transform
    outputs[index].desired = transform
    outputs[index].hold = hold
    guard outputs[index].isManaged, firstManagedOutput?.id == id else { return }
    statusBar.orientation = outputs[index].orientation
    for window in windows.indices { windows[window].orientation = outputs[index].orientation }
  }

  mutating func alignStatusBar() {
    guard let output = firstManagedOutput else { return }
    statusBar.orientation = output.orientation
  }

  private mutating func add(_ window: Window, makesKey: Bool) {
    guard index(of: window.id) == nil else { return }
    var window = window
    // A new window first has the display's orientation; its placement is decided afterwards.
    window.orientation = statusBar.orientation
    window.begin(showing: statusBar.orientation)
    let position = windows.firstIndex { $0.id > window.id } ?? windows.count
    windows.insert(window, at: position)
    if mainWindow == nil, window.level == 0 { mainWindow = window.id }
    if makesKey { makeKey(window.id) }
  }

  private mutating func remove(at index: Int) {
    let id = windows.remove(at: index).id
    let wasKey = keyWindow == id
    noteWriterLeft(id)
    keyHistory.removeAll { $0 == id }
    if wasKey { reassignKeyWindow() }
  }

  private mutating func apply(
    _ event: WindowEvent, on id: WindowID, by primaries: PrimaryOrientations
  ) {
    if case .makeKey = event { return makeKey(id) }
    guard let index = index(of: id) else { return }
    switch event {
    case .remove: remove(at: index)
    case .show:
      windows[index].isHidden = false
      if statusBar.writer == .window(id), windows[index].root != nil {
        statusBar.writerLeft = false
      }
    case .hide:
      if !windows[index].isHidden { noteWriterLeft(id) }
      windows[index].isHidden = true
      if keyWindow == id { reassignKeyWindow() }
    case .resignKey: if keyWindow == id { keyHistory = [] }
    case .setRoot(let controller):
      windows[index].root = controller
      if controller == nil {
        noteWriterLeft(id)
      } else if statusBar.writer == .window(id), !windows[index].isHidden {
        statusBar.writerLeft = false
      }
    case .present(let presentation):
      windows[index].root?.changeDeepest { $0.presented = presentation }
    case .dismiss: _ = windows[index].root?.dismissDeepest()
    case .push(let controller):
      _ = windows[index].root?.changeShownContainer([.navigation]) {
        $0.children.append(controller)
      }
    case .pop:
      _ = windows[index].root?.changeShownContainer([.navigation]) {
        if $0.children.count > 1 { $0.children.removeLast() }
      }
    case .select(let child):
      _ = windows[index].root?.changeShownContainer([.tab, .split, .page, .custom]) {
        $0.selected = child
      }
    case .disableAutorotation: windows[index].disableCount += 1
    case .enableAutorotation:
      windows[index].disableCount = max(0, windows[index].disableCount - 1)
    case .shell(let traits): windows[index].shell = traits
    case .setting(let setting):
      windows[index].apply(
        setting, showing: statusBar.orientation, on: device.panel, by: primaries)
    case .setNeedsUpdate, .requestGeometry, .makeKey: break
    }
  }

  mutating func makeKey(_ id: WindowID) {
    keyHistory.removeAll { $0 == id }
    keyHistory.append(id)
  }

  private mutating func noteWriterLeft(_ id: WindowID) {
    if statusBar.writer == .window(id) { statusBar.writerLeft = true }
  }

  /// Makes the shown window that was key last the key window, otherwise the first shown one at the
  /// normal level; without either, changes nothing.
  mutating func reassignKeyWindow() {
    let shown = Set(windows.filter { !$0.isHidden }.map { $0.id })
    if let next = keyHistory.last(where: { shown.contains($0) }) {
      makeKey(next)
    } else if let first = windows.first(where: { $0.level == 0 && !$0.isHidden }) {
      makeKey(first.id)
    }
  }

  mutating func releaseOutputs() {
    for index in outputs.indices { outputs[index].hold = nil }
  }

  mutating func endUserRotation() {
    device.userRotation = nil
    for index in outputs.indices { outputs[index].userRotation = nil }
  }

  /// Applies the moves of a decision; a move of the status bar also gives the followers its
  /// orientation (format:followers).
  ///
  /// A move of an output changes only its desired transform, since the display server has yet to
  /// execute it.
  mutating func apply(_ moves: [Move], cause: StatusBar.Cause) {
    for move in moves {
      switch move {
      case .window(let id, let orientation):
        guard let index = index(of: id) else { continue }
        windows[index].orientation = orientation
        windows[index].needsTurn = false
      case .statusBar(let orientation, let writer):
        statusBar.orientation = orientation
        statusBar.writer = writer
        statusBar.cause = cause
        statusBar.writerLeft = false
        for index in windows.indices where windows[index].isFollower {
          windows[index].orientation = orientation
        }
      case .output(let id, let transform):
        for index in outputs.indices where outputs[index].id == id {
          outputs[index].desired = transform
        }
      case .putOff(let id):
        guard let index = index(of: id) else { continue }
        windows[index].needsTurn = true
      }
    }
  }
}

extension Scene {
  /// Locks rotation to some orientations or to the shown one; `nil` and `any` unlock it (W-13).
  mutating func lockByUser(_ lock: OrientationLock?) {
    let isLocked = lock != nil && lock != .any
    device.isRotationLocked = isLocked
    device.userLock = isLocked && lock != .current ? lock : nil
    if device.userLock != nil { releaseOutputs() }
    if !isLocked { endUserRotation() }
  }
}

extension Scene {
  package mutating func amend(_ interventions: [Intervention], _ rules: any RuleSet) {
    for intervention in interventions {
      // Showing or hiding a window is no answer and has the same meaning under every rule set.
      if case .party(.window(let id)) = intervention.subject,
        case .shows(let isShown) = intervention.override
      {
        show(id, isShown)
      } else {
        rules.amend(&self, with: intervention)
      }
    }
  }

  private mutating func show(_ id: WindowID, _ isShown: Bool) {
    guard let index = index(of: id), windows[index].isHidden == isShown else { return }
    windows[index].isHidden = !isShown
    if !isShown, keyWindow == id { reassignKeyWindow() }
  }

  /// Changes a window's answers in all its controllers; the tree of controllers keeps its shape.
  ///
  /// The override `leaves` removes the window instead, and `follows` sets the window's cure.
  mutating func amendWindow(_ id: WindowID, _ override: Intervention.Override) {
    guard let index = index(of: id) else { return }
    switch override {
    case .leaves: remove(at: index)
    case .follows: windows[index].shell.cure = .followKey
    case .shows: break
    case .agrees, .refuses, .supports, .standard:
      if windows[index].shell.cure == .followKey { windows[index].shell.cure = nil }
      if override != .refuses { windows[index].disableCount = 0 }
      let name = windows[index].name
      var root = windows[index].root ?? Controller(id: name)
      root.answerThroughout(DeclaredPolicy(override, current: windows[index].orientation))
      windows[index].root = root
    }
  }
}

extension Scene {
  /// Adopts the transforms that the display server reported while a decision waited for answers.
  mutating func keepReports(from now: Scene, since before: Scene) {
    for index in outputs.indices {
      let id = outputs[index].id
      guard let old = before.outputs.first(where: { $0.id == id }),
        let new = now.outputs.first(where: { $0.id == id }), new.transform != old.transform
      else { continue }
      outputs[index].transform = new.transform
    }
  }
}

extension Scene {
  /// The windows from top to bottom: by level, and the later one first (format:z-order).
  var windowsFromTop: [Window] { indicesFromTop.map { windows[$0] } }

  /// The indices of the windows from top to bottom.
  var indicesFromTop: [Int] {
    let isLevel = windows.indices.allSatisfy { windows[$0].level == windows[0].level }
    if isLevel { return windows.indices.reversed() }
    return windows.indices.sorted { (windows[$0].level, $0) > (windows[$1].level, $1) }
  }

  /// The windows in `keyHistory`, the latest first; then all others, from the top.
  var recentWindows: [Window] {
    let used = keyHistory.reversed().compactMap { window($0) }
    return used + windowsFromTop.filter { !keyHistory.contains($0.id) }
  }

  func isExternal(_ window: Window) -> Bool {
    if window.chromeOS.isOnExternalDisplay { return true }
    guard let id = window.shell.output else { return false }
    return outputs.contains { $0.id == id && !$0.isManaged }
  }
}

/// The app's own settings: property-list keys and delegates (B-4, V-10, V-14).
public struct App: Sendable, Hashable {
  /// The list UISupportedInterfaceOrientations in its order; `nil` if absent.
  public var supported: [InterfaceOrientation]?
  /// The list's variant for pads; `nil` if absent.
  public var supportedOnPad: [InterfaceOrientation]?
  /// Whether UIRequiresFullScreen is set (on pads only; P-3).
  public var requiresFullScreen: Bool
  /// Whether the app has a launch storyboard (P-1).
  public var hasLaunchStoryboard: Bool
  /// The app delegate's masks; `nil` if the delegate lacks the method (B-4).
  public var delegate: DelegateMasks?
  /// The window scene delegate's mask (E-10); `nil` if the delegate lacks the method.
  public var sceneDelegate: OrientationMask?

  /// Creates an app; by default it has no settings.
  public init(
    supported: [InterfaceOrientation]? = nil, supportedOnPad: [InterfaceOrientation]? = nil,
    requiresFullScreen: Bool = false, hasLaunchStoryboard: Bool = true,
    delegate: DelegateMasks? = nil, sceneDelegate: OrientationMask? = nil
  ) {
    self.supported = supported
    self.supportedOnPad = supportedOnPad
    self.requiresFullScreen = requiresFullScreen
    self.hasLaunchStoryboard = hasLaunchStoryboard
    self.delegate = delegate
    self.sceneDelegate = sceneDelegate
  }

  /// Returns the list for a kind of device; `nil` if the app has no list (V-10).
  public func list(on idiom: Idiom) -> [InterfaceOrientation]? {
    idiom == .pad ? supportedOnPad ?? supported : supported
  }
}

/// The answers of the app delegate's method that returns a mask for each window (B-4).
///
/// A window without an entry gets the standard answer; without a standard answer, the method counts
/// as not implemented for this window.
public struct DelegateMasks: Sendable, Hashable {
  /// The answer for one window.
  public struct Entry: Sendable, Hashable {
    /// The window asked about.
    public var window: WindowID
    /// The answer for the window.
    public var mask: OrientationMask

    /// Creates an entry.
    public init(window: WindowID, mask: OrientationMask) {
      self.window = window
      self.mask = mask
    }
  }

  /// The answer for windows without an entry; `nil` if there is no such answer.
  public var standard: OrientationMask?
  /// The entries of windows with their own answers.
  public var entries: [Entry]

  /// Creates masks from a standard answer, entries for some windows, or both.
  public init(standard: OrientationMask?, entries: [Entry] = []) {
    self.standard = standard
    self.entries = entries
  }

  /// Returns the answer for a window; `nil` if there is neither an entry nor a standard answer.
  public func mask(for window: WindowID) -> OrientationMask? {
    entries.first { $0.window == window }?.mask ?? standard
  }
}

/// The orientation that all windows of an app share, and that any of them may write (M-4).
public struct StatusBar: Sendable, Hashable {
  /// The party that changed the status bar last.
  public enum Writer: Sendable, Hashable {
    case app
    case window(WindowID)
  }

  /// The kind of event that caused the last change, by which conflicts are distinguished.
  public enum Cause: String, Sendable, Hashable, CaseIterable {
    /// An event that makes a window visible: set-up, add, show or set-root.
    case placing
    case other
  }

  /// The status bar's orientation.
  public var orientation: InterfaceOrientation
  /// The party that changed the status bar last; `nil` before any change, and after a change by
  /// neither the app nor a window.
  public var writer: Writer?
  /// The kind of event that caused the last change.
  public var cause: Cause
  /// Whether the writer is removed, or was hidden or lost its root since it wrote and has not come
  /// back.
  public var writerLeft: Bool

  /// Creates a status bar without a writer.
  public init(orientation: InterfaceOrientation = .portrait) {
    self.orientation = orientation
    self.writer = nil
    self.cause = .placing
    self.writerLeft = false
  }
}
