// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Experiments
import Fixtures
import Formats
import Foundation
import Judging
import Orientation
import Scenarios
import Sensing

/// The tests of one peer, as a file below `Tests/Peers` describes them.
struct PeerTable {
  /// A test of the peer.
  struct Row {
    let test: String
    /// The set-up and the expected result.
    let says: String
    let proof: Proof
    /// The reason why our result differs; nil if it must agree.
    let differs: String?
  }

  /// How a row is shown.
  enum Proof {
    /// A scenario and the rotations that its display shows after each step.
    case play(Scenario, shown: [AndroidRotation?])
    /// Readings of a judge, each with the rotation that is reported by then.
    case judge(String, [(reading: Acceleration, rotation: AndroidRotation)])
    /// Angles of a hinge, and whether the device is a tablet after each.
    case folds([Fold])
    /// Two transforms, and the one that they give one after the other.
    case transforms([[Transform]])
    /// A test of ours: its target, its suite, and its function if one is named.
    case test(String)
    /// The reason why the test has no meaning here.
    case none(String)
  }

  /// An angle in degrees that a hinge has up to a time in milliseconds.
  struct Fold {
    let angle: Double
    let end: Int64
    let isTablet: Bool
    let isLidClosed: Bool
  }

  let peer: String
  let file: String
  let version: String
  let address: String
  let rows: [Row]

  /// The tables in the order of the page.
  static let names = [
    "chromium", "chromium-sensors", "android", "android-windows", "android-activities",
    "iio-sensor-proxy", "desktops", "mutter", "lomiri", "compositors",
  ]

  /// Reads the table of a name.
  init(named name: String) throws(InputError) {
    let path = "\(Statement.folder)/\(name).yaml"
    var map = try Document.load(path: path).root.map()
    peer = try map.require("peer").string()
    file = try map.require("file").string()
    version = try map.require("version").string()
    address = try map.require("address").string()
    let rules = try map.take("rules")?.string()
    var rows: [Row] = []
    for node in try map.require("tests").sequence() {
      var row = try node.map()
      let test = try row.require("test").string()
      let says = try row.require("says").string()
      let proof = try Self.proof(&row, test: test, rules: rules)
      rows.append(
        Row(test: test, says: says, proof: proof, differs: try row.take("differs")?.string()))
      try row.finish()
    }
    try map.finish()
    self.rows = rows
  }

  private static func proof(
    _ row: inout MapReader, test: String, rules: String?
  ) throws(InputError) -> Proof {
    if let reason = row.take("skip") { return .none(try reason.string()) }
    if let name = row.take("by") { return .test(try name.string()) }
    if let judge = row.take("judge") {
      let readings = try row.require("readings").sequence()
      let matrix = try row.take("matrix")?.string()
      let scale = try row.take("scale")?.double()
      var steps: [(reading: Acceleration, rotation: AndroidRotation)] = []
      for node in readings {
        let parts = try node.sequence(count: 4)
        let raw = SIMD3(
          try parts[0].double(), try parts[1].double(), try parts[2].double())
        steps.append((reading(raw, matrix, scale), try rotation(parts[3]) ?? .rotation0))
      }
      return .judge(try judge.string(), steps)
    }
    if let folds = row.take("folds") { return .folds(try folds.sequence(fold)) }
    if let rows = row.take("transforms") {
      return .transforms(
        try rows.sequence { (row) throws(InputError) in try row.sequence(transform) })
    }
    let text = try row.require("play").string()
    let named = try row.take("rules")?.string() ?? rules ?? "desktop"
    var shown: [AndroidRotation?] = []
    for node in try row.require("shown").sequence() { shown.append(try rotation(node)) }
    let scenario = try Scenario.parse("swivel: 1\nrules: \(named)\n\(text)", file: test)
    return .play(scenario, shown: shown)
  }

  private static func fold(_ node: Node) throws(InputError) -> Fold {
    let parts = try node.sequence()
    guard parts.count == 3 || parts.count == 4 else {
      throw node.error("a fold has an angle, a time, a mode and perhaps the word closed")
    }
    if parts.count == 4 { _ = try parts[3].oneOf(["closed"]) }
    return Fold(
      angle: try parts[0].double(), end: Int64(try parts[1].int()),
      isTablet: try parts[2].bool(), isLidClosed: parts.count == 4)
  }

  private static func transform(_ node: Node) throws(InputError) -> Transform {
    Transform.allCases[try node.int(in: 0...7)]
  }

  private static func rotation(_ node: Node) throws(InputError) -> AndroidRotation? {
    if node.isNull { return nil }
    return AndroidRotation.allCases[
      try node.oneOf(AndroidRotation.allCases.map { "\($0.rawValue)" })]
  }

  /// Returns a reading in thousandths of g; a raw one of iio-sensor-proxy has the opposite x and y.
  private static func reading(
    _ value: SIMD3<Double>, _ matrix: String?, _ scale: Double?
  ) -> Acceleration {
    var value = value
    if let matrix, let scale {
      let numbers = matrix.split(whereSeparator: { ", ;".contains($0) }).compactMap { Double($0) }
      let mounted = MountMatrix(elements: numbers)?(value) ?? value
      value = SIMD3(-mounted.x, -mounted.y, mounted.z) * (scale / 9.80665 * 1000)
    }
    func whole(_ number: Double) -> Int32 { Int32(number.rounded()) }
    return Acceleration(x: whole(value.x), y: whole(value.y), z: whole(value.z))
  }
}

extension PeerTable.Row {
  /// Returns the ways in which our result differs from the expected one; empty if it agrees.
  func differences() -> [String] {
    switch proof {
    case .none: return []
    case .test(let name): return Self.missing(name).map { [$0] } ?? []
    case .folds(let folds): return Self.differences(folding: folds)
    case .transforms(let rows):
      return rows.filter { $0[0].followed(by: $0[1]) != $0[2] }.map { "\($0)" }
    case .play(let scenario, let shown):
      let steps = Simulation(scenario).steps
      var found: [String] = []
      if steps.count != shown.count { found.append("\(steps.count) steps, not \(shown.count)") }
      for (number, (step, wanted)) in zip(steps, shown).enumerated() {
        let scene = step.verdict.after
        let rotation = AndroidRotation(scene.statusBar.orientation, on: scene.device.panel)
        if let wanted, rotation != wanted {
          found.append("step \(number) shows \(rotation.rawValue), not \(wanted.rawValue)")
        }
      }
      return found
    case .judge(let name, let steps):
      guard var judge = Judges.make(name, sampling: .everyReading) else { return ["no \(name)"] }
      var found: [String] = []
      for (number, step) in steps.enumerated() {
        _ = judge.judge(step.reading, at: Instant(milliseconds: Int64(number) * 100))
        let rotation = judge.current.edgeUp.map { AndroidRotation($0.transform) }
        if rotation != step.rotation {
          let word = rotation.map { "\($0.rawValue)" } ?? "nothing"
          found.append("reading \(number) gives \(word), not \(step.rotation.rawValue)")
        }
      }
      return found
    }
  }

  /// Folds a hinge whose base is level, with ten readings a second.
  private static func differences(folding folds: [PeerTable.Fold]) -> [String] {
    func half(at angle: Double) -> Acceleration {
      let across = (angle - 90) * .pi / 180
      func axis(_ value: Double) -> Int32 { Int32((value * 1000).rounded()) }
      return Acceleration(x: 0, y: axis(cos(across)), z: axis(sin(across)))
    }
    var judge = HingeJudge()
    var now = Int64(0)
    var found: [String] = []
    for fold in folds {
      judge.isLidClosed = fold.isLidClosed
      let reading = HingeReading.halves(base: half(at: 0), display: half(at: fold.angle))
      while now < fold.end {
        _ = judge.judge(reading, at: Instant(milliseconds: now))
        now += 100
      }
      if (judge.posture == .tablet) != fold.isTablet {
        let posture = judge.posture?.rawValue ?? "nothing"
        found.append("\(fold.angle) degrees until \(fold.end) ms are \(posture)")
      }
    }
    return found
  }

  /// Returns the problem if a test of ours is not there.
  private static func missing(_ name: String) -> String? {
    let parts = name.split(separator: "/").map(String.init)
    guard parts.count == 2 || parts.count == 3 else { return "\(name) is no test's name" }
    let tests = ExampleFiles.root.appending(path: "Tests")
    let files = FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)
    for case let file as URL in files?.allObjects ?? [] {
      guard file.pathExtension == "swift", file.path.contains("/\(parts[0])/"),
        let text = try? String(contentsOf: file, encoding: .utf8),
        text.contains("struct \(parts[1])") || text.contains("class \(parts[1])")
      else { continue }
      if parts.count == 2 || text.contains("func \(parts[2])(") { return nil }
    }
    return "there is no test \(name)"
  }

  /// Whether a test of ours shows the row.
  var isShownByATest: Bool {
    if case .test = proof { true } else { false }
  }

  /// The words of the page for the way in which the row is shown.
  var shownBy: String {
    switch proof {
    case .play: "a scenario"
    case .judge(let name, _): "the judge `\(name)`"
    case .folds: "the judge of hinges"
    case .transforms: "the composition of transforms"
    case .test(let name): "`\(name)`"
    case .none: "-"
    }
  }

  /// The word of the page for the result, with its reason.
  var result: String {
    if case .none(let reason) = proof { return "no meaning here: \(reason)" }
    return differs.map { "differs: \($0)" } ?? "agrees"
  }
}
