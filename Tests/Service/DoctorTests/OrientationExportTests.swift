// SPDX-License-Identifier: Apache-2.0
import Doctor
import Fixtures
import Formats
import Foundation
import Orientation
import Sensing
import Sensors
import Testing

/// `swivel export`: each line in its program's own words, and read by that program where Debian has it.
@Suite struct OrientationExportTests {
  static func text(_ name: String, _ edge: PanelEdge) throws -> String {
    let export = try OrientationExport(output: "eDP-1", edge: edge)
    return try #require(export.entries.first { $0.name == name }).text
  }

  /// One row for each edge: the kernel's word and number, Wayland's, sway's and X's words.
  @Test(arguments: [
    (PanelEdge.top, "normal", 0, "normal", "normal", "normal"),
    (.left, "left_side_up", 3, "90", "270", "left"),
    (.bottom, "upside_down", 2, "180", "180", "inverted"),
    (.right, "right_side_up", 1, "270", "90", "right"),
  ])
  func everyProgramGetsItsOwnTransformWord(
    edge: PanelEdge, kernel: String, console: Int, wayland: String, sway: String, xrandr: String
  ) throws {
    #expect(
      try Self.text("kernel", edge)
        == "video=eDP-1:panel_orientation=\(kernel) fbcon=rotate:\(console)")
    #expect(try Self.text("wlr-randr", edge) == "wlr-randr --output eDP-1 --transform \(wayland)")
    #expect(try Self.text("sway", edge) == "output eDP-1 transform \(sway)")
    #expect(try Self.text("sddm-x11", edge).hasSuffix("xrandr --output eDP-1 --rotate \(xrandr)"))
    #expect(try Self.text("wayfire", edge) == "[output:eDP-1]\ntransform = \(wayland)")
    let gamescope = kernel.replacing("_side_up", with: "").replacing(
      "upside_down", with: "upsidedown")
    #expect(
      try Self.text("gamescope", edge)
        == "gamescope --prefer-output eDP-1 --force-orientation \(gamescope)")
    let weston = wayland == "normal" ? "normal" : "rotate-\(wayland)"
    #expect(try Self.text("weston", edge).hasSuffix("transform=\(weston)"))
    #expect(try Self.text("xorg", edge).contains("Option \"Rotate\" \"\(xrandr)\""))
  }

  /// With the matrix, a sensor of the casing in normal use reports this edge of the panel up.
  @Test(arguments: PanelEdge.allCases)
  func theMatrixTurnsReadingsToThePanel(edge: PanelEdge) throws {
    let upright: [PanelEdge: SIMD3<Double>] = [
      .top: [0, -1, 0], .left: [1, 0, 0], .bottom: [0, 1, 0], .right: [-1, 0, 0],
    ]
    let matrix = MountMatrix(casingToPanel: edge)
    #expect(matrix.determinant == 1)
    // The signs are those of iio-sensor-proxy, for which the matrices are written.
    #expect(matrix([0, -1, 0]) == upright[edge])
    let before = try #require(MountMatrix("0, 1, 0; 1, 0, 0; 0, 0, -1"))
    let reading = SIMD3<Double>(0.1, 0.2, 0.3)
    #expect(before.followed(by: matrix)(reading) == matrix(before(reading)))
    let export = try OrientationExport(output: "eDP-1", edge: edge, matrix: before)
    let line = try #require(export.entries.first { $0.name == "hwdb" }).text
    let text = try #require(line.split(separator: "=").last)
    #expect(MountMatrix(text) == before.followed(by: matrix))
  }

  @Test func invalidExportArgumentsAreNamed() throws {
    for name in ["", "eDP 1", "eDP-1;rm", String(repeating: "a", count: 40), "e\"DP"] {
      #expect(throws: InputError.self) { try OrientationExport(output: name, edge: .left) }
    }
    #expect(throws: InputError.self) {
      try OrientationExport(output: "eDP-1", edge: .left, machine: "svn foo\n")
    }
    let export = try OrientationExport(output: "eDP-1", edge: .left)
    let error = #expect(throws: InputError.self) { try export.text(["swy"]) }
    #expect(error?.description.contains("did you mean \"sway\"") == true)
    #expect(try export.text(["sway", "grub"]).contains("# grub: /etc/default/grub.d/rotate.cfg"))
    #expect(try export.json(["sway"])["entries"]?.array?.count == 1)
  }

  static func run(_ arguments: [String], in folder: URL) throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder.path,
      "XDG_RUNTIME_DIR": folder.path, "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman",
      "WLR_LIBINPUT_NO_DEVICES": "1",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = ScratchFolder()
    return try withExtendedLifetime(folder) { try body(URL(filePath: folder.path)) }
  }

  @Test(arguments: PanelEdge.allCases)
  func shellsParseTheExportedScripts(edge: PanelEdge) throws {
    try Self.inFolder { folder in
      for name in ["grub", "labwc", "wlr-randr", "sddm-x11", "lightdm-script"] {
        try Data((try Self.text(name, edge) + "\n").utf8).write(to: folder.appending(path: name))
        #expect(try Self.run(["sh", "-n", name], in: folder).status == 0, "\(name)")
      }
      let script = ". ./grub && printf %s \"$GRUB_CMDLINE_LINUX\""
      let found = try Self.run(["sh", "-c", script], in: folder)
      #expect(found.output.trimmingCharacters(in: .whitespaces) == (try Self.text("kernel", edge)))
    }
  }

  // sway refuses to run as root, but accepts a user namespace in which root has another number.
  static let sway = [
    "unshare", "--user", "--map-user=1000", "--map-group=1000", "sway", "--validate", "--config",
  ]

  /// sway's own check of a configuration, which finds a wrong word.
  @Test(arguments: PanelEdge.allCases)
  func swayAcceptsTheExportedLines(edge: PanelEdge) throws {
    try Self.inFolder { folder in
      for name in ["sway", "greetd-sway"] {
        try Data((try Self.text(name, edge) + "\n").utf8).write(to: folder.appending(path: name))
        let found = try Self.run(Self.sway + [name], in: folder)
        #expect(found.status == 0, "\(found.output)")
      }
      try Data("output eDP-1 transform 91\n".utf8).write(to: folder.appending(path: "wrong"))
      #expect(try Self.run(Self.sway + ["wrong"], in: folder).status != 0)
    }
  }

  @Test(arguments: PanelEdge.allCases)
  func udevCompilesTheMatrix(edge: PanelEdge) throws {
    try Self.inFolder { folder in
      let rules = folder.appending(path: "etc/udev/hwdb.d")
      try FileManager.default.createDirectory(at: rules, withIntermediateDirectories: true)
      let export = try OrientationExport(
        output: "eDP-1", edge: edge, machine: "svnExample*:pnTablet*")
      let text = try #require(export.entries.first { $0.name == "hwdb" }).text
      try Data((text + "\n").utf8).write(to: rules.appending(path: "61-sensor-local.hwdb"))
      let update = try Self.run(
        ["systemd-hwdb", "update", "--strict", "--root", folder.path], in: folder)
      #expect(update.status == 0, "\(update.output)")
      let query = try Self.run(
        [
          "systemd-hwdb", "query", "--root", folder.path,
          "sensor:modalias:acpi:X:dmi:bvn:svnExampleInc:pnTablet10:pvr1:",
        ], in: folder)
      let line = try #require(text.split(separator: "\n").last).drop { $0 == " " }
      #expect(query.output.contains(line), "\(query.output)")
    }
  }

  @Test func pythonReadsGreetdsFile() throws {
    try Self.inFolder { folder in
      try Data(try Self.text("greetd-cage", .right).utf8).write(
        to: folder.appending(path: "a.toml"))
      let script =
        "import tomllib; print(tomllib.load(open('a.toml', 'rb'))['default_session']['command'])"
      let found = try Self.run(["python3", "-c", script], in: folder)
      #expect(found.output.contains("wlr-randr --output eDP-1 --transform 270; exec gtkgreet"))
    }
  }
}
