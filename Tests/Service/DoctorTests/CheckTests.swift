// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Formats
import Orientation
import Sensors
import Testing
import Text

@testable import Doctor

/// The checks that need no sensor: facts in, findings out.
@Suite struct CheckTests {
  private static func ids(_ facts: Facts) -> [String] {
    Checks.report(facts).findings.map(\.id)
  }

  private static func finding(_ id: String, _ facts: Facts) throws -> Finding {
    try #require(Checks.report(facts).findings.first { $0.id == id })
  }

  @Test(arguments: [
    (ProxyFacts.Claim.reported("left-up"), "proxy-works", Severity.ok),
    (.reported("sideways\u{1b}[31m"), "proxy-unknown-word", .problem),
    (.silent(.milliseconds(2000)), "proxy-silent", .problem),
    (.denied("Not Authorized"), "proxy-denied", .problem),
    (.unanswered(.milliseconds(5000)), "proxy-unanswered", .problem),
    (.failed("x"), "proxy-failed", .problem),
    (.notTried, "proxy-not-tried", .note),
  ])
  func everyOutcomeOfAProxyClaimHasItsFinding(
    claim: ProxyFacts.Claim, id: String, severity: Severity
  ) throws {
    let facts = Facts(
      proxy: ProxyFacts(isRunning: true, hasAccelerometer: true, knowsTilt: true, claim: claim))
    let finding = try Self.finding(id, facts)
    #expect(finding.severity == severity)
    #expect(!finding.found.contains("\u{1b}"))
    #expect(try Self.finding("source-auto", facts).found == "auto takes iio-sensor-proxy")
    #expect(!Self.ids(facts).contains("proxy-old"))
  }

  @Test func everyProxyStateHasItsFinding() throws {
    var facts = Facts(proxy: ProxyFacts(isRunning: true, hasAccelerometer: true))
    #expect(try Self.finding("proxy-old", facts).severity == .note)
    facts.proxy.isRunning = false
    facts.proxy.isActivatable = true
    #expect(try Self.finding("proxy-absent", facts).remedy == ["systemctl start iio-sensor-proxy"])
    facts.proxy.isActivatable = false
    let remedy = try Self.finding("proxy-absent", facts).remedy
    #expect(remedy.first?.contains("iio-sensor-proxy") == true)
    facts.proxy = ProxyFacts(isRunning: true, hasAccelerometer: false)
    #expect(try Self.finding("proxy-no-accelerometer", facts).severity == .note)
    facts.proxy = ProxyFacts(busFailure: "no bus")
    #expect(try Self.finding("proxy-no-bus", facts).found.contains("no bus"))
  }

  @Test func otherProgramsThatRotateTheScreenAreNamed() throws {
    var facts = Facts(
      arbiters: ArbiterFacts(
        processes: [.init(id: 7, name: "rot8"), .init(id: 8, name: RotatingProcess.ownName)],
        hasKWin: true, mutterManagesOrientation: true, busFailure: "no bus"))
    let found = Self.ids(facts).filter { $0.hasPrefix("arbiter") }
    #expect(
      found == ["arbiter-process", "arbiter-kwin-unknown", "arbiter-mutter", "arbiter-unknown"])
    #expect(try Self.finding("arbiter-process", facts).place == "process 7")
    // One swivel process is right, two are one too many.
    facts.arbiters = ArbiterFacts(processes: [.init(id: 8, name: RotatingProcess.ownName)])
    #expect(Self.ids(facts).contains("arbiter-none"))
    facts.arbiters.processes.append(.init(id: 9, name: RotatingProcess.ownName))
    #expect(Self.ids(facts).count { $0 == "arbiter-process" } == 2)
    // The daemon that serves this session is not the one to be ended.
    facts.arbiters.daemon = 8
    #expect(Self.ids(facts).count { $0 == "arbiter-process" } == 1)
    #expect(try Self.finding("arbiter-process", facts).place == "process 9")
    facts.arbiters = ArbiterFacts(mutterManagesOrientation: false)
    #expect(Self.ids(facts).contains("arbiter-none"))
    // A script may read its lines, or the user only looks at them.
    facts.arbiters.processes = [.init(id: 3, name: RotatingProcess.printerName)]
    let script = try Self.finding("arbiter-script", facts)
    #expect(script.severity == .note && script.remedy.contains { $0.contains("a script") })
    #expect(!Self.ids(facts).contains("arbiter-none"))
    // Under another compositor, the bus need not be asked about KWin and Mutter.
    facts.arbiters = ArbiterFacts(busFailure: "no bus")
    #expect(Self.ids(facts).contains("arbiter-unknown"))
    facts.compositor.globals["zwlr_output_manager_v1"] = 4
    #expect(!Self.ids(facts).contains("arbiter-unknown"))
    #expect(Self.ids(facts).contains("arbiter-none"))
  }

  @Test func withoutASessionTheCauseReplacesItsConsequences() throws {
    let facts = Facts(
      arbiters: ArbiterFacts(processes: [.init(id: 7, name: "rot8")], busFailure: "no session bus"),
      compositor: CompositorFacts(failure: "XDG_RUNTIME_DIR is not set"))
    let found = Self.ids(facts)
    #expect(found.first == "session-none")
    #expect(found.contains("sensor-none") && found.contains("arbiter-process"))
    #expect(!found.contains { ["arbiter-unknown", "touch-unknown", "output-none"].contains($0) })
    #expect(try Self.finding("session-none", facts).meaning.contains("only be examined inside"))
  }

  @Test func namesOfTouchScreensThatAreNotThereAreReported() throws {
    var facts = Facts(
      touch: TouchFacts(screens: [TouchScreen(name: "ELAN 1")], devices: ["ELAN 1", "Power"]))
    facts.configuration.configuration = try Configuration.parse(
      "outputs: [{match: eDP-1, policy: auto, touch: [ELAN 1]}]", file: "c")
    #expect(!Self.ids(facts).contains("touch-misnamed"))
    facts.configuration.configuration = try Configuration.parse(
      "outputs: [{match: eDP-1, policy: auto, touch: [ELAM 1]}]", file: "c")
    let finding = try Self.finding("touch-misnamed", facts)
    #expect(finding.found.contains("outputs[0].touch"))
    #expect(
      finding.found.contains(
        "\"ELAM 1\", which no touch screen has; valid here: ELAN 1; did you mean \"ELAN 1\"?"))
    // Without a list of devices no name is known to be wrong.
    facts.touch.devices = []
    #expect(!Self.ids(facts).contains("touch-misnamed"))
  }

  @Test func programsOfHooksThatDoNotExistAreReported() throws {
    var facts = Facts()
    let configuration = try Configuration.parse(
      "hooks: {before: [sh, -c, \"true\"], tablet-mode: [\"~/bin/turn\"], lock: [no-such-program]}",
      file: "c")
    facts.configuration.missingPrograms = configuration.missingPrograms(in: "/bin:/usr/bin")
    let found = Checks.report(facts).findings.filter { $0.id == "hook-missing" }.map(\.found)
    #expect(found.count == 2 && !Self.ids(facts).contains("config-fine"))
    #expect(
      found.first
        == "a program in hooks.tablet-mode that does not exist, since no shell expands ~: "
        + "\"~/bin/turn\"; write the whole path")
    #expect(
      found.last == "a program in hooks.lock that is not in PATH: \"no-such-program\"; PATH is "
        + "/bin:/usr/bin")
  }

  private static let complete: [String: UInt32] = [
    "zwlr_output_manager_v1": 4, "zwlr_foreign_toplevel_manager_v1": 3, "zwlr_layer_shell_v1": 4,
    "zxdg_output_manager_v1": 3,
  ]

  @Test func missingCompositorProtocolsAreReported() throws {
    var facts = Facts(compositor: CompositorFacts(globals: Self.complete))
    #expect(Self.ids(facts).contains("compositor-complete"))
    facts.compositor.globals["zwlr_output_manager_v1"] = 2
    #expect(try Self.finding("compositor-outputs-old", facts).severity == .note)
    facts.compositor.globals = [:]
    let found = Self.ids(facts).filter { $0.hasPrefix("compositor") }
    #expect(
      found == [
        "compositor-outputs", "compositor-windows", "compositor-layers", "compositor-layout",
      ])
    #expect(try Self.finding("compositor-outputs", facts).severity == .problem)
    facts.arbiters.hasKWin = true
    let kwin = try Self.finding("compositor-windows", facts)
    #expect(kwin.remedy.first?.contains("io.github.swivel.Swivel.desktop") == true)
    facts.compositor.globals["org_kde_plasma_window_management"] = 16
    #expect(!Self.ids(facts).contains("compositor-windows"))
    facts.compositor.failure = "no socket"
    #expect(Self.ids(facts).contains("session-none"))
    #expect(!Self.ids(facts).contains("output-none"))
  }

  @Test func knownAndUnknownWindowFactsAreReportedBySession() throws {
    var facts = Facts(compositor: CompositorFacts(globals: Self.complete))
    facts.windows = .row(process: "sway", by: .sway)
    let known = try Self.finding("compositor-windows-known", facts)
    #expect(known.severity == .ok && known.place == "sway")
    #expect(
      known.found == "sway's tree reports windows: app id, focus, full screen, minimised, hidden, "
        + "workspace, output")
    #expect(Self.ids(facts).contains("compositor-complete"))
    facts.windows = .row(process: "labwc", by: .wlr)
    let partly = try Self.finding("compositor-windows-hidden", facts)
    #expect(partly.severity == .note && partly.found.hasSuffix("; not hidden, workspace"))
    #expect(Checks.report(facts).json["windows"]?["unknown"] == ["hidden", "workspace"])
    facts.windows = .row(process: "nobody knows it", by: .toplevelList)
    #expect(
      try Self.finding("compositor-windows-hidden", facts).meaning
        .contains("the focus is not reported")
    )
    facts.windows = .row(process: "kwin_wayland", by: nil)
    #expect(
      try Self.finding("compositor-windows", facts).remedy.first?
        .contains("io.github.swivel.Swivel.desktop") == true)
    #expect(!Self.ids(facts).contains("compositor-windows-hidden"))
  }

  @Test func otherOutputProtocolsAreRecognised() throws {
    var facts = Facts(
      compositor: CompositorFacts(
        globals: ["kde_output_management_v2": 2], autoRotation: ["eDP-1": .inTabletMode]))
    #expect(try Self.finding("compositor-outputs-other", facts).found.contains("kde_"))
    #expect(try Self.finding("arbiter-kwin", facts).severity == .problem)
    // From version 5 on `swivel run` switches that off by itself.
    facts.compositor.globals = ["kde_output_management_v2": 5]
    #expect(try Self.finding("arbiter-kwin", facts).severity == .ok)
    facts.compositor.autoRotation = ["eDP-1": .never]
    #expect(Self.ids(facts).contains("arbiter-none"))
    facts.compositor.globals = [:]
    #expect(Self.ids(facts).contains("compositor-outputs"))
    facts.arbiters.mutterManagesOrientation = false
    #expect(try Self.finding("compositor-outputs-other", facts).found.contains("Mutter"))
  }

  @Test func rotatingOutputsAndTheirTransformWordsAreReported() throws {
    var panel = DesktopOutput(name: "eDP-1")
    panel.enabled = true
    panel.transform = .rotated90
    var screen = DesktopOutput(name: "HDMI-A-1\u{1b}]0;x")
    screen.enabled = true
    screen.transform = .flipped
    var facts = Facts(
      compositor: CompositorFacts(globals: Self.complete, outputs: [panel, screen]),
      sway: .answers(devices: [], configuration: nil))
    #expect(try Self.finding("output-turns", facts).found == "with the device turn: eDP-1")
    let words = Checks.report(facts).findings.filter { $0.id == "transform-words" }
    #expect(
      words.map(\.found) == [
        "wayland, wlr-randr: 90; sway: 270; kscreen-doctor: left; xrandr: left",
        "wayland, wlr-randr: flipped; sway: flipped; kscreen-doctor: no word; xrandr: no word",
      ])
    #expect(words[0].meaning.contains("left edge"))
    #expect(!words[1].place.contains("\u{1b}"))
    #expect(Self.ids(facts).contains("transform-sway"))
    facts.compositor.outputs = [screen]
    #expect(try Self.finding("output-none", facts).meaning.contains("HDMI-A-1"))
    facts.configuration.configuration.turningOutputs = [screen.name]
    #expect(Self.ids(facts).contains("output-turns"))
  }

  @Test func touchFindingsFollowSwaysAnswers() throws {
    var facts = Facts()
    #expect(try Self.finding("touch-unknown", facts).severity == .note)
    // What these do is known from their sources.
    var panel = DesktopOutput(name: "eDP-1")
    panel.enabled = true
    facts.compositor.outputs = [panel]
    facts.windows = .row(process: "niri", by: nil)
    #expect(try Self.finding("touch-niri", facts).remedy[0].contains("map-to-output \"eDP-1\""))
    facts.windows = .row(process: "cosmic-comp", by: nil)
    #expect(try Self.finding("touch-cosmic", facts).severity == .ok)
    (facts.windows, facts.compositor.outputs) = (nil, [])
    facts.sway = .silent("no answer")
    #expect(try Self.finding("touch-unknown", facts).found.contains("no answer"))
    facts.sway = .answers(devices: [], configuration: nil)
    #expect(Self.ids(facts).contains("touch-none"))
    let device = SwayFacts.TouchDevice(identifier: "1:2:Touch", isCalibrated: true)
    let comment = "# input * map_to_output eDP-1"
    facts.sway = .answers(devices: [device], configuration: comment)
    #expect(try Self.finding("touch-unmapped", facts).severity == .problem)
    #expect(Self.ids(facts).contains("touch-calibrated"))
    facts.sway = .answers(devices: [device], configuration: nil)
    #expect(try Self.finding("touch-unmapped", facts).severity == .note)
    facts.sway = .answers(devices: [device], configuration: "input * map_to_output eDP-1")
    #expect(Self.ids(facts).contains("touch-mapped"))
    facts.sway = .answers(devices: [device], configuration: comment)
    facts.compositor.outputs = [DesktopOutput(name: "eDP-1")]
    #expect(try Self.finding("touch-mapped", facts).found.contains("by itself"))
    #expect(try Self.finding("touch-mapped", facts).meaning.contains("eDP-1 is off"))
    facts.compositor.outputs[0].enabled = true
    #expect(try Self.finding("touch-mapped", facts).meaning.contains("exactly one"))
    facts.compositor.outputs = []
    #expect(try Self.finding("touch-unmapped", facts).meaning.hasPrefix("no output is a built-in"))
  }

  @Test func malformedSwayInputsAreReadSafely() throws {
    let json = try JSONValue.parse(
      """
      [{"identifier": "1:2:T", "type": "touch", "libinput": {"calibration_matrix": [0,-1,1,1,0,0]}},
       {"identifier": 5, "type": "tablet_tool", "libinput": {"calibration_matrix": [1,0,0,0,1,0]}},
       {"type": "pointer"}, {}, 3, null, {"type": "touch", "libinput": {"calibration_matrix": "x"}}]
      """, file: "t")
    let devices = SwayExamination.touchDevices(in: json)
    #expect(devices.map(\.identifier) == ["1:2:T", "unnamed", "unnamed"])
    #expect(devices.map(\.isCalibrated) == [true, false, false])
    #expect(SwayExamination.touchDevices(in: .null).isEmpty)
  }

  @Test func aMistakeInTheConfigurationIsAProblem() throws {
    let facts = Facts(
      configuration: ConfigurationFacts(path: "/c.yaml", exists: true, failure: "c.yaml:1:1: x"))
    #expect(try Self.finding("config-wrong", facts).severity == .problem)
    #expect(Self.ids(Facts()).contains("config-fine"))
  }

  @Test func aReportListsProblemsFirstAndCountsThem() {
    let report = DoctorReport([
      Finding("a", .ok, "fine"), Finding("b", .problem, "bad\nline", remedy: ["do"]),
    ])
    #expect(report.status == 1)
    #expect(report.text().hasPrefix("problem  b: bad line\n         -> do\nok       a: fine\n"))
    #expect(report.text().hasSuffix("\n\n1 problem, 0 notes, 1 in order"))
    #expect(report.text(.chinese).hasPrefix("问题     b: bad line\n         -> do\n正常     a: fine\n"))
    #expect(report.json["problems"]?.int == 1)
    #expect(report.json["findings"]?[1]?["remedy"]?[0]?.string == "do")
    #expect(DoctorReport([Finding("a", .note, "x")]).status == 0)
    #expect(
      UntrustedText(String(repeating: "x", count: 5000)).line.count == UntrustedText.lineColumns)
  }
}
