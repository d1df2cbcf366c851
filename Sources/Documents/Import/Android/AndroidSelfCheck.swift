// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import Orientation

/// The device's rotations, decided again by the rule set android and compared.
///
/// Every entry of RotationHistory is a row, and so is the present rotation. An entry contains the
/// request, its source, the user's setting and the sensor; lid, dock and others are taken from the
/// present state.
struct AndroidSelfCheck {
  /// The result of a row.
  enum Result: Equatable {
    case same
    case differs
    /// The result depends on a value that the dump leaves open, which is named.
    case open(String)

    var word: String {
      switch self {
      case .same: "same"
      case .differs: "differs"
      case .open: "open"
      }
    }
  }

  /// A decision of the device and the rule set's.
  struct Row {
    /// The time, as the device wrote it; `now` for the present rotation.
    let time: String
    /// The place in the dump.
    let place: String
    let from: AndroidRotation
    let to: AndroidRotation
    /// The window whose request was decisive.
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

  /// Whether the rule set decides a row differently for all values that the dump leaves open.
  var differs: Bool { rows.contains { $0.result == .differs } }

  /// Returns the rotation that the rule set android decides for a scene.
  static func decide(_ scene: Scene) -> AndroidRotation {
    var sink = MoveSink()
    _ = AndroidRuleSet().decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
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
    // The user's rotation applies to these displays whether or not it is locked (AN-1, AN-2).
    let settings = scene.device.android
    let takesIt = settings.isFixedToUserRotation || !settings.isDefaultDisplay
    let isLocked = entry.isLocked == true || takesIt
    scene.device.userRotation =
      isLocked ? (entry.user ?? .rotation0).orientation(on: scene.device.panel) : nil
    if let request = entry.request, request != .unset {
      // No present window has this ID, so their open values do not affect this window.
      var window = Window(
        id: WindowID(.max), name: "source", root: Controller(id: "source"),
        orientation: scene.statusBar.orientation)
      window.android.request = request
      scene.windows = [window]
    }
    let ours = decide(scene)
    var result = compare(ours, entry.to, scene, scenario.open)
    if entry.request == nil || entry.isLocked == nil || entry.sensor == nil {
      result = .open("the entry is not whole: cut off")
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

  /// Returns the row of the present rotation, which should stay when decided again.
  private static func now(_ shown: AndroidRotation, _ scenario: AndroidScenario) -> Row {
    let scene = scenario.scene
    let ours = decide(scene)
    let found = AndroidRuleSet.source(in: scene)
    let device = scene.device
    let user = device.userRotation.map { AndroidRotation($0, on: device.panel).rawValue }
    return Row(
      time: "now", place: "", from: shown, to: shown, source: found?.name ?? "nobody",
      request: found?.android.effectiveRequest, user: user.map { "locked \($0)" } ?? "free",
      sensor: device.orientation.edgeUp.map { "\(AndroidRotation($0.transform).rawValue)" }
        ?? "none",
      ours: ours, result: compare(ours, shown, scene, scenario.open))
  }

  /// Compares under every value that the dump leaves open.
  private static func compare(
    _ ours: AndroidRotation, _ theirs: AndroidRotation, _ scene: Scene,
    _ open: [AndroidScenario.Open]
  ) -> Result {
    if ours == theirs { return .same }
    for question in open {
      for choice in question.choices {
        var other = scene
        choice.apply(&other)
        if decide(other) == theirs {
          return .open("the same if \(question.what) is \(choice.word)")
        }
      }
    }
    return .differs
  }
}

extension AndroidRuleSet {
  /// Returns the window whose request is decisive; nil if there is none.
  fileprivate static func source(in scene: Scene) -> Window? {
    var sink = TraceSink()
    _ = AndroidRuleSet().decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
    return sink.asked.last.flatMap { scene.window($0.window) }
  }
}

extension Device {
  /// Sets the orientation that the sensor proposes.
  mutating func hold(_ rotation: AndroidRotation) {
    guard let edge = PanelEdge(transform: rotation.transform) else { return }
    orientation = DeviceOrientation(edgeUp: edge)
    felt = orientation
  }
}
