// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// What Android's dumps say, with the place of everything that was said.
///
/// Shapes are told apart by what stands in them, never by a version: API 24 to 28 print the rotation
/// under the window policy, 29 and later under each display; activities print their requests from
/// API 30 on. A key that a dump lacks stays nil.
struct AndroidDump {
  /// One value and where it stood.
  struct Value {
    let text: String
    let mark: Mark
  }

  /// The values under one heading; the first of a name counts.
  struct Fields {
    private var values: [String: Value] = [:]

    /// Whether nothing was said.
    var isEmpty: Bool { values.isEmpty }

    /// Takes the pairs of a line whose names are wanted.
    mutating func take(
      _ line: DumpText.Line, of dump: DumpText, wanted: Set<Substring>
    ) {
      for (key, value) in line.fields where wanted.contains(key) && values[String(key)] == nil {
        values[String(key)] = Value(text: String(value), mark: dump.mark(line, at: value))
      }
    }

    /// Takes one value.
    mutating func set(_ name: String, _ value: Value) {
      if values[name] == nil { values[name] = value }
    }

    /// The value of the first of some names that is there.
    subscript(names: String...) -> Value? {
      for name in names {
        if let value = values[name] { return value }
      }
      return nil
    }
  }

  /// One display of the window manager.
  struct Display {
    var id: Int
    var mark: Mark
    /// What stands right under the display, under DisplayRotation, DisplayPolicy and FoldController.
    var fields = Fields()
    var judge = Fields()
    /// Whether the heading DisplayRotation, with which a display's settings begin, was there.
    var hasRotation = false
    var history: [AndroidRotationEntry] = []
    /// From the top.
    var activities: [Activity] = []
    /// Windows of no activity that ask for something, from the top.
    var overlays: [Overlay] = []
  }

  /// One activity.
  struct Activity {
    /// The number that the system gave the record; the same in all dumps of one moment.
    var id: String
    var component: String
    var mark: Mark
    var fields = Fields()
    /// What the task around it says.
    var task: Task?
    /// Whether another activity of the same task stands above it.
    var isCovered = false
  }

  /// A task as its heading describes it.
  struct Task {
    var isVisible: Bool?
    var mode: String?
  }

  /// A window that belongs to no activity.
  struct Overlay {
    var title: String
    var mark: Mark
    var fields = Fields()
  }

  /// The displays, in the order of the dump.
  var displays: [Display] = []
  /// The activities of the activity manager by display, from the top.
  var activities: [(display: Int, list: [Activity])] = []
  /// The rotation as the window policy of API 24 to 28 prints it.
  var policy = Fields()
  /// What `dumpsys window windows` says after its windows.
  var windows = Fields()
  /// What sensors said last.
  var sensors = AndroidSensors()
  /// The names of the dumps that were found.
  var sections: [String] = []
  /// What is odd about the text itself, each with its place.
  var notes: [String] = []
}

/// Reads single values; every error names its place and what is valid there.
extension AndroidDump.Value {
  private static let rotationWords = ["ROTATION_0", "ROTATION_90", "ROTATION_180", "ROTATION_270"]

  private func error(_ valid: [String]) -> InputError {
    mark.error(UntrustedText(text).quoted, valid: valid, near: text)
  }

  /// A rotation as a name or a number; nil for -1 and -2, which mean none.
  func rotation() throws(InputError) -> AndroidRotation? {
    let values = AndroidRotation.allCases
    if let index = Self.rotationWords.firstIndex(of: text) { return values[index] }
    if let number = Int(text) {
      if values.indices.contains(number) { return values[number] }
      if number == -1 || number == -2 { return nil }
    }
    throw error(Self.rotationWords + ["0 to 3", "-1"])
  }

  /// `true` or `false`.
  func flag() throws(InputError) -> Bool {
    switch text {
    case "true", "1": return true
    case "false", "0": return false
    default: throw error(["true", "false"])
    }
  }

  /// `true`, `false`, or nil for what the device has not looked up yet.
  func openFlag() throws(InputError) -> Bool? {
    if text == "unknown" || text == "-1" { return nil }
    return try flag()
  }

  /// What an activity or a window asks for, as a name or as ActivityInfo's number.
  func request() throws(InputError) -> AndroidRequest {
    let prefix = "SCREEN_ORIENTATION_"
    // In the order of ActivityInfo's numbers, from -2.
    let words: [AndroidRequest] = [
      .unset, .unspecified, .landscape, .portrait, .user, .behind, .sensor, .nosensor,
      .sensorLandscape, .sensorPortrait, .reverseLandscape, .reversePortrait, .fullSensor,
      .userLandscape, .userPortrait, .fullUser, .locked,
    ]
    if let number = Int(text), words.indices.contains(number + 2) { return words[number + 2] }
    let name = text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : text
    let folded = name.lowercased()
    let names = words.map { word in
      String(word.rawValue.map { $0 == "-" ? "_" : $0 })
    }
    if let index = names.firstIndex(of: folded) { return words[index] }
    throw error(names.map { prefix + $0.uppercased() })
  }

  /// Whether the user has locked rotation.
  func isLocked() throws(InputError) -> Bool {
    switch text {
    case "USER_ROTATION_LOCKED", "1": return true
    case "USER_ROTATION_FREE", "0": return false
    default: throw error(["USER_ROTATION_FREE", "USER_ROTATION_LOCKED"])
    }
  }

  /// The dock; nil for none.
  func dock() throws(InputError) -> AndroidSettings.Dock? {
    let names = ["UNDOCKED", "DESK", "CAR", "LE_DESK", "HE_DESK"].map { "EXTRA_DOCK_STATE_" + $0 }
    let index = Int(text) ?? names.firstIndex(of: text)
    switch index {
    case 0: return nil
    case 1, 3, 4: return .desk
    case 2: return .car
    default: throw error(names)
    }
  }

  /// Whether the lid is open; a device without a lid says that it is absent.
  func isLidOpen() throws(InputError) -> Bool {
    switch text {
    case "LID_OPEN", "1": return true
    case "LID_CLOSED", "LID_ABSENT", "0", "-1": return false
    default: throw error(["LID_OPEN", "LID_CLOSED", "LID_ABSENT"])
    }
  }

  /// A size such as 1080x2400 in pixels.
  func size() throws(InputError) -> Size {
    let parts = text.split(separator: "x").compactMap { Int32($0) }
    guard parts.count == 2, text.split(separator: "x").count == 2,
      parts.allSatisfy({ (1...100_000).contains($0) })
    else { throw error(["a size such as 1080x2400"]) }
    return Size(width: parts[0], height: parts[1])
  }
}
