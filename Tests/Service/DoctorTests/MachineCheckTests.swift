// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
import Fixtures
import Orientation
import Sensing
import Sensors
import Testing

@testable import Doctor

/// Each finding about the machine from a tree of files.
@Suite struct MachineCheckTests {
  private static let runningProxy = ProxyFacts(isRunning: true, hasAccelerometer: false)

  private static func findings(
    _ scratch: ScratchFolder, proxy: ProxyFacts = runningProxy,
    environment: [String: String] = [:]
  ) -> [Finding] {
    let machine = MachineExamination.facts(scratch.tree, processes: scratch("/proc")) {
      environment[$0]
    }
    return Checks.report(Facts(proxy: proxy, machine: machine)).findings
  }

  private static func ids(_ scratch: ScratchFolder, _ kind: String) -> [String] {
    findings(scratch).map(\.id).filter { $0.hasPrefix(kind) }
  }

  @Test(arguments: [
    ("31", [String: String](), "fold the device once"),
    ("32", ["/sys/class/dmi/id/sys_vendor": "Microsoft Corporation"], "in the cover"),
    ("31", ["/sys/bus/acpi/devices/ACPI0011:00/hid": "ACPI0011"], "modprobe soc_button_array"),
    (
      "31",
      [
        "/sys/bus/acpi/devices/INT33D3:00/hid": "INT33D3",
        "/sys/module/soc_button_array/refcnt": "0",
      ], "before the pin controller"
    ),
    ("31", ["/sys/module/amd_sfh/refcnt": "0"], "AMD"),
  ])
  func aConvertibleWithoutASwitchGetsItsRemedy(
    chassis: String, files: [String: String], remedy: String
  ) throws {
    let scratch = ScratchFolder()
    try scratch.write("\(chassis)\n", to: "/sys/class/dmi/id/chassis_type")
    for (path, text) in files { try scratch.write("\(text)\n", to: path) }
    let finding = try #require(
      Self.findings(scratch).first { $0.id == "tablet-switch-missing" })
    #expect(finding.severity == .note)
    #expect(finding.remedy.contains { $0.contains(remedy) }, "\(finding.remedy)")
    #expect(finding.remedy.contains { $0.contains("{keyboard: true}") } == (chassis == "32"))
    // A switch counts although this process may not read it.
    try scratch.write("2\n", to: "/sys/class/input/event7/device/capabilities/sw")
    #expect(Self.ids(scratch, "tablet").isEmpty)
  }

  @Test func aMachineWithoutATabletModeIsToldWhatFollowsTheDevice() throws {
    var facts = Facts()
    let finding = try #require(
      Checks.report(facts).findings.first { $0.id == "no-tablet-mode" })
    #expect(
      finding.severity == .ok
        && finding.meaning.contains("--follow tablet-mode it would follow only"))
    facts.machine.hasTabletSwitch = true
    #expect(!Checks.report(facts).findings.contains { $0.id == "no-tablet-mode" })
  }

  @Test func eachKeyThatWaitsForAMissingTabletModeIsAProblem() throws {
    var facts = Facts()
    func keys(_ facts: Facts) -> [String] {
      Checks.report(facts).findings.filter { $0.id == "tablet-mode-awaited" }
        .compactMap { $0.found.split(separator: " ").first.map(String.init) }
    }
    #expect(keys(facts) == [])
    facts.configuration.configuration = try Configuration.parse(
      """
      keyboard: {disable: tablet-mode, on-screen: tablet-mode}
      hooks: {tablet-mode: [notify-send, folded], after: [notify-send, turned]}
      outputs: [{match: A, policy: auto}, {match: B, policy: auto, when: {laptop: leave}}]
      """, file: "c")
    let expected = [
      "keyboard.disable", "keyboard.on-screen", "hooks.tablet-mode", "outputs[1].when.laptop",
    ]
    #expect(keys(facts) == expected)
    facts.arbiters.hasKWin = true
    #expect(keys(facts) == [])
    facts.arbiters.hasKWin = false
    facts.machine.hasTabletSwitch = true
    #expect(keys(facts) == [])
    facts.machine.hasTabletSwitch = false
    facts.configuration.configuration.tabletMode.keyboard = true
    #expect(keys(facts) == expected)
    facts.configuration.configuration.keyboard.names = [Glob("Folio*")]
    #expect(keys(facts) == [])
    #expect(Checks.report(facts).findings.contains { $0.id == "tablet-mode-private" })
  }

  @Test(arguments: ["3", "9", "30", "x", ""]) func otherCasingsNeedNoSwitch(chassis: String) throws
  {
    let scratch = ScratchFolder()
    try scratch.write(chassis, to: "/sys/class/dmi/id/chassis_type")
    #expect(Self.ids(scratch, "tablet").isEmpty)
  }

  @Test func everyObstacleOfQualcommsSensorsIsFound() throws {
    let scratch = ScratchFolder()
    #expect(Self.ids(scratch, "qualcomm").isEmpty)
    let unit = "iio-sensor-proxy.service"
    try scratch.write("10:62\n", to: "/sys/class/misc/fastrpc-adsp/dev")
    try scratch.write(
      "E:IIO_SENSOR_PROXY_TYPE=ssc-light ssc-compass\n", to: "/run/udev/data/c10:62")
    try scratch.write("\u{7f}ELF glib", to: "/usr/libexec/iio-sensor-proxy")
    try scratch.write(
      "[Service]\nRestrictAddressFamilies=AF_UNIX AF_NETLINK\n",
      to: "/usr/lib/systemd/system/\(unit)")
    #expect(
      Self.ids(scratch, "qualcomm")
        == [
          "qualcomm-unsupported", "qualcomm-untagged", "qualcomm-forbidden",
          "qualcomm-without-files",
        ])
    try scratch.write("\u{7f}ELF\0libssc.so.2\0", to: "/usr/libexec/iio-sensor-proxy")
    try scratch.write(
      "E:IIO_SENSOR_PROXY_TYPE=ssc-light ssc-accel\n", to: "/run/udev/data/c10:62")
    try scratch.write(
      "[Service]\nRestrictAddressFamilies=AF_QIPCRTR\n",
      to: "etc/systemd/system/\(unit).d/override.conf")
    #expect(Self.ids(scratch, "qualcomm") == ["qualcomm-without-files"])
    try scratch.addProcess(5, ["/usr/bin/hexagonrpcd", "-f"])
    #expect(Self.ids(scratch, "qualcomm").isEmpty)
    try scratch.remove("/proc/5")
    let working = ProxyFacts(isRunning: true, hasAccelerometer: true, claim: .reported("normal"))
    #expect(!Self.findings(scratch, proxy: working).contains { $0.id.hasPrefix("qualcomm") })
  }

  @Test(arguments: [
    ("RestrictAddressFamilies=~AF_INET", false), ("RestrictAddressFamilies=", false),
    ("RestrictAddressFamilies=AF_UNIX\nRestrictAddressFamilies=", false), ("", false),
    ("RestrictAddressFamilies=AF_UNIX", true), ("RestrictAddressFamilies=none", true),
    ("RestrictAddressFamilies=none\nRestrictAddressFamilies=AF_QIPCRTR", false),
  ])
  func theUnitsAddressFamiliesAreRead(lines: String, isForbidden: Bool) throws {
    let scratch = ScratchFolder()
    try scratch.write("10:62\n", to: "/sys/class/misc/fastrpc-adsp/dev")
    try scratch.write("\(lines)\n", to: "/lib/systemd/system/iio-sensor-proxy.service")
    #expect(Self.ids(scratch, "qualcomm-forbidden").isEmpty != isForbidden)
  }

  @Test func aDenialOfSELinuxIsQuoted() throws {
    let scratch = ScratchFolder()
    try scratch.addAccelerometer()
    var facts = Facts(
      sensors: SensorFacts(AccelerometerSearch(in: scratch.tree)), proxy: Self.runningProxy)
    func found() -> Finding? {
      facts.machine = MachineExamination.facts(scratch.tree, processes: scratch("/proc")) { _ in
        nil
      }
      return Checks.report(facts).findings.first { $0.id.hasPrefix("selinux") }
    }
    #expect(found() == nil)
    try scratch.write("1", to: "/sys/fs/selinux/enforce")
    #expect(found()?.id == "selinux-suspected")
    facts.proxy = ProxyFacts(isRunning: true, hasAccelerometer: true, claim: .reported("normal"))
    #expect(found() == nil)
    facts.proxy.claim = .failed("x")
    #expect(found()?.severity == .note)
    try scratch.write(
      "type=AVC msg=audit(1:2): avc:  denied  { read } for  pid=7 comm=\"cat\"\n"
        + "type=AVC msg=audit(1:3): avc:  denied  { open } for  pid=8 comm=\"iio-sensor-prox\"\n",
      to: "/var/log/audit/audit.log")
    let denied = try #require(found())
    #expect(denied.id == "selinux-denied" && denied.severity == .problem)
    #expect(denied.found.contains("{ open }"))
  }

  @Test(arguments: [
    (
      AddOnKind.wayfire, "wayfire.ini", "[core]\nplugins = alpha autorotate-iio\n",
      "# autorotate-iio"
    ),
    (.niri, "niri/config.kdl", "output \"eDP-1\" {\n  auto-rotate\n}\n", "  // auto-rotate"),
    (.niri, "niri/config.kdl", "  auto_rotate true\n", "/-auto_rotate"),
    (.gnome, "dconf/user", "x\0['screen-rotate@shyzus.github.io']", "x"),
    (.noctalia, "noctalia/plugins.json", "{\"2-in-1-tools\": {\"enabled\": true}}", "{}"),
  ])
  func addOnsOfDesktopsAreNamed(
    kind: AddOnKind, file: String, enabled: String, disabled: String
  ) throws {
    let scratch = ScratchFolder()
    let environment = [
      "XDG_CONFIG_HOME": scratch("/config"), "WAYFIRE_SOCKET": "/w", "NIRI_SOCKET": "/n",
      "XDG_CURRENT_DESKTOP": "ubuntu:GNOME",
    ]
    func addOns(_ environment: [String: String]) -> [Finding] {
      Self.findings(scratch, environment: environment).filter { $0.id == "arbiter-add-on" }
    }
    try scratch.write(disabled, to: "/config/\(file)")
    #expect(addOns(environment).isEmpty)
    try scratch.write(enabled, to: "/config/\(file)")
    let finding = try #require(addOns(environment).first)
    #expect(finding.found.hasPrefix(kind.rawValue) && finding.place == scratch("/config/\(file)"))
    #expect(
      finding.severity == (kind == .wayfire || kind == .niri ? Severity.problem : .note))
    // Another desktop's session does not read the file.
    let other = addOns(["XDG_CONFIG_HOME": scratch("/config")])
    #expect(other.isEmpty == (kind != .noctalia))
  }

  @Test func publishingNeedsAccessToUinput() throws {
    let scratch = ScratchFolder()
    var facts = Facts()
    func ids() -> [String] {
      facts.machine = MachineExamination.facts(scratch.tree, processes: scratch("/proc")) { _ in
        nil
      }
      return Checks.report(facts).findings.map(\.id).filter { $0.hasPrefix("tablet-mode-u") }
    }
    #expect(ids().isEmpty)
    facts.configuration.configuration.tabletMode.publish = true
    #expect(ids() == ["tablet-mode-unpublished"])
    try scratch.write("", to: "/dev/uinput")
    #expect(ids().isEmpty)
    try scratch.remove("/dev/uinput")
    try scratch.write("2\n", to: "/sys/class/input/event4/device/capabilities/sw")
    #expect(ids().isEmpty)
  }

  @Test func aMatrixThatContradictsTheKernelsIsFound() throws {
    for (kernel, udev, isFound) in [
      ("0, -1, 0; 1, 0, 0; 0, 0, 1", "0, 1, 0; -1, 0, 0; 0, 0, 1", true),
      ("0, -1, 0; 1, 0, 0; 0, 0, 1", "0,-1,0;1,0,0;0,0,1", false),
      ("1, 0, 0; 0, 1, 0; 0, 0, 1", "0, 1, 0; -1, 0, 0; 0, 0, 1", false),
      ("0, -1, 0; 1, 0, 0; 0, 0, 1", "", false), ("x", "0, 1, 0; -1, 0, 0; 0, 0, 1", false),
    ] {
      let scratch = ScratchFolder()
      try scratch.addAccelerometer(0, ["in_accel_mount_matrix": kernel])
      if !udev.isEmpty {
        try scratch.write(
          "E:ACCEL_MOUNT_MATRIX=\(udev)\n", to: "/run/udev/data/+iio:iio:device0")
      }
      let facts = Facts(sensors: SensorFacts(AccelerometerSearch(in: scratch.tree)))
      let found = Checks.report(facts).findings.filter { $0.id == "matrix-contradiction" }
      #expect(found.count == (isFound ? 1 : 0), "\(kernel) \(udev)")
    }
  }

  @Test func aProxyThatHangsIsFound() {
    var facts = Facts(
      proxy: ProxyFacts(isRunning: true, hasAccelerometer: true, claim: .reported("normal")))
    func isStuck(_ edge: PanelEdge?) -> Bool {
      facts.sensors.readings = AccelerometerProbe(
        counts: ReadingCounts(), isFrozen: false, edge: edge)
      return Checks.report(facts).findings.contains { $0.id == "proxy-stuck" }
    }
    #expect(!isStuck(.top) && !isStuck(nil) && isStuck(.left))
    facts.configuration.configuration.sensor.display.correction = MountMatrix.identity.mirroredInZ
    #expect(!isStuck(.left))
  }

  @Test func theEntryForSystemdIsWhole() throws {
    let matrix = try #require(MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1"))
    let identity = SensorIdentity(
      name: "iio:device3", modalias: "acpi:KIOX000A:KIOX000A:", dmi: "dmi:bvnX:svnACME:pnTab10:")
    #expect(
      identity.proposal(matrix) == [
        "# ACME, Tab10", "sensor:modalias:acpi:KIOX000A*:dmi:*svnACME:*pnTab10:*",
        " ACCEL_MOUNT_MATRIX=0, 1, 0; -1, 0, 0; 0, 0, 1",
      ])
    let readings = try PoseReadings(
      Array("top -9.8 0 0\nleft 0 9.8 0\nbottom 9.8 0 0\nright 0 -9.8 0\n".utf8), file: "p")
    let remedy = PoseCheck(readings, system: .identity, of: identity).findings[0].remedy
    #expect(remedy.contains("# ACME, Tab10"))
    let unnamed = PoseCheck(readings, system: .identity, of: SensorIdentity(name: "d"))
    #expect(!unnamed.findings[0].remedy.contains { $0.contains("github.com/systemd") })
  }
}
