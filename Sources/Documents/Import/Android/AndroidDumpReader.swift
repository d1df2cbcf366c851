// SPDX-License-Identifier: Apache-2.0
import Formats
import Orientation
import Text

/// A reader of Android's dumps, line by line; unknown lines are ignored.
struct AndroidDumpReader {
  private enum Section {
    case none, displays, policy, windows, activities, sensors
  }

  /// The part of a display's dump that contains a line.
  private enum Block {
    case top, rotation, judge, policy, fold, history, tokens, other
  }

  /// The maximum number of displays, of windows, of one display's activities or rotations, and of
  /// notes; a device has a few dozen.
  ///
  /// Further notes are left out; more of the others are an error.
  private static let most = 500
  /// The maximum number of lines about sensors; a device has a few thousand.
  private static let mostSensorLines = 100_000

  private(set) var dump = AndroidDump()
  private var text = DumpText([], file: "")
  private var section = Section.none
  private var block = Block.top
  private var tasks: [(indent: Int, task: AndroidDump.Task, hasActivity: Bool)] = []
  /// The indentation of the last activity while lines belong to it; otherwise nil.
  private var activity: Int?
  private var overlay: AndroidDump.Overlay?
  private var windowCount = 0
  private var sensorLines = 0
  /// Whether the list of activities or windows has ended.
  private var isEnded = false

  mutating func read(_ text: DumpText) throws(InputError) {
    self.text = text
    section = .none
    try text.checkLength()
    for line in text.lines {
      if readLevel(line) || enterSection(line) { continue }
      switch section {
      case .none: break
      case .displays: try readDisplay(line)
      case .policy:
        dump.policy.take(line, of: text, wanted: AndroidDumpKeys.rotation)
        dump.policy.take(line, of: text, wanted: AndroidDumpKeys.policy)
        dump.policy.take(line, of: text, wanted: AndroidDumpKeys.judge)
      case .windows: try readWindow(line)
      case .activities: try readActivity(line)
      case .sensors:
        sensorLines += 1
        guard sensorLines <= Self.mostSensorLines else {
          throw text.mark(line).error("more than \(Self.mostSensorLines) lines of sensors")
        }
        dump.sensors.read(line)
      }
    }
    finishOverlay()
    finishSection()
    if let line = text.cutOff {
      note("\(text.file):\(line): the text ends in the middle of a line: cut off")
    }
  }

  private mutating func readLevel(_ line: DumpText.Line) -> Bool {
    // Most lines are not properties, so the first byte is checked first.
    guard let first = line.text.utf8.first,
      first == UInt8(ascii: "[") || first == UInt8(ascii: "r"),
      line.contains("ro.build.version.sdk")
    else { return false }
    let property = "ro.build.version.sdk"
    let words = line.text.split(whereSeparator: { "[]:= ".contains($0) })
    guard words.count == 2, words[0] == property, let level = Int(words[1]), (1...999) ~= level
    else { return false }
    dump.level = level
    return true
  }

  /// Begins a section if the line is a section's first; returns true if such a line has no values
  /// to read.
  private mutating func enterSection(_ line: DumpText.Line) -> Bool {
    switch line.text.utf8.first {
    case UInt8(ascii: "A"), UInt8(ascii: "D"), UInt8(ascii: "R"), UInt8(ascii: "S"),
      UInt8(ascii: "W"):
      break
    default: return false
    }
    let found: (Section, String)? =
      if line.indent == 0, line.text.hasPrefix("WINDOW MANAGER ") {
        if line.text.contains("DISPLAY CONTENTS") {
          (.displays, "dumpsys window displays")
        } else if line.text.contains("POLICY STATE") {
          (.policy, "dumpsys window policy")
        } else if line.text.hasPrefix("WINDOW MANAGER WINDOWS") {
          (.windows, "dumpsys window windows")
        } else {
          (.none, "")
        }
      } else if line.indent == 0, line.text.hasPrefix("ACTIVITY MANAGER ") {
        line.text.hasPrefix("ACTIVITY MANAGER ACTIVITIES")
          ? (.activities, "dumpsys activity activities") : (.none, "")
      } else if section == .none, line.text.hasPrefix("Display: mDisplayId=") {
        (.displays, "dumpsys window displays")
      } else if section == .activities, line.text.hasPrefix("Display: mDisplayId=") {
        // From API 30 on the activity manager's dump contains the displays too.
        (.displays, "")
      } else if section != .activities, line.text.hasPrefix("Display #"),
        line.text.contains("(activities from top to bottom)")
      {
        (.activities, "dumpsys activity activities")
      } else if section != .activities, line.indent == 0,
        line.text.hasPrefix("Sensor Device:") || line.text.hasPrefix("Sensor List:")
          || line.text.hasPrefix("Recent Sensor events:")
      {
        (.sensors, "dumpsys sensorservice")
      } else {
        nil
      }
    guard let found else { return false }
    finishOverlay()
    if section != found.0 || found.0 == .none { finishSection() }
    section = found.0
    if !found.1.isEmpty, !dump.sections.contains(found.1) { dump.sections.append(found.1) }
    block = .top
    tasks = []
    activity = nil
    isEnded = false
    // A line that begins with "Display", or a line about sensors, also has values.
    return !line.text.hasPrefix("Display") && section != .sensors
  }

  private mutating func note(_ text: String) {
    if dump.notes.count < Self.most { dump.notes.append(text) }
  }

  private mutating func finishSection() {
    let last = text.lineCount
    if section == .displays, let display = dump.displays.last, !display.hasRotation,
      display.fields["mRotation"] == nil, dump.policy.isEmpty
    {
      note(
        "\(text.file):\(last): display \(display.id) ends before its DisplayRotation: cut off, or "
          + "not all of `dumpsys window displays`")
    }
    if section == .activities, !isEnded {
      note(
        "\(text.file):\(last): the activities end without what stands after them: cut off, so "
          + "activities further down may be missing")
    }
    if section == .windows, !isEnded {
      note(
        "\(text.file):\(last): the windows end without what stands after them: cut off")
    }
    section = .none
  }
}

/// The displays in the window manager's dump.
extension AndroidDumpReader {
  private mutating func readDisplay(_ line: DumpText.Line) throws(InputError) {
    if line.text.hasPrefix("Display: mDisplayId=") {
      let digits = line.text.dropFirst("Display: mDisplayId=".count).prefix { $0.isNumber }
      guard let id = Int(digits) else {
        throw text.mark(line).error(
          UntrustedText(String(line.text)).quoted, valid: ["Display: mDisplayId=NUMBER"])
      }
      try require(dump.displays.count, "displays", line)
      dump.displays.append(AndroidDump.Display(id: id, mark: text.mark(line)))
      block = .top
      tasks = []
      return
    }
    guard !dump.displays.isEmpty else { return }
    let last = dump.displays.count - 1
    if enterBlock(line) {
      if block == .rotation { dump.displays[last].hasRotation = true }
      return
    }
    switch block {
    case .top:
      guard line.contains("=") else { return }
      dump.displays[last].fields.take(line, of: text, wanted: AndroidDumpKeys.size)
      if line.text.hasPrefix("overrideConfig=") || line.text.hasPrefix("mDisplayInfo=") { return }
      dump.displays[last].fields.take(
        line, of: text, wanted: AndroidDumpKeys.requests)
      for key in ["mFocusedApp", "mLastOrientationSource", "deepestLastOrientationSource"]
      where line.text.hasPrefix(key + "=") {
        let value = String(line.text.dropFirst(key.count + 1))
        dump.displays[last].fields.set(key, .init(text: value, mark: text.mark(line)))
      }
    case .rotation:
      dump.displays[last].fields.take(line, of: text, wanted: AndroidDumpKeys.rotation)
    case .judge:
      dump.displays[last].judge.take(line, of: text, wanted: AndroidDumpKeys.judge)
      // The settings continue after those of the sensor's judge, without another heading.
      dump.displays[last].fields.take(line, of: text, wanted: AndroidDumpKeys.rotation)
    case .policy: dump.displays[last].fields.take(line, of: text, wanted: AndroidDumpKeys.policy)
    case .fold: dump.displays[last].fields.take(line, of: text, wanted: AndroidDumpKeys.fold)
    case .history: try readHistory(line, into: last)
    case .tokens:
      var list: [AndroidDump.Activity] = []
      swap(&list, &dump.displays[last].activities)
      defer { dump.displays[last].activities = list }
      try readActivity(
        line, after: ["* ActivityRecord{", "Activity #", "* AppWindowToken{"], into: &list)
    case .other: break
    }
  }

  /// Returns whether a line is a known heading within a display's dump, after updating `block`.
  private mutating func enterBlock(_ line: DumpText.Line) -> Bool {
    switch line.text {
    case "DisplayRotation": block = .rotation
    case "WindowOrientationListener": if block == .rotation { block = .judge }
    case "DisplayPolicy": block = .policy
    case "FoldController": block = .fold
    case "RotationHistory": block = .history
    case "RotationLockHistory", "InputConsumers:", "WindowInsetsStateController",
      "PinnedTaskController":
      block = .other
    default:
      if line.text.hasPrefix("Application tokens in top down Z order") {
        block = .tokens
        tasks = []
        activity = nil
      } else if line.text.hasPrefix("Task display areas in top down Z order")
        || line.text.hasPrefix("DisplayFrames ") || line.text.hasPrefix("TaskDisplayArea ")
      {
        block = .other
      } else {
        return false
      }
    }
    return true
  }

  private mutating func readHistory(_ line: DumpText.Line, into last: Int) throws(InputError) {
    if let begun = try AndroidRotationEntry(line, of: text) {
      try require(dump.displays[last].history.count, "entries of RotationHistory", line)
      dump.displays[last].history.append(begun)
    } else if !dump.displays[last].history.isEmpty {
      let entry = dump.displays[last].history.count - 1
      try dump.displays[last].history[entry].read(line, of: text)
    }
  }

  private func require(_ count: Int, _ what: String, _ line: DumpText.Line) throws(InputError) {
    guard count >= Self.most else { return }
    throw text.mark(line).error(
      "more than \(Self.most) \(what)", valid: ["the dump of one device, taken once"])
  }
}

/// The tasks and activities, which window manager and activity manager print in similar formats.
extension AndroidDumpReader {
  /// Adds a task to the stack of tasks that enclose a line, if the line begins one.
  private mutating func enterTask(_ line: DumpText.Line) {
    let isTask =
      line.text.hasPrefix("* Task{") || line.text.hasPrefix("* TaskRecord{")
      || line.text.hasPrefix("RootTask #") || line.text.hasPrefix("Stack #")
      || line.text.hasPrefix("* TaskFragment{")
    guard isTask else { return }
    while let last = tasks.last, last.indent >= line.indent { tasks.removeLast() }
    var task = AndroidDump.Task(isVisible: tasks.last?.task.isVisible, mode: tasks.last?.task.mode)
    for (key, value) in line.fields {
      let word = value.prefix { $0 != "}" }
      switch key {
      case "visible": task.isVisible = word == "true"
      case "mode": task.mode = String(word)
      default: break
      }
    }
    tasks.append((line.indent, task, false))
    activity = nil
  }

  /// Removes the tasks that do not enclose the line, and records an activity in the innermost
  /// remaining one; returns whether that task had an earlier activity.
  private mutating func noteActivity(_ line: DumpText.Line) -> Bool {
    while let last = tasks.last, last.indent >= line.indent { tasks.removeLast() }
    guard let index = tasks.indices.last else { return false }
    defer { tasks[index].hasActivity = true }
    return tasks[index].hasActivity
  }

  private func record(in line: DumpText.Line, after words: [String]) -> AndroidDump.Activity? {
    guard words.contains(where: { line.text.hasPrefix($0) }),
      let name = Self.record(in: line.text)
    else { return nil }
    return AndroidDump.Activity(id: name.id, component: name.component, mark: text.mark(line))
  }

  /// Parses the number and the component name of `ActivityRecord{NUMBER USER COMPONENT TASK}`, the
  /// first one in a text; nil if there is none.
  static func record(in text: Substring) -> (id: String, component: String)? {
    let prefix = "ActivityRecord{"
    var start = text.startIndex
    while start < text.endIndex, !text[start...].hasPrefix(prefix) {
      start = text.utf8.index(after: start)
      while start < text.endIndex, text.utf8[start] != UInt8(ascii: "A") {
        start = text.utf8.index(after: start)
      }
    }
    guard start < text.endIndex else { return nil }
    let words = text[start...].dropFirst(prefix.count).prefix { $0 != "}" }.split(separator: " ")
    guard words.count >= 3, let slash = words[2].firstIndex(of: "/"), slash != words[2].startIndex
    else { return nil }
    return (String(words[0]), String(words[2]))
  }

  private mutating func readActivity(_ line: DumpText.Line) throws(InputError) {
    if line.text.hasPrefix("Display #"), line.text.contains("(activities from top to bottom)") {
      let digits = line.text.dropFirst("Display #".count).prefix { $0.isNumber }
      try require(dump.activities.count, "displays", line)
      dump.activities.append((Int(digits) ?? 0, []))
      tasks = []
      activity = nil
      return
    }
    if isAfterActivities(line) { isEnded = true }
    guard !dump.activities.isEmpty else { return }
    let last = dump.activities.count - 1
    var list: [AndroidDump.Activity] = []
    swap(&list, &dump.activities[last].list)
    defer { dump.activities[last].list = list }
    try readActivity(line, after: ["* Hist "], into: &list)
  }

  private mutating func readActivity(
    _ line: DumpText.Line, after words: [String], into list: inout [AndroidDump.Activity]
  ) throws(InputError) {
    enterTask(line)
    if var found = record(in: line, after: words) {
      found.isCovered = noteActivity(line)
      found.task = tasks.last?.task
      try require(list.count, "activities", line)
      list.append(found)
      activity = line.indent
    } else if let indent = activity, line.indent > indent, let index = list.indices.last {
      list[index].fields.take(line, of: text, wanted: AndroidDumpKeys.activity)
    } else {
      activity = nil
    }
  }

  /// Returns whether the activity manager prints this line after its last display.
  private func isAfterActivities(_ line: DumpText.Line) -> Bool {
    line.indent <= 2
      && [
        "ActivityTaskSupervisor state", "ActivityStackSupervisor state", "mCurTaskIdForUser=",
        "mFocusedActivity", "mFocusedStack", "topDisplayFocused", "KeyguardController",
        "mLockTaskModeState", "LockTaskController",
      ].contains { line.text.hasPrefix($0) }
  }
}

/// The windows without an activity, from `dumpsys window windows`.
extension AndroidDumpReader {
  private mutating func readWindow(_ line: DumpText.Line) throws(InputError) {
    if line.text.hasPrefix("Window #") {
      finishOverlay()
      try require(windowCount, "windows", line)
      windowCount += 1
      let inside = line.text.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
      let words = inside.split(separator: " ", maxSplits: 2)
      let title = words.count == 3 ? String(words[2]) : String(inside)
      overlay = AndroidDump.Overlay(title: title, mark: text.mark(line))
    } else if overlay != nil, line.indent > 2 {
      if line.text.hasPrefix("mAttrs=") {
        // The attributes are in braces, which do not belong to the values.
        let plain = DumpText.Line(
          number: line.number, indent: line.indent,
          text: line.text.filter { $0 != "}" && $0 != "{" }[...])
        overlay?.fields.take(plain, of: text, wanted: ["ty", "or"])
      } else {
        overlay?.fields.take(line, of: text, wanted: AndroidDumpKeys.window)
      }
    } else {
      finishOverlay()
      dump.windows.take(line, of: text, wanted: ["mRotation"])
      let ends = ["mGlobalConfiguration", "mCurConfiguration", "mCurrentFocus", "mTopFocused"]
      if ends.contains(where: { line.text.hasPrefix($0) }) { isEnded = true }
    }
  }

  private mutating func finishOverlay() {
    guard let found = overlay else { return }
    overlay = nil
    let type = found.fields["ty"]?.text ?? ""
    let ofActivity = ["BASE_APPLICATION", "APPLICATION", "APPLICATION_STARTING", "1", "2", "3"]
    guard !ofActivity.contains(type), found.fields["or"] != nil else { return }
    let id = found.fields["mDisplayId"].flatMap { Int($0.text) } ?? 0
    if let index = dump.displays.firstIndex(where: { $0.id == id }) {
      dump.displays[index].overlays.append(found)
    } else {
      dump.displays.append(AndroidDump.Display(id: id, mark: found.mark, overlays: [found]))
    }
  }
}

private enum AndroidDumpKeys {
  static let size: Set<Substring> = ["init", "base", "cur"]
  static let requests: Set<Substring> = [
    "ignoreOrientationRequest", "mSetIgnoreOrientationRequest",
  ]
  static let rotation: Set<Substring> = [
    "mCurrentAppOrientation", "mLastOrientation", "mRotation", "mLandscapeRotation",
    "mSeascapeRotation", "mPortraitRotation", "mUpsideDownRotation", "mSupportAutoRotation",
    "mCarDockRotation", "mDeskDockRotation", "mUserRotationMode", "mUserRotation",
    "mAllowAllRotations", "mDemoHdmiRotation", "mDemoHdmiRotationLock", "mUndockedHdmiRotation",
    "mDemoRotation", "mDemoRotationLock", "mLidOpenRotation", "mFixedToUserRotation",
  ]
  static let policy: Set<Substring> = [
    "mCarDockEnablesAccelerometer", "mDeskDockEnablesAccelerometer", "mDockMode", "mLidState",
    "mHdmiPlugged", "mPersistentVrModeEnabled",
  ]
  static let judge: Set<Substring> = [
    "mEnabled", "mCurrentRotation", "mProposedRotation", "mFlat", "mSwinging", "mAccelerating",
    "mOverhead", "mTouched",
  ]
  static let fold: Set<Substring> = [
    "mPauseAutorotationDuringUnfolding", "mShouldDisableRotationSensor",
    "mShouldIgnoreSensorRotation", "mDeviceState",
  ]
  static let activity: Set<Substring> = [
    "visible", "mVisible", "mVisibleRequested", "fullscreen", "occludesParent", "mOccludesParent",
    "mFillsParent", "appFullscreen", "mOrientation", "overrideOrientation", "requestedOrientation",
    "finishing", "noDisplay", "mNoDisplay",
  ]
  static let window: Set<Substring> = [
    "mDisplayId", "isVisible", "isReadyForDisplay()",
  ]
}
