// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Fixtures
import Orientation
import Sensing
import Sensors
import Testing

@testable import Doctor

/// Which of mount matrix, the kernel's `panel orientation` and the compositor disagrees.
@Suite struct PanelCheckTests {
  private static func facts(
    sensor: PanelEdge?, property: PanelEdge?, picture: Transform, tabletMode: Bool? = false,
    process: String = "sway", failures: [String] = []
  ) -> Facts {
    var output = DesktopOutput(name: "eDP-1")
    (output.enabled, output.transform) = (true, picture)
    var facts = Facts()
    facts.compositor.outputs = [output]
    var counts = ReadingCounts()
    counts.countGood()
    facts.sensors.readings = AccelerometerProbe(counts: counts, isFrozen: false, edge: sensor)
    let mounts = property.map { ["eDP-1": PanelMounts.Mount(top: $0, origin: .property)] } ?? [:]
    facts.panels = PanelFacts(
      mounts: PanelMounts(mounts, failures: failures), frames: .row(process: process),
      tabletMode: tabletMode)
    return facts
  }

  private static func found(_ facts: Facts) -> [Finding] {
    Checks.report(facts).findings.filter { $0.id.hasPrefix("panel") }
  }

  @Test(arguments: [
    (PanelEdge.right, PanelEdge.right, Transform.rotated270, "panel-agrees", Severity.ok),
    (.top, .right, .rotated270, "panel-matrix", .problem),
    (.right, .right, .normal, "panel-compositor", .problem),
    (.right, .top, .rotated270, "panel-property", .problem),
    (.left, .right, .normal, "panel-differs", .problem),
    (.top, .top, .normal, "panel-agrees", .ok),
    (.left, .top, .normal, "panel-matrix", .problem),
  ])
  func theOneThatDisagreesIsNamed(
    sensor: PanelEdge, property: PanelEdge, picture: Transform, id: String, severity: Severity
  ) throws {
    let findings = Self.found(Self.facts(sensor: sensor, property: property, picture: picture))
    #expect(findings.map(\.id) == ["panel-mounted", id])
    let finding = try #require(findings.last)
    #expect(finding.severity == severity && finding.place == "eDP-1")
    for edge in [sensor, property] { #expect(finding.found.contains("\(edge)")) }
  }

  /// Without a switch the device may be held in any way.
  @Test func withoutATabletModeSwitchADisagreementIsANote() {
    let turned = Self.found(
      Self.facts(sensor: .top, property: .right, picture: .rotated270, tabletMode: nil))
    #expect(turned.map(\.severity) == [.ok, .note])
    #expect(turned.last?.meaning.hasPrefix("if the device stands") == true)
    let straight = Self.found(
      Self.facts(sensor: .left, property: .top, picture: .normal, tabletMode: nil))
    #expect(straight.map(\.id) == ["panel-mounted"])
    let flat = Self.found(Self.facts(sensor: nil, property: .right, picture: .normal))
    #expect(flat.map(\.id) == ["panel-mounted"])
    let mirrored = Self.found(Self.facts(sensor: .top, property: .right, picture: .flipped))
    #expect(mirrored.map(\.id) == ["panel-mounted"])
    #expect(Self.found(Self.facts(sensor: .left, property: nil, picture: .normal)).isEmpty)
  }

  /// GNOME shows such a panel as scanned out after tablet mode, and other programs' transforms stay.
  @Test func theResetOfATurnedPanelIsANoteOnGNOME() {
    func ids(_ process: String, _ property: PanelEdge, overrules: Bool = false) -> [String] {
      var facts = Self.facts(
        sensor: nil, property: property, picture: .normal, process: process)
      if overrules { facts.configuration.configuration.otherWriters = .overrule }
      return Self.found(facts).map(\.id)
    }
    #expect(ids("gnome-shell", .right) == ["panel-mounted", "panel-reset"])
    #expect(ids("gnome-shell", .right, overrules: true) == ["panel-mounted"])
    #expect(ids("gnome-shell", .top) == ["panel-mounted"])
    #expect(ids("niri", .right) == ["panel-mounted"])
  }

  @Test func anUnreadableCardIsAProblemWhereTransformsAreConverted() throws {
    let denied = ["/dev/dri/card0: Permission denied"]
    for (process, severity) in [
      ("gnome-shell", Severity.problem), ("niri", .problem), ("sway", .note),
    ] {
      let findings = Self.found(
        Self.facts(
          sensor: nil, property: nil, picture: .normal, process: process, failures: denied))
      #expect(findings.map(\.id) == ["panel-unread"])
      #expect(findings.first?.severity == severity)
      #expect(findings.first?.found.contains("/dev/dri/card0") == true)
    }
    let habit = Self.found(
      Self.facts(sensor: nil, property: .right, picture: .normal, process: "niri"))
    #expect(habit.first?.meaning.contains("niri from 25.11 adds it") == true)
  }

  /// The edge that is up is that of the panel, after the mount matrix.
  @Test(arguments: [
    ("0", "-1000", PanelEdge?.some(.top)), ("1000", "0", .left), ("0", "1000", .bottom),
    ("-1000", "0", .right), ("700", "700", nil), ("0", "0", nil),
  ])
  func theEdgeOfAProbeIsThatOfItsReadings(x: String, y: String, edge: PanelEdge?) throws {
    let scratch = ScratchFolder()
    try scratch.addAccelerometer(
      0, ["in_accel_x_raw": x, "in_accel_y_raw": y, "in_accel_z_raw": "300"])
    let device = try #require(AccelerometerSearch(in: scratch.tree).best)
    #expect(try #require(AccelerometerProbe(device)).edge == edge)
  }

  /// The service's report counts if the accelerometer gives no reading, not if its readings lie flat.
  @Test(arguments: [true, false]) func theServiceReportsForASensorWithoutReadings(isFlat: Bool) {
    var facts = Self.facts(sensor: nil, property: .right, picture: .rotated270)
    facts.proxy.claim = .reported("right-up")
    if !isFlat {
      var counts = ReadingCounts()
      counts.count(.unreadable)
      facts.sensors.readings = AccelerometerProbe(counts: counts, isFrozen: false)
    }
    #expect(Self.found(facts).contains { $0.id == "panel-agrees" } == !isFlat)
  }
}
