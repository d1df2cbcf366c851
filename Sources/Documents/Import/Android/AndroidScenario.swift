// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Scenarios
import Text

/// One display of a dump as a scene for a rule set for Android, with the values that the dump does
/// not contain.
struct AndroidScenario {
  /// A value that the dump does not contain, with its possible values.
  struct Open {
    let what: String
    /// Words on where the value can be found.
    let remedy: String
    /// The possible values in words, each with the change that it makes to the scene.
    let choices: [(word: String, apply: @Sendable (inout Scene) -> Void)]
  }

  let display: Int
  /// The rule set for the device's version of Android; that of Android 12 if the version is
  /// unknown.
  let rules: AndroidRuleSet
  /// The scene before any decision; its status bar has the shown rotation, or rotation 0 if that is
  /// unknown.
  private(set) var scene: Scene
  private(set) var shown: AndroidRotation?
  private(set) var open: [Open] = []
  private(set) var notes: [String] = []
  let history: [AndroidRotationEntry]

  init(_ dump: AndroidDump, display id: Int) throws(InputError) {
    // Window manager and activity manager both print displays; a display with settings is
    // preferred.
    let display =
      dump.displays.first { $0.id == id && $0.hasRotation } ?? dump.displays.first { $0.id == id }
      ?? AndroidDump.Display(id: id, mark: Mark(file: ""))
    self.display = id
    rules = AndroidRuleSet(dump.level.map { .covering(level: $0) } ?? .android12)
    history = display.history
    var builder = AndroidSettingsReader(dump, display)
    try builder.read()
    scene = Scene(device: builder.device)
    shown = builder.shown
    let start = (shown ?? .rotation0).orientation(on: scene.device.panel)
    scene.statusBar = StatusBar(orientation: start)
    open = builder.open
    notes = builder.notes
    if dump.level == nil {
      notes.append(
        "the version is unknown, so the rules of Android 12 decide; "
          + "`adb shell getprop ro.build.version.sdk` names it: add [ro.build.version.sdk]: [LEVEL]"
      )
    }
    try addWindows(dump, display)
  }

  /// The scene and the events that lead to the current state.
  ///
  /// If the sensor's orientation differs from the shown rotation, the device is first held as the
  /// display shows, and then turned; otherwise, or if one of the two is unknown, there are no
  /// events.
  var story: (scene: Scene, events: [Event]) {
    guard let shown, let edge = PanelEdge(transform: shown.transform),
      let held = scene.device.orientation.edgeUp, held != edge
    else { return (scene, []) }
    var before = scene
    before.device.hold(shown)
    return (before, [.device(.turned(scene.device.orientation))])
  }

  private mutating func addWindows(
    _ dump: AndroidDump, _ display: AndroidDump.Display
  ) throws(InputError) {
    let managed = dump.activities.first { $0.display == self.display }?.list ?? []
    let listed = display.activities
    var activities = managed.isEmpty ? listed : managed
    if !managed.isEmpty, !listed.isEmpty {
      // The window manager's dump has a task's visibility if the activity manager's lacks it.
      for index in activities.indices where activities[index].task?.isVisible == nil {
        activities[index].task = listed.first { $0.id == activities[index].id }?.task
      }
      let missing = listed.filter { one in !managed.contains { $0.id == one.id } }
      if !missing.isEmpty {
        let names = UntrustedText.list(missing.map { $0.component }, atMost: 3)
        notes.append(
          "the dumps are of different moments, since the activities dump lacks some activities of "
            + "the window dump: \(names)")
      }
    }
    let focus = display.fields["mFocusedApp"].flatMap { AndroidDumpReader.record(in: $0.text[...]) }
    var unknown: (hidden: Int, covered: [String]) = (0, [])
    for activity in activities.reversed() {
      if try activity.fields["finishing"]?.flag() == true { continue }
      let visible = try visibility(activity)
      let name = freeName(activity.component)
      var window = Window(
        id: WindowID(Int32(scene.windows.count)), name: name, isHidden: visible != true,
        root: Controller(id: name), orientation: scene.statusBar.orientation)
      if visible == nil { unknown.covered.append(window.name) }
      window.android.fillsParent =
        try activity.fields[
          "mOccludesParent", "occludesParent", "mFillsParent", "fullscreen",
          "appFullscreen"]?.flag() ?? true
      let mode = activity.task?.mode ?? "fullscreen"
      if mode != "fullscreen", mode != "undefined" {
        // The two halves of an older split screen have windowing modes of their own; like every
        // mode that `TaskMode` lacks, they count as multi-window.
        window.android.mode = TaskMode(rawValue: mode) ?? .multiWindow
        window.android.request = try request(of: activity, display)
        notes.append(
          "\(window.name) is in a task of mode \(mode), so its orientation request does not count (AN-19)"
        )
      } else if let request = try request(of: activity, display) {
        window.android.request = request
      } else if window.isHidden {
        unknown.hidden += 1
      } else {
        leaveOpen(requestOf: window, dump)
      }
      scene.windows.append(window)
      if activity.id == focus?.id { scene.keyHistory = [window.id] }
    }
    if activities.isEmpty, dump.sections.contains("dumpsys window displays") {
      notes.append("the dumps list no activity on display \(self.display)")
    }
    if activities.isEmpty { leaveOpenDecidingRequest(display, dump) }
    for overlay in display.overlays.reversed() { try add(overlay) }
    noteUnknown(unknown.hidden, unknown.covered, dump)
    if scene.keyHistory.isEmpty, let top = scene.windows.last(where: { !$0.isHidden }) {
      scene.keyHistory = [top.id]
    }
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
  }

  private func freeName(_ component: String) -> String {
    var (name, count) = (component, 1)
    while scene.windows.contains(where: { $0.name == name }) {
      count += 1
      name = "\(component).\(count)"
    }
    return name
  }

  /// Returns whether an activity is shown; nil if another activity of its task is above it and the
  /// dump leaves its visibility open.
  private func visibility(_ activity: AndroidDump.Activity) throws(InputError) -> Bool? {
    if let flag = try activity.fields["mVisibleRequested", "mVisible", "visible"]?.flag() {
      return flag
    }
    guard let isVisible = activity.task?.isVisible else { return activity.isCovered ? nil : true }
    if !isVisible { return false }
    return activity.isCovered ? nil : true
  }

  /// Returns an activity's request; nil if the dump lacks the request.
  ///
  /// The request of the activity that decides may be among the display's values.
  private func request(
    of activity: AndroidDump.Activity, _ display: AndroidDump.Display
  ) throws(InputError) -> AndroidRequest? {
    if let value = activity.fields["overrideOrientation", "mOrientation", "requestedOrientation"] {
      return try value.request()
    }
    let source = display.fields["deepestLastOrientationSource", "mLastOrientationSource"]
    guard let source, AndroidDumpReader.record(in: source.text[...])?.id == activity.id else {
      return nil
    }
    return try display.fields["mLastOrientation"]?.request()
  }

  private mutating func leaveOpen(requestOf window: Window, _ dump: AndroidDump) {
    let id = window.id
    open.append(
      Open(
        what: "what \(window.name) asks for", remedy: dump.remedy("dumpsys activity activities"),
        choices: AndroidRequest.allCases.map { request in
          (
            request.rawValue,
            { scene in
              guard let index = scene.index(of: id) else { return }
              scene.windows[index].android.request = request
            }
          )
        }))
  }

  /// Adds a window with the request that decided the display's orientation, if the dump has it.
  private mutating func leaveOpenDecidingRequest(
    _ display: AndroidDump.Display, _ dump: AndroidDump
  ) {
    guard let value = display.fields["mLastOrientation", "mCurrentAppOrientation"],
      let request = try? value.request()
    else { return }
    let source = display.fields["deepestLastOrientationSource", "mLastOrientationSource"]
    let name =
      source.flatMap { AndroidDumpReader.record(in: $0.text[...])?.component } ?? "who-decided"
    var window = Window(
      id: WindowID(0), name: name, root: Controller(id: name),
      orientation: scene.statusBar.orientation)
    window.android.request = request
    scene.windows = [window]
    scene.keyHistory = [window.id]
    notes.append(
      "unknown: the windows, except the request that decided; "
        + "\(dump.remedy("dumpsys activity activities"))")
  }

  private mutating func add(_ overlay: AndroidDump.Overlay) throws(InputError) {
    guard let value = overlay.fields["or"] else { return }
    let isVisible = try overlay.fields["isVisible", "isReadyForDisplay()"]?.flag()
    let name = freeName(overlay.title.isEmpty ? "overlay" : overlay.title)
    var window = Window(
      id: WindowID(Int32(scene.windows.count)), name: name, level: 2000,
      isHidden: isVisible == false, root: Controller(id: name),
      orientation: scene.statusBar.orientation)
    window.android = AndroidTraits(request: try value.request(), fillsParent: false)
    if isVisible == nil {
      notes.append("whether \(name) is shown is unknown; the scenario shows it")
    }
    scene.windows.append(window)
  }

  private mutating func noteUnknown(_ hidden: Int, _ covered: [String], _ dump: AndroidDump) {
    if hidden > 0 {
      notes.append(
        hidden == 1
          ? "what 1 hidden activity asks for is unknown; its request counts once it is shown"
          : "what \(hidden) hidden activities ask for is unknown; a request counts once its activity "
            + "is shown")
    }
    for name in covered {
      guard let id = scene.windows.first(where: { $0.name == name })?.id else { continue }
      open.append(
        Open(
          what: "whether \(name), covered by another activity of its task, is shown",
          remedy: dump.remedy("dumpsys activity activities"),
          choices: [true, false].map { isHidden in
            (
              isHidden ? "hidden" : "shown",
              { scene in
                guard let index = scene.index(of: id) else { return }
                scene.windows[index].isHidden = isHidden
              }
            )
          }))
    }
  }
}
