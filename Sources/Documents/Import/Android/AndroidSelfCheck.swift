// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import Orientation

/// What a device did, decided again by the rule set android and compared.
///
/// Every entry of RotationHistory and the rotation shown now are a row. An entry holds what was asked
/// for, by whom, the user's setting and the sensor; lid, dock and the like are taken as they are now.
struct AndroidSelfCheck {
  /// How a row came out.
  enum Result: Equatable {
    case same
    case differs
    /// It depends on what the dump does not say; in words.
    case open(String)

    var word: String {
      switch self {
      case .same: "same"
      case .differs: "differs"
      case .open: "open"
      }
    }
  }

  /// One decision of the device and ours.
  struct Row {
    /// When, as the device wrote it; `now` for what is shown.
    let time: String
    /// Where the dump says it.
    let place: String
    let from: AndroidRotation
    let to: AndroidRotation
    /// Whose request counted.
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

  /// Whether our rules decide one of them otherwise, whatever the dump leaves open.
  var differs: Bool { rows.contains { $0.result == .differs } }

  /// What the rule set android makes of a scene.
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
    // A display that takes the user's rotation takes it locked or not (AN-1, AN-2).
    let settings = scene.device.android
    let takesIt = settings.isFixedToUserRotation || !settings.isDefaultDisplay
    let isLocked = entry.isLocked == true || takesIt
    scene.device.userRotation =
      isLocked ? (entry.user ?? .rotation0).orientation(on: scene.device.panel) : nil
    if let request = entry.request, request != .unset {
      // No window of the present has its number, so what is open of those does not touch it.
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

  /// Asked again, the device would stay as it is.
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
  /// The window whose request counts; nil if none does.
  fileprivate static func source(in scene: Scene) -> Window? {
    var sink = TraceSink()
    _ = AndroidRuleSet().decide(.reconsider, in: scene, answers: Answers(), sink: &sink)
    return sink.asked.last.flatMap { scene.window($0.window) }
  }
}

extension Device {
  /// Puts what the sensor proposes.
  mutating func hold(_ rotation: AndroidRotation) {
    guard let edge = PanelEdge(transform: rotation.transform) else { return }
    orientation = DeviceOrientation(edgeUp: edge)
    felt = orientation
  }
}
