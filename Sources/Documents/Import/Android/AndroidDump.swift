// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Text

/// The values in Android's dumps, with their places.
///
/// Formats are recognised by their contents rather than by a version: API 24 to 28 print the
/// rotation under the window policy, API 29 and later under each display; activities print their
/// requests from API 30 on. A missing value is nil.
struct AndroidDump {
  struct Value {
    let text: String
    let mark: Mark
  }

  /// Values by name, from one or more headings; if a name is repeated, the first value is kept.
  struct Fields {
    private var values: [String: Value] = [:]

    var isEmpty: Bool { values.isEmpty }

    mutating func take(
      _ line: DumpText.Line, of dump: DumpText, wanted: Set<Substring>
    ) {
      for (key, value) in line.fields where wanted.contains(key) && values[String(key)] == nil {
        values[String(key)] = Value(text: String(value), mark: dump.mark(line, at: value))
      }
    }

    mutating func set(_ name: String, _ value: Value) {
      if values[name] == nil { values[name] = value }
    }

    subscript(names: String...) -> Value? {
      for name in names {
        if let value = values[name] { return value }
      }
      return nil
    }
  }

  struct Display {
    var id: Int
    var mark: Mark
    /// The values under the headings of the display, DisplayRotation, DisplayPolicy and
    /// FoldController.
    var fields = Fields()
    var judge = Fields()
    /// Whether the heading DisplayRotation has been read, which precedes a display's settings.
    var hasRotation = false
    var history: [AndroidRotationEntry] = []
    /// The display's activities in the window manager's dump, from the top.
    var activities: [Activity] = []
    /// The windows without an activity that request an orientation, from the top.
    var overlays: [Overlay] = []
  }

  struct Activity {
    /// The hexadecimal number of the record, which is the same in all dumps that were made at one
    /// time.
    var id: String
    var component: String
    var mark: Mark
    var fields = Fields()
    var task: Task?
    /// Whether another activity of the same task is above.
    var isCovered = false
  }

  struct Task {
    var isVisible: Bool?
    var mode: String?
  }

  struct Overlay {
    var title: String
    var mark: Mark
    var fields = Fields()
  }

  var displays: [Display] = []
  /// The activities by display, from the top, in the activity manager's dump.
  var activities: [(display: Int, list: [Activity])] = []
  /// The values under the window policy, which API 24 to 28 print.
  var policy = Fields()
  /// The values that follow the windows in `dumpsys window windows`.
  var windows = Fields()
  var sensors = AndroidSensors()
  /// The commands whose output was found, such as `dumpsys window displays`.
  var sections: [String] = []

  /// Returns words on where a missing value is printed, by one of the commands `sources`.
  func remedy(_ sources: String...) -> String {
    let absent = sources.filter { !sections.contains($0) }
    let given = sources.filter { sections.contains($0) }
      .map { "the `\($0)` that was given lacks it: it is of an older Android, or cut off" }
    let others = absent.map { "`adb shell \($0)`" }.joined(separator: " or ")
    return ((others.isEmpty ? [] : ["\(others) prints it"]) + given).joined(separator: "; ")
  }
  var notes: [String] = []
  /// The API level from `ro.build.version.sdk`.
  var level: Int?
}

extension AndroidDump.Value {
  private static let rotationWords = ["ROTATION_0", "ROTATION_90", "ROTATION_180", "ROTATION_270"]

  private func error(_ valid: [String]) -> InputError {
    mark.error(UntrustedText(text).quoted, valid: valid, near: text)
  }

  /// Parses a rotation by name or number; nil for -1 and -2, which mean no rotation.
  func rotation() throws(InputError) -> AndroidRotation? {
    let values = AndroidRotation.allCases
    if let index = Self.rotationWords.firstIndex(of: text) { return values[index] }
    if let number = Int(text) {
      if values.indices.contains(number) { return values[number] }
      if number == -1 || number == -2 { return nil }
    }
    throw error(Self.rotationWords + ["0 to 3", "-1"])
  }

  func flag() throws(InputError) -> Bool {
    switch text {
    case "true", "1": return true
    case "false", "0": return false
    default: throw error(["true", "false"])
    }
  }

  /// Parses a value as `flag` does; nil for `unknown` and -1, which mean that the device has not
  /// yet determined the value.
  func openFlag() throws(InputError) -> Bool? {
    if text == "unknown" || text == "-1" { return nil }
    return try flag()
  }

  func request() throws(InputError) -> AndroidRequest {
    let prefix = "SCREEN_ORIENTATION_"
    // The order is that of the numbers in ActivityInfo, beginning with -2.
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

  func isLocked() throws(InputError) -> Bool {
    switch text {
    case "USER_ROTATION_LOCKED", "1": return true
    case "USER_ROTATION_FREE", "0": return false
    default: throw error(["USER_ROTATION_FREE", "USER_ROTATION_LOCKED"])
    }
  }

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

  func isLidOpen() throws(InputError) -> Bool {
    switch text {
    case "LID_OPEN", "1": return true
    case "LID_CLOSED", "LID_ABSENT", "0", "-1": return false
    default: throw error(["LID_OPEN", "LID_CLOSED", "LID_ABSENT"])
    }
  }

  func size() throws(InputError) -> Size {
    let parts = text.split(separator: "x").compactMap { Int32($0) }
    guard parts.count == 2, text.split(separator: "x").count == 2,
      parts.allSatisfy({ (1...100_000).contains($0) })
    else { throw error(["a size such as 1080x2400"]) }
    return Size(width: parts[0], height: parts[1])
  }
}

/// An entry of RotationHistory: the old and the new rotation, with the inputs of the decision.
struct AndroidRotationEntry {
  let time: String
  let mark: Mark
  let from: AndroidRotation
  let to: AndroidRotation
  /// The window whose request decided, as the device names it; nil if no window decided, or the
  /// entry lacks it.
  private(set) var source: String?
  private(set) var request: AndroidRequest?
  private(set) var isLocked: Bool?
  private(set) var user: AndroidRotation?
  /// The rotation that the sensor proposed: .some(nil) if it proposed no rotation or was off, nil
  /// if the entry lacks it.
  private(set) var sensor: AndroidRotation??
  private(set) var ignoresRequests = false
  private(set) var isHalfFolded = false
  /// Other inputs of the decision, in words; no rule reads them.
  private(set) var others: [String] = []

  /// Parses the first line, `10-03 17:47:22.255 ROTATION_0 to ROTATION_90`; nil for another line.
  init?(_ line: DumpText.Line, of text: DumpText) throws(InputError) {
    let words = line.text.split(separator: " ")
    guard let middle = words.firstIndex(of: "to"), middle > 0, words.count == middle + 2,
      words[middle - 1].hasPrefix("ROTATION_") || Int(words[middle - 1]) != nil
    else { return nil }
    func rotation(_ word: Substring) throws(InputError) -> AndroidRotation {
      let value = AndroidDump.Value(text: String(word), mark: text.mark(line, at: word))
      guard let rotation = try value.rotation() else {
        throw value.mark.error(
          UntrustedText(value.text).quoted, valid: ["ROTATION_0 to ROTATION_270"])
      }
      return rotation
    }
    time = words[..<(middle - 1)].joined(separator: " ")
    mark = text.mark(line)
    from = try rotation(words[middle - 1])
    to = try rotation(words[middle + 1])
  }

  mutating func read(_ line: DumpText.Line, of text: DumpText) throws(InputError) {
    if line.text.hasPrefix("source=") {
      let words = line.text.dropFirst("source=".count)
      let last = words.lastIndex(of: " ").map { words[words.index(after: $0)...] } ?? words
      request = try AndroidDump.Value(text: String(last), mark: text.mark(line, at: last)).request()
      let name = words[..<last.startIndex].dropLast()
      source = name == "null" || name.isEmpty ? nil : String(name)
      return
    }
    if line.text.hasPrefix("mode=") {
      for (key, value) in line.fields {
        let value = AndroidDump.Value(text: String(value), mark: text.mark(line, at: value))
        switch key {
        case "mode": isLocked = try value.isLocked()
        case "user": user = try value.rotation()
        case "sensor": sensor = .some(try value.rotation())
        default: break
        }
      }
      return
    }
    if line.text == "ignoreRequest" { ignoresRequests = true }
    if line.text.hasPrefix("requestingTda=") { others.append(String(line.text)) }
    for (key, value) in line.fields {
      if key == "mFoldState" { isHalfFolded = value == "HALF_FOLDED" }
      if key == "mInHalfFoldTransition", value == "true" { others.append("a half fold") }
      if key == "halfFoldSavedRotation", value != "-1", value != "-2" {
        others.append("a rotation kept from before a half fold")
      }
    }
    if line.text.hasPrefix("reversionSlots="), line.text.contains(" true") {
      others.append(String(line.text))
    }
    if line.text.hasPrefix("DisplayRotationCompatPolicy"),
      line.text.contains("isTreatmentEnabledForDisplay=true")
    {
      others.append("the camera's compatibility treatment")
    }
  }

  var component: String? { source.flatMap { AndroidDumpReader.record(in: $0[...])?.component } }
}

/// The events of sensors that can rotate a display, from `dumpsys sensorservice`.
struct AndroidSensors {
  /// The last reading of an accelerometer in m/s², with Android's axis signs; nil if there is none.
  private(set) var acceleration: (x: Double, y: Double, z: Double)?
  /// The last event of a sensor that reports rotations itself (TYPE_DEVICE_ORIENTATION); nil if
  /// there is none.
  private(set) var orientation: AndroidRotation?

  private enum Kind {
    case accelerometer, orientation, other
  }

  private var kind = Kind.other

  /// Reads a line: a heading names a sensor, and the lines below it are its events, newest last.
  mutating func read(_ line: DumpText.Line) {
    if line.text.hasSuffix("events"), let colon = line.text.firstIndex(of: ":") {
      let name = line.text[..<colon].lowercased()
      kind =
        if name.contains("accelerometer"), !name.contains("uncalibrated") {
          .accelerometer
        } else if name.contains("device orientation") || name.contains("device_orientation") {
          .orientation
        } else {
          .other
        }
      return
    }
    guard kind != .other, let close = line.text.firstIndex(of: ")") else { return }
    guard line.text.contains("(ts=") else { return }
    let values = line.text[line.text.index(after: close)...].split(separator: ",")
      .compactMap { Double($0.filter { $0 != " " }) }
    switch kind {
    case .accelerometer:
      guard values.count >= 3, values.prefix(3).allSatisfy({ $0.isFinite }) else { return }
      acceleration = (values[0], values[1], values[2])
    case .orientation:
      let rotations = AndroidRotation.allCases
      guard let first = values.first, first.isFinite, (0...3).contains(first) else { return }
      orientation = rotations[Int(first)]
    case .other: break
    }
  }
}
