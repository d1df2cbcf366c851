// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Experiments
public import Explanation
public import Formats
import Orientation
import Scenarios
import Text

// Import of other systems' windows as scenarios.
//
// - `AndroidImport` reads `dumpsys` output of a phone, and repeats the decisions about the
//   rotations that the device reports. `SessionDump` reads the windows of a Linux compositor.
//   `UIKitImport` reads a debugger's output of an app.
// - A dump is untrusted text. Unknown parts are ignored; an invalid value is an error with its
//   place; missing values are listed as open, never guessed.
// - `ScenarioWriter` writes the result, and reads it back before returning it.
//
// Begin below.

/// The import of Android's dumps as a scenario for the rule set of their version, with a
/// self-check.
///
/// The formats are those that `dumpsys window`, `dumpsys activity activities` and `dumpsys
/// sensorservice` print from API 24 to 36 (AOSP, DisplayRotation.java, DisplayContent.java,
/// ActivityRecord.java, SensorService.cpp; https://cs.android.com).
public struct AndroidImport: Sendable {
  /// The largest dump that is read, in bytes.
  public static let maximumBytes = DumpText.maximumBytes

  /// The scenario file, as text.
  public let scenario: String
  /// The values that the dumps do not contain and the conclusions drawn, one sentence each.
  public let notes: [String]
  /// Whether the self-check found a rotation that the rule set decides differently from the device,
  /// whichever value any one missing setting is given.
  public let differs: Bool
  /// The numbers of the displays in the dumps, in ascending order; only 0 if the dumps name none.
  public let displays: [Int]

  private let read: AndroidScenario
  private let check: AndroidSelfCheck

  /// Reads dumps, complete or partial, in any order.
  ///
  /// If `display` is nil, the default display, number 0, is read or, if the dumps lack it, the
  /// display with the lowest number.
  ///
  /// - Throws: an error if the texts contain no dump or not the display, or if a value is invalid.
  public init(
    _ texts: [(file: String, bytes: [UInt8])], display: Int? = nil
  ) throws(InputError) {
    var reader = AndroidDumpReader()
    for text in texts { try reader.read(DumpText(text.bytes, file: text.file)) }
    let dump = reader.dump
    let name = texts.map { $0.file }.joined(separator: ", ")
    guard !dump.sections.isEmpty else { throw Self.nothing(in: texts) }
    var displays: [Int] = []
    for id in dump.displays.map({ $0.id }) where !displays.contains(id) { displays.append(id) }
    for id in dump.activities.map({ $0.display }) where !displays.contains(id) {
      displays.append(id)
    }
    if displays.isEmpty { displays = [0] }
    displays.sort()
    if let display, !displays.contains(display) {
      throw InputError(
        file: name, problem: "there is no display \(display)",
        valid: displays.map { "\($0)" })
    }
    let chosen = display ?? (displays.contains(0) ? 0 : displays[0])
    read = try AndroidScenario(dump, display: chosen)
    check = AndroidSelfCheck(read)
    differs = check.differs
    self.displays = displays
    notes = Self.notes(dump, read, displays: displays)
    scenario = try Self.text(read, notes, dump, file: name)
  }

  private static func nothing(in texts: [(file: String, bytes: [UInt8])]) -> InputError {
    let file = texts.first?.file ?? "standard input"
    let text = DumpText(texts.first?.bytes ?? [], file: file)
    // The text probably begins with an error message of adb.
    let first = text.lines.first { _ in true }
    let valid = [
      "the output of `adb shell dumpsys window displays`", "`adb shell dumpsys window`",
      "`adb shell dumpsys activity activities`", "`adb shell dumpsys sensorservice`",
    ]
    guard let first else {
      return InputError(
        file: file, problem: "nothing is in it that could be read", valid: valid
      )
    }
    return InputError(
      file: file, line: first.number, column: first.indent + 1,
      problem: "\(UntrustedText(String(first.text.prefix(200))).quoted) and no dump of Android",
      valid: valid
    )
  }

  private static func notes(
    _ dump: AndroidDump, _ read: AndroidScenario, displays: [Int]
  ) -> [String] {
    var notes = dump.notes
    if displays.count > 1 {
      let others = displays.filter { $0 != read.display }.map { "\($0)" }.joined(separator: ", ")
      notes.append(
        "display \(read.display) of \(displays.count) is imported; --display also takes \(others)")
    }
    notes += read.open.map { "unknown: \($0.what); \($0.remedy)" }
    notes += read.notes
    return notes.map { UntrustedText($0).name(columns: 400) }
  }

  private static func text(
    _ read: AndroidScenario, _ notes: [String], _ dump: AndroidDump, file: String
  ) throws(InputError) -> String {
    let story = read.story
    var writer = ScenarioWriter(rules: read.rules, scene: story.scene)
    writer.title = "Display \(read.display) of an Android device"
    writer.comments =
      ["Imported from \(dump.sections.joined(separator: ", "))."] + notes
    if let shown = read.shown, AndroidSelfCheck.decide(read.scene, read.rules) == shown {
      var expected = Expectation(step: nil, mark: Mark(file: file))
      expected.statusBar = shown.orientation(on: read.scene.device.panel)
      writer.expectations = [expected]
    }
    do throws(ScenarioWritingError) {
      return try writer.text(story.events.map { ScenarioWriter.Entry($0) })
    } catch {
      throw InputError(file: file, problem: error.description)
    }
  }
}

extension AndroidImport {
  /// Returns the self-check as a table of the device's rotations and the rule set's.
  public func table(style: TextStyle = .plain) -> String {
    guard !check.rows.isEmpty else {
      return "nothing to check: the dumps hold neither a RotationHistory nor the rotation shown\n"
    }
    let titles = ["WHEN", "FROM", "TO", "OURS", "", "REQUEST", "USER", "SENSOR", "BY"]
    var table = TextTable(
      columns: titles.map { title in
        TextTable.Column(title: title, smallest: title == "BY" ? 20 : nil)
      })
    for row in check.rows {
      table.rows.append([
        UntrustedText(row.time).name(), "\(row.from.rawValue)", "\(row.to.rawValue)",
        "\(row.ours.rawValue)", row.result.word, row.request?.rawValue ?? "-", row.user, row.sensor,
        UntrustedText(row.source).name(columns: 60),
      ])
    }
    var lines = table.lines(columns: style.columns, indent: "")
    for row in check.rows {
      let place = UntrustedText(row.place.isEmpty ? "now" : row.place).name(columns: 200)
      switch row.result {
      case .same: break
      case .differs:
        lines.append(
          "\(place): the device turned to \(row.to.rawValue), the rules to \(row.ours.rawValue)")
      case .open(let words):
        lines.append("\(place): not decided: \(UntrustedText(words).name(columns: 300))")
      }
    }
    let same = check.rows.count { $0.result == .same }
    let apart = check.rows.count { $0.result == .differs }
    lines.append(
      "\(counted(check.rows.count, "decision")), \(same) the same, \(apart) different, "
        + "\(check.rows.count - same - apart) open")
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns the explanation of the last decision, and how it depends on the open values.
  public func explanation(style: TextStyle = .plain) throws(InputError) -> String {
    let scenario = try Scenario.parse(self.scenario, file: "the import")
    let simulation = Simulation(scenario)
    let last = simulation.steps.count - 1
    var lines = [plainAnswer, "", simulation.explanation(step: last, style: style).text(.full)]
    let now = AndroidSelfCheck.decide(read.scene, read.rules)
    var depends: [String] = []
    for question in read.open {
      var others: [String] = []
      for choice in question.choices {
        var scene = read.scene
        choice.apply(&scene)
        let rotation = AndroidSelfCheck.decide(scene, read.rules)
        if rotation != now { others.append("\(choice.word): ROTATION_\(rotation.rawValue)") }
      }
      if !others.isEmpty {
        depends.append("  \(question.what): \(others.joined(separator: ", ")); \(question.remedy)")
      }
    }
    if depends.isEmpty {
      lines.append("Nothing that the dumps leave open would change this.")
    } else {
      lines.append("With what the dumps leave open it is ROTATION_\(now.rawValue), unless:")
      lines += depends.map { UntrustedText($0).name(columns: 600) }
    }
    return lines.joined(separator: "\n")
  }

  /// A sentence that names what decides on the device, a setting or the app's request, and the
  /// result.
  private var plainAnswer: String {
    let scene = read.scene
    var sink = TraceSink()
    _ = read.rules.decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
    let now = AndroidSelfCheck.decide(scene, read.rules)
    let shown = now.orientation(on: scene.device.panel).isLandscape ? "landscape" : "portrait"
    let result = "the display shows \(shown) (ROTATION_\(now.rawValue))"
    // The last gate that was not passed decided; gates that only leave a window out do not count.
    let stop = sink.gates.last { !$0.isPassed && $0.gate != .takesPart }?.rule
    let fixed: [RuleID: String] = [
      .an1: "The display is fixed to the user's rotation, so neither app nor sensor is asked",
      .an2: "This is not the default display, so it takes the user's rotation",
      .an3: "The lid is open, and the device has a rotation for that",
      .an4: "The device is in a car dock, which decides",
      .an5: "The device is in a desk dock, which decides",
      .an6: "HDMI is plugged in, and the demo mode has a rotation for that",
      .an7: "HDMI is plugged in, and the device has a rotation for that",
      .an8: "The demo mode has a rotation", .an9: "The device is in VR mode, which needs portrait",
    ]
    if let stop, let words = fixed[stop] { return "\(words): \(result)." }
    guard let window = read.rules.source(in: scene) else {
      return "No app asks for an orientation: \(result)."
    }
    let request = window.android.effectiveRequest
    let wanted = "\(request.words) (\(UntrustedText(window.name).name(columns: 80)))"
    return if request == .locked {
      "The app asks for \(wanted), so the last rotation stays: \(result)."
    } else if !request.followsSensor {
      "The app asks for \(wanted), so the sensor is not asked: \(result)."
    } else if scene.device.userRotation != nil, !request.overridesUserLock {
      "The app asks for \(wanted), and the user has locked rotation, so the sensor is not asked: "
        + "\(result)."
    } else if request.shape != nil {
      "The app asks for \(wanted), so the sensor chooses between its two rotations: \(result)."
    } else {
      "The app asks for \(wanted), so the sensor decides: \(result)."
    }
  }

  /// The import as one JSON document.
  public var json: JSONValue {
    let rows = check.rows.map { row in
      JSONValue.object([
        .init("time", .string(row.time)), .init("place", .string(row.place)),
        .init("from", .int(Int64(row.from.rawValue))), .init("to", .int(Int64(row.to.rawValue))),
        .init("ours", .int(Int64(row.ours.rawValue))), .init("result", .string(row.result.word)),
        .init("request", row.request.map { .string($0.rawValue) } ?? .null),
        .init("user", .string(row.user)), .init("sensor", .string(row.sensor)),
        .init("source", .string(row.source)),
      ])
    }
    let open = read.open.map { question in
      JSONValue.object([
        .init("what", .string(question.what)), .init("remedy", .string(question.remedy)),
        .init("choices", .array(question.choices.map { .string($0.word) })),
      ])
    }
    return .object([
      .init("swivel", 1), .init("display", .int(Int64(read.display))),
      .init("displays", .array(displays.map { .int(Int64($0)) })),
      .init("scenario", .string(scenario)), .init("open", .array(open)),
      .init("notes", .array(notes.map { .string($0) })), .init("self-check", .array(rows)),
      .init("differs", .bool(differs)),
    ])
  }
}

/// A self-check of the import: the device's rotations are decided again, and the results compared.
///
/// Each entry of RotationHistory is a row, and so is the current rotation. An entry contains the
/// request, its source, the user's setting and the sensor's proposal; lid, dock and other settings
/// are those of the current state.
private struct AndroidSelfCheck {
  enum Result: Equatable {
    case same
    case differs
    /// The results cannot be compared; the text states why, such as a value that the dump lacks.
    case open(String)

    var word: String {
      switch self {
      case .same: "same"
      case .differs: "differs"
      case .open: "open"
      }
    }
  }

  struct Row {
    /// The time as the device printed it; `now` for the current rotation.
    let time: String
    let place: String
    let from: AndroidRotation
    let to: AndroidRotation
    /// The activity or window whose request decided; `nobody` if there is none.
    let source: String
    let request: AndroidRequest?
    let user: String
    let sensor: String
    let ours: AndroidRotation
    let result: Result
  }

  let rows: [Row]

  init(_ scenario: AndroidScenario) {
    var rows = scenario.history.map { Self.row($0, scenario) }
    if let shown = scenario.shown { rows.append(Self.now(shown, scenario)) }
    self.rows = rows
  }

  var differs: Bool { rows.contains { $0.result == .differs } }

  static func decide(_ scene: Scene, _ rules: AndroidRuleSet) -> AndroidRotation {
    var sink = MoveSink()
    _ = rules.decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
    var shown = scene.statusBar.orientation
    for case .statusBar(let orientation, _) in sink.moves { shown = orientation }
    return AndroidRotation(shown, on: scene.device.panel)
  }

  private static func row(_ entry: AndroidRotationEntry, _ scenario: AndroidScenario) -> Row {
    var scene = Scene(device: scenario.scene.device)
    scene.statusBar = StatusBar(orientation: entry.from.orientation(on: scene.device.panel))
    scene.device.ignoresOrientationRequest = entry.ignoresRequests
    scene.device.orientation = .unknown
    if let sensor = entry.sensor ?? nil { scene.device.hold(sensor) }
    let isLocked = entry.isLocked == true || scene.device.android.usesUserRotation
    scene.device.userRotation =
      isLocked ? (entry.user ?? .rotation0).orientation(on: scene.device.panel) : nil
    if let request = entry.request, request != .unset {
      // The identifier is not used in the scenario, so choices for its windows do not change this
      // window.
      var window = Window(
        id: WindowID(.max), name: "source", root: Controller(id: "source"),
        orientation: scene.statusBar.orientation)
      window.android.request = request
      scene.windows = [window]
    }
    var ours = decide(scene, scenario.rules)
    if entry.isHalfFolded, ours != entry.to {
      // The dump does not contain whether the device is configured for rule AN-34, so it is
      // assumed.
      scene.device.android.isHalfFolded = true
      ours = decide(scene, scenario.rules)
    }
    var result = compare(ours, entry.to, scene, scenario)
    if entry.request == nil || entry.isLocked == nil || entry.sensor == nil {
      result = .open("the entry is cut off")
    } else if result == .differs, !entry.others.isEmpty {
      result = .open("the device also took into account: \(entry.others.joined(separator: "; "))")
    }
    let user = entry.user.map { "\($0.rawValue)" } ?? "-"
    return Row(
      time: entry.time, place: "\(entry.mark.file):\(entry.mark.line)", from: entry.from,
      to: entry.to, source: entry.component ?? entry.source ?? "nobody", request: entry.request,
      user: entry.isLocked.map { $0 ? "locked \(user)" : "free" } ?? "?",
      sensor: entry.sensor.map { $0.map { "\($0.rawValue)" } ?? "none" } ?? "?", ours: ours,
      result: result)
  }

  /// Returns the row of the current rotation, which should not change when it is decided again.
  private static func now(_ shown: AndroidRotation, _ scenario: AndroidScenario) -> Row {
    let scene = scenario.scene
    let ours = decide(scene, scenario.rules)
    let found = scenario.rules.source(in: scene)
    let device = scene.device
    let user = device.userRotation.map { AndroidRotation($0, on: device.panel).rawValue }
    return Row(
      time: "now", place: "", from: shown, to: shown, source: found?.name ?? "nobody",
      request: found?.android.effectiveRequest, user: user.map { "locked \($0)" } ?? "free",
      sensor: device.orientation.edgeUp.map { "\(AndroidRotation($0.transform).rawValue)" }
        ?? "none",
      ours: ours, result: compare(ours, shown, scene, scenario))
  }

  /// Compares two rotations; if they differ, decides again with each possible value that the dump
  /// does not contain.
  private static func compare(
    _ ours: AndroidRotation, _ theirs: AndroidRotation, _ scene: Scene,
    _ scenario: AndroidScenario
  ) -> Result {
    if ours == theirs { return .same }
    for question in scenario.open {
      for choice in question.choices {
        var other = scene
        choice.apply(&other)
        if decide(other, scenario.rules) == theirs {
          return .open(
            "it depends on \(question.what); with \"\(choice.word)\" the rules turn as the device did"
          )
        }
      }
    }
    return .differs
  }
}

extension AndroidRuleSet {
  /// Returns the window whose request decides; nil if there is none.
  fileprivate func source(in scene: Scene) -> Window? {
    var sink = TraceSink()
    _ = decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
    return sink.asked.last.flatMap { scene.window($0.window) }
  }
}

extension AndroidRequest {
  fileprivate var words: String {
    switch self {
    case .unset, .unspecified: "nothing in particular"
    case .portrait: "portrait"
    case .landscape: "landscape"
    case .reversePortrait: "portrait upside down"
    case .reverseLandscape: "landscape the other way round"
    case .sensor: "whatever the sensor says"
    case .fullSensor: "whatever the sensor says, in all four rotations"
    case .sensorPortrait, .userPortrait: "portrait, either way up"
    case .sensorLandscape, .userLandscape: "landscape, either way round"
    case .user, .fullUser: "what the user prefers"
    case .nosensor: "the device's own orientation, without the sensor"
    case .behind: "what the app behind it asks for"
    case .locked: "the rotation that is shown"
    }
  }
}

extension Device {
  /// Sets the device orientation that makes the sensor propose a rotation.
  mutating func hold(_ rotation: AndroidRotation) {
    guard let edge = PanelEdge(transform: rotation.transform) else { return }
    orientation = DeviceOrientation(edgeUp: edge)
    felt = orientation
  }
}
