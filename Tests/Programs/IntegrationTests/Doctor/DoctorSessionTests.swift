// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Testing

/// `swivel doctor` on real compositors and beside mocked desktops.
@Suite(.serialized) struct DoctorSessionTests {
  /// A tree without any device.
  private func nothing(_ directory: RuntimeDirectory) -> [String] { ["--sysfs", directory.path] }

  @Test func phocHasNoProblemButTheMissingSensor() throws {
    let compositor = try Compositor(.phoc)
    let globals = try compositor.run("wayland-info").output.split(separator: "\n")
    let manager = try #require(globals.first { $0.contains("'zwlr_output_manager_v1'") })
    let version = try #require(
      manager.firstMatch(of: /version: +(\d+)/).flatMap { Int($0.output.1) })
    let directory = try RuntimeDirectory()
    let diagnosis = try Diagnosis(
      nothing(directory), environment: compositor.clientEnvironment)
    #expect(diagnosis.status == 1)
    #expect(diagnosis.problems == ["sensor-none"])
    #expect(diagnosis.ids.contains("compositor-outputs-old") == (version < 3))
    #expect(diagnosis.text("found", of: "output-turns")?.contains("HEADLESS-1") == true)
    #expect(
      diagnosis.text("found", of: "transform-words")?.hasPrefix("wayland, wlr-randr: normal")
        == true)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  /// A machine without a sensor, whose daemon reads a folder of made-up readings.
  @Test func theDoctorAsksTheRunningDaemonForItsSensor() throws {
    let compositor = try Compositor(.phoc)
    let fake = try FileAccelerometer()
    let daemon = try Swivel.start(["run", "--sensor", "iio:\(fake.device)"], on: compositor)
    defer { daemon.stop() }
    try Deadline.waitUntil("a reading") {
      try compositor.run(Swivel.path, ["status"]).output.contains("sensor  iio: ")
    }
    let directory = try RuntimeDirectory()
    let diagnosis = try Diagnosis(
      nothing(directory), environment: compositor.clientEnvironment)
    #expect(diagnosis.problems == [] && diagnosis.status == 0)
    #expect(
      diagnosis.text("found", of: "sensor-daemon")?.hasPrefix("the running daemon reads iio: ")
        == true)
  }

  @Test func westonLacksOutputWindowAndLayerProtocols() throws {
    let compositor = try Compositor(.weston)
    let directory = try RuntimeDirectory()
    let diagnosis = try Diagnosis(
      nothing(directory), environment: compositor.clientEnvironment)
    #expect(diagnosis.problems.contains("compositor-outputs"))
    #expect(diagnosis.ids.contains("compositor-windows"))
    #expect(diagnosis.ids.contains("compositor-layers"))
  }

  @Test func theDoctorQueriesSwayOverItsIPCSocket() throws {
    let compositor = try Compositor(.sway)
    let directory = try RuntimeDirectory()
    var environment = compositor.clientEnvironment
    let diagnosis = try Diagnosis(nothing(directory), environment: environment)
    #expect(diagnosis.ids.contains("touch-none"))
    #expect(diagnosis.ids.contains("transform-sway"))
    // A Wayland socket does not speak sway's protocol.
    environment["SWAYSOCK"] = "\(compositor.runtimeDirectory)/\(compositor.kind.socketName)"
    let silent = try Diagnosis(nothing(directory), environment: environment)
    #expect(silent.text("where", of: "touch-unknown") == "SWAYSOCK")
  }

  @Test func desktopsThatRotateOutputsAreFoundOnTheBus() throws {
    let bus = try MessageBus()
    let mutter = "org.gnome.Mutter.DisplayConfig"
    let path = "/org/gnome/Mutter/DisplayConfig"
    let first = try bus.mock(["--session", mutter, path, mutter], owning: mutter)
    defer { first.stop() }
    let second = try bus.mock(
      ["--session", "org.kde.KWin", "/KWin", "org.kde.KWin"], owning: "org.kde.KWin")
    defer { second.stop() }
    try BusCaller(bus).mock(
      mutter, path, "AddProperty",
      [.string(mutter), .string("PanelOrientationManaged"), .variant(.boolean(true))])
    var environment = Command.plainEnvironment
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus.path)"
    let directory = try RuntimeDirectory()
    let diagnosis = try Diagnosis(nothing(directory), environment: environment)
    #expect(diagnosis.problems.contains("arbiter-mutter"))
    #expect(diagnosis.ids.contains("arbiter-kwin-unknown"))
    #expect(diagnosis.ids.contains("session-none"))
  }

  @Test func invalidOptionsExitWithTwoAndNoFindings() throws {
    for arguments in [
      ["--sysfs", "/nowhere"], ["--hwdb", "/nowhere"], ["--pose-samples", "/nowhere"],
      ["--pose", "--hwdb", "installed"], ["--sideways"],
    ] {
      let result = try Swivel.run(["doctor"] + arguments)
      #expect(result.status == 2, "\(arguments) \(result.errors)")
      #expect(result.output.isEmpty)
    }
  }
}
