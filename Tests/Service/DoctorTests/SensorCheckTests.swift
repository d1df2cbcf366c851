// SPDX-License-Identifier: Apache-2.0
import Control
import Fixtures
import Sensors
import Testing

@testable import Doctor

/// The findings about accelerometers as sysfs describes them.
@Suite struct SensorCheckTests {
  private static func findings(
    _ attributes: [String: String], proxy: ProxyFacts = ProxyFacts()
  ) throws -> [Finding] {
    let scratch = ScratchFolder()
    try scratch.addAccelerometer(0, attributes)
    let facts = Facts(sensors: SensorFacts(AccelerometerSearch(in: scratch.tree)), proxy: proxy)
    return Checks.report(facts).findings
  }

  @Test(arguments: [
    ("1, 0, 0; 0, 1, 0; 0, 0, 1", ["matrix-identity"]),
    ("0, -1, 0; 1, 0, 0; 0, 0, 1", ["matrix-rotation", "matrix-asymmetric"]),
    ("-1, 0, 0; 0, -1, 0; 0, 0, 1", ["matrix-rotation"]),
    ("0, 1, 0; 1, 0, 0; 0, 0, 1", ["matrix-reflection"]),
    ("1, 0, 0; 0, 1, 0; 0, 0, -1", ["matrix-reflection"]),
    ("1, 0, 0; 0, 1, 0; 1, 0, 0", ["matrix-singular"]),
    ("2, 0, 0; 0, 2, 0; 0, 0, 2", ["matrix-rotation", "matrix-stretches"]),
    ("1e-300,0,0;0,1,0;0,0,1", ["matrix-singular"]),
    ("garbage", ["matrix-unreadable"]), ("nan,0,0;0,1,0;0,0,1", ["matrix-unreadable"]),
    ("1,0,0;0,1,0;0,0,1e9", ["matrix-unreadable"]), ("0,0,0;0,1,0;0,0,1", ["matrix-unreadable"]),
  ])
  func mountMatricesAreClassified(text: String, ids: [String]) throws {
    let findings = try Self.findings(["in_accel_mount_matrix": text])
      .filter { $0.id.hasPrefix("matrix") }
    #expect(findings.map(\.id) == ids)
    let isBad = ids.contains("matrix-singular") || ids.contains("matrix-unreadable")
    #expect(findings.contains { $0.severity == .problem } == isBad)
  }

  @Test func reflectionsInThePlaneAreFine() throws {
    let inPlane = try Self.findings(["mount_matrix": "-1, 0, 0; 0, 1, 0; 0, 0, 1"])
    #expect(inPlane.first { $0.id == "matrix-reflection" }?.severity == .ok)
    let other = try Self.findings(["mount_matrix": "1, 0, 0; 0, 0, 1; 0, 1, 0"])
    #expect(other.first { $0.id == "matrix-reflection" }?.severity == .note)
  }

  @Test func theHintForAnAsymmetricMatrixIsItsTranspose() throws {
    let findings = try Self.findings(["mount_matrix": "0, -1, 0; 1, 0, 0; 0, 0, 1"])
    let hint = try #require(findings.first { $0.id == "matrix-asymmetric" })
    #expect(hint.meaning.hasSuffix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
  }

  private static func probed(_ attributes: [String: String]) throws -> [Finding] {
    let scratch = ScratchFolder()
    try scratch.addAccelerometer(0, attributes)
    let search = AccelerometerSearch(in: scratch.tree)
    var facts = SensorFacts(search)
    facts.readings = search.best.flatMap(AccelerometerProbe.init)
    return Checks.report(Facts(sensors: facts)).findings
  }

  @Test func readingsThatCannotBeUsedAreCounted() throws {
    let bad = try #require(
      Self.probed(["in_accel_z_raw": "nan"]).first { $0.id == "sensor-faults" })
    #expect(bad.severity == .problem)
    #expect(bad.found == "25 of 25 readings cannot be used: a value is not a number (25)")
    #expect(bad.meaning.contains("nothing can turn"))
    let zero = try Self.probed(["in_accel_y_raw": "0"])
    #expect(zero.first { $0.id == "sensor-faults" }?.found.contains("all three values") == true)
    let frozen = try Self.probed([:])
    #expect(frozen.first { $0.id == "sensor-frozen" }?.severity == .note)
    #expect(!(try Self.findings([:])).contains { $0.id.hasPrefix("sensor-readings") })
    var facts = Facts()
    facts.sensors.best = "/d"
    facts.sensors.readings = AccelerometerProbe(counts: ReadingCounts(), isFrozen: false)
    #expect(Checks.report(facts).findings.contains { $0.id == "sensor-readings" })
  }

  @Test func theSourceThatAutoSelectsIsReported() throws {
    let own = try Self.findings([:])
    #expect(own.first { $0.id == "source-auto" }?.found.contains("from sysfs") == true)
    #expect(own.first { $0.id == "sensor-found" }?.found.contains("scale 0.009806") == true)
    let has = ProxyFacts(isRunning: true, hasAccelerometer: true, claim: .reported("normal"))
    let proxy = try Self.findings([:], proxy: has)
    #expect(proxy.first { $0.id == "source-auto" }?.found == "auto takes iio-sensor-proxy")
    let without = try Self.findings(
      [:], proxy: ProxyFacts(isRunning: true, hasAccelerometer: false))
    #expect(without.first { $0.id == "proxy-no-accelerometer" }?.severity == .problem)
  }

  @Test func theKeyboardsSensorIsNotUsedForTheScreen() throws {
    let findings = try Self.findings(["label": "accel-base"])
    #expect(findings.contains { $0.id == "sensor-base" })
    let none = try #require(findings.first { $0.id == "sensor-none" })
    #expect(none.severity == .problem && none.meaning.contains("keyboard's half"))
    #expect(try Self.findings(["in_accel_z_raw": "-"]).contains { $0.id == "sensor-incomplete" })
  }

  @Test(arguments: ["", "nan", "0", "1e300", "0,0098", "\u{1b}[31m", "-"])
  func aBadScaleIsANoteOnly(scale: String) throws {
    let findings = try Self.findings(["in_accel_scale": scale, "name": "\u{1b}[31mred\0"])
    #expect(findings.contains { $0.id == "sensor-attribute" && $0.severity == .note })
    #expect(!DoctorReport(findings).text().contains("\u{1b}"))
  }

  @Test func withoutASensorTheSearchedPathsAreReported() throws {
    let sensors = SensorFacts(AccelerometerSearch(in: ScratchFolder().tree))
    let findings = Checks.report(Facts(sensors: sensors)).findings
    let none = try #require(findings.first { $0.id == "sensor-none" })
    #expect(none.place.contains("/sys/bus/iio/devices") && none.place.contains("/sys/class/iio"))
  }

  /// The sensor of the running daemon, and what is found about it beside that of `--sensor auto`.
  @Test func theSensorOfTheRunningDaemonCounts() throws {
    func findings(_ daemon: DaemonSensor, hasSensor: Bool = false) throws -> [Finding] {
      let scratch = ScratchFolder()
      if hasSensor { try scratch.addAccelerometer(0, [:]) }
      let sensors = SensorFacts(AccelerometerSearch(in: scratch.tree))
      return Checks.report(Facts(sensors: sensors, daemon: daemon)).findings.filter {
        ["sensor-none", "sensor-daemon", "source-auto"].contains($0.id)
      }
    }
    let fake = DaemonSensor(process: 7, option: "iio:/fake", device: "iio: fake (none)")
    let own = try findings(fake)
    #expect(own.map(\.id) == ["sensor-daemon"] && own.map(\.severity) == [.ok])
    #expect(own.first?.found == "the running daemon reads iio: fake (none)")
    #expect(
      own.first?.meaning
        == "the daemon was started with --sensor iio:/fake; without that option it would find no accelerometer"
    )
    #expect(try findings(fake, hasSensor: true).map(\.id) == ["sensor-daemon", "source-auto"])
    let replay = DaemonSensor(process: 7, option: "replay:a.csv", isReading: true)
    #expect(try findings(replay).first?.found == "the running daemon reads replay:a.csv")
    // A daemon whose sensor rests since its start does not know the sensor yet.
    #expect(try findings(DaemonSensor(process: 7)).map(\.id) == ["sensor-none"])
    let lost = "no sensor is there: nothing"
    #expect(try findings(DaemonSensor(process: 7, trouble: lost)).map(\.id) == ["sensor-none"])
    for option in ["auto", "iio:/fake"] {
      let broken = DaemonSensor(process: 7, option: option, device: "x", trouble: lost)
      let found = try findings(broken, hasSensor: true)
      #expect(found.map(\.severity) == [.problem, .ok], "\(option)")
      #expect(found.first?.found == "the running daemon reports: \(lost)")
    }
  }

  /// An accelerometer of the input subsystem: the screen's, an unreadable one, and a gamepad's.
  @Test func inputAccelerometersAreFound() throws {
    let scratch = ScratchFolder()
    for (number, bus) in [(5, "0018"), (6, "0003")] {
      let device = "/sys/class/input/event\(number)/device"
      try scratch.write("Motion \(number)\n", to: "\(device)/name")
      try scratch.write("40\n", to: "\(device)/properties")
      try scratch.write("3f\n", to: "\(device)/capabilities/abs")
      try scratch.write("\(bus)\n", to: "\(device)/id/bustype")
    }
    var sensors = SensorFacts()
    sensors.inputs = InputAccelerometer.all(in: scratch.tree)
    func findings() -> [Finding] { Checks.report(Facts(sensors: sensors)).findings }
    let denied = findings().filter { $0.id == "sensor-input" }
    #expect(denied.map(\.severity) == [.note, .note])
    #expect(denied.first?.remedy.first?.contains("TAG+=\"uaccess\"") == true)
    #expect(denied.last?.remedy.first?.hasSuffix("/dev/input/event6") == true)
    #expect(findings().contains { $0.id == "sensor-none" })
    sensors.readableInputs = Set(sensors.inputs.map(\.node))
    let allowed = findings()
    #expect(allowed.first { $0.id == "sensor-input" }?.severity == .ok)
    #expect(allowed.first { $0.id == "source-auto" }?.found == "auto reads Motion 5")
    #expect(!allowed.contains { $0.id == "sensor-none" })
  }
}
