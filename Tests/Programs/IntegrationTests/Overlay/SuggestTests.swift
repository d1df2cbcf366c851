// SPDX-License-Identifier: Apache-2.0
import Bus
import Formats
import Foundation
import Orientation
import Testing

/// `swivel suggest` on real compositors, with a real sensor service whose accelerometer is turned and a
/// real pointer that presses the button.
@Suite(.serialized) struct SuggestTests {
  private static let plate: UInt32 = 0x15171B
  private static let panel = Size(width: 1280, height: 800)
  /// The button lies upright in the lower right corner of the new pose, which is the output's upper
  /// right one: rows are columns of 48 pixels, 12 from the edges.
  private static func middle(ofRow row: Int32, of rows: Int32) -> (Int32, Int32) {
    (1280 - 12 - 48 * rows + 48 * row + 24, 40)
  }

  /// A daemon that follows a device which stands upright, and nothing else yet.
  private final class Stage {
    let compositor: Compositor
    let bus: MessageBus
    let device: MockedAccelerometer
    private(set) var daemon: ChildProcess
    private(set) var button: ChildProcess?
    private(set) var hand: HostHand?

    /// `panel` is the only output of our own compositor instead of its usual one.
    init(
      _ kind: CompositorKind, configuration: String = "{}", panel: String? = nil
    ) throws {
      compositor = try Compositor(
        kind, outputs: panel == nil ? 1 : 0, options: panel.map { ["--output", $0] } ?? [])
      bus = try MessageBus()
      device = try MockedAccelerometer(serving: bus)
      let config = "\(compositor.runtimeDirectory)/config.yaml"
      try configuration.write(toFile: config, atomically: false, encoding: .utf8)
      daemon = try Self.daemon(on: compositor, bus)
    }

    private static func daemon(
      on compositor: Compositor, _ bus: MessageBus
    ) throws -> ChildProcess {
      let daemon = try ChildProcess(
        Swivel.path,
        ["run", "--sensor", "proxy", "--config", "\(compositor.runtimeDirectory)/config.yaml"],
        environment: compositor.clientEnvironment.merging(bus.environment) { $1 })
      _ = try daemon.waitForLine { $0.hasPrefix("turning ") }
      return daemon
    }

    func restartDaemon() throws {
      daemon.send(SIGINT)
      #expect(try daemon.waitForExit() == 0)
      daemon = try Self.daemon(on: compositor, bus)
    }

    deinit {
      for process in [button, daemon] { process?.stop() }
      device.stop()
    }

    func lock() throws {
      let result = try compositor.run(Swivel.path, ["lock"])
      #expect(result.status == 0, "\(result.errors)")
      _ = try daemon.waitForLine { $0.contains("rotation is locked") }
    }

    func status() throws -> String { try compositor.run(Swivel.path, ["status"]).output }

    func suggest(_ options: [String] = [], _ more: [String: String] = [:]) throws -> ChildProcess {
      let made = try ChildProcess(
        Swivel.path, ["suggest"] + options,
        environment: compositor.clientEnvironment.merging(more) { $1 })
      try Deadline.waitUntil("the button's program\n\(made.errors)") {
        made.isWaitingForSignals
      }
      button = made
      return made
    }

    func grab() throws { hand = try HostHand(compositor, screen: SuggestTests.panel) }

    /// Left edge up, until somebody has decided about that.
    func turnDevice() throws {
      try device.set(1000, 0)
      _ = try daemon.waitForLine {
        $0.contains("blocked") || $0.contains("rotation is locked")
      }
    }

    func plateArea() throws -> Int {
      let path = "\(compositor.runtimeDirectory)/screen.png"
      let result = try compositor.run("grim", [path])
      guard result.status == 0 else { throw Deadline.Passed(description: result.errors) }
      return try Screenshot(path: path).count(of: SuggestTests.plate)
    }

    func waitForPlate(_ what: String, _ isSo: (Int) -> Bool) throws {
      try Deadline.waitUntil("\(what)\n\(button?.errors ?? "")") { isSo(try plateArea()) }
    }

    /// Waits until nothing wakes them up; the sensor's service may have a last word.
    func waitForRest(of programs: [ChildProcess]) throws {
      for program in programs { try Idleness.wait(for: program.pid) }
    }

    func press(_ place: (Int32, Int32), isDown: Bool) throws {
      try hand?.move(to: place.0, place.1)
      try hand?.press(0x110, isDown: isDown)
    }

    func tap(_ place: (Int32, Int32)) throws {
      try press(place, isDown: true)
      try press(place, isDown: false)
    }
  }

  /// On a terminal the command says that it waits, and for what.
  @Test func aTerminalSaysWhatTheButtonWaitsFor() throws {
    let stage = try Stage(.sway)
    let terminal = try ChildProcess(
      "script", ["-qefc", "\(Swivel.path) suggest --lang en", "/dev/null"],
      environment: stage.compositor.clientEnvironment)
    defer { terminal.stop() }
    try Deadline.waitUntil("the line on the terminal\n\(terminal.output)") {
      terminal.output.contains("waiting for a turn of the device")
    }
  }

  @Test(arguments: [CompositorKind.sway, .phoc, .swivel])
  func aTapRotatesALockedOutputOnce(kind: CompositorKind) throws {
    let stage = try Stage(kind)
    try stage.lock()
    let button = try stage.suggest(["--stay", "0"])
    try stage.grab()
    #expect(try stage.plateArea() == 0)
    try stage.waitForRest(of: [button, stage.daemon])
    try stage.turnDevice()
    try stage.waitForPlate("the button") { $0 > 3_000 }
    #expect(try stage.compositor.outputs().map(\.transform) == ["normal"])
    try stage.waitForRest(of: [button, stage.daemon])
    // It is no window that anybody could ask.
    #expect(try stage.status().contains("windows 0"))

    try stage.tap(Self.middle(ofRow: 0, of: 1))
    try stage.compositor.waitForTransform("90")
    try stage.waitForPlate("no button") { $0 == 0 }
    // The lock goes with what was turned by hand.
    #expect(try stage.status().contains("locked  to what is shown"))
    button.send(SIGINT)
    let status = try button.waitForExit()
    #expect(status == 0)
    #expect(button.errors == "")
  }

  @Test func aLongPressOffersToUnlock() throws {
    let stage = try Stage(.sway)
    try stage.lock()
    let button = try stage.suggest(["--stay", "0"])
    try stage.grab()
    try stage.turnDevice()
    try stage.waitForPlate("the button") { $0 > 3_000 }
    let small = try stage.plateArea()
    try stage.press(Self.middle(ofRow: 0, of: 1), isDown: true)
    try stage.waitForPlate("the choices") { $0 > 2 * small }
    try stage.press(Self.middle(ofRow: 0, of: 1), isDown: false)
    try stage.tap(Self.middle(ofRow: 1, of: 3))
    try stage.compositor.waitForTransform("90")
    #expect(try !stage.status().contains("current"))
    stage.daemon.send(SIGINT)
    #expect(try stage.daemon.waitForExit() == 0)
    let status = try button.waitForExit()
    #expect(status == 0)
  }

  @Test func aTapOverridesABlockingWindowAndTheButtonFades() throws {
    let stage = try Stage(.sway, configuration: "windows: [{app-id: still, autorotate: false}]\n")
    let foot = try ChildProcess(
      "foot", ["--app-id=still", "sh", "-c", "sleep 60"],
      environment: stage.compositor.clientEnvironment)
    defer { foot.stop() }
    try Deadline.waitUntil("the window\n\(foot.errors)") {
      try stage.compositor.run(Swivel.path, ["windows"]).output.contains("focused")
    }
    let short = try stage.suggest(["--stay", "3"])
    try stage.grab()
    try stage.turnDevice()
    try stage.waitForPlate("the button") { $0 > 3_000 }
    try stage.waitForPlate("the button faded") { $0 == 0 }
    #expect(try stage.compositor.outputs().map(\.transform) == ["normal"])

    short.send(SIGINT)
    let status = try short.waitForExit()
    #expect(status == 0)
    _ = try stage.suggest(["--stay", "0"])
    // The other way round, where the button is in the lower left corner.
    try stage.device.set(-1000, 0)
    try stage.waitForPlate("the button again") { $0 > 3_000 }
    try stage.tap((36, 760))
    try stage.compositor.waitForTransform("270")
  }

  @Test func theDaemonStartsTheButtonIfConfigured() throws {
    let stage = try Stage(.sway, configuration: "suggest: true\n")
    try stage.lock()
    try Deadline.waitUntil("the daemon's own button\n\(stage.daemon.errors)") {
      MockedAccelerometer.child(of: stage.daemon.pid).map(ChildProcess.isWaitingForSignals) == true
    }
    try stage.grab()
    try stage.turnDevice()
    try stage.waitForPlate("the button") { $0 > 3_000 }
    let config = "\(stage.compositor.runtimeDirectory)/config.yaml"
    try "suggest: false\n".write(toFile: config, atomically: true, encoding: .utf8)
    try stage.waitForPlate("no button") { $0 == 0 }
    stage.daemon.send(SIGINT)
    #expect(try stage.daemon.waitForExit() == 0)
    #expect(!stage.daemon.errors.contains("the rotate button has ended"))
  }

  @Test func onlyOneButtonServesADaemon() throws {
    let stage = try Stage(.phoc)
    _ = try stage.suggest()
    let second = try stage.compositor.run(Swivel.path, ["suggest"])
    #expect(second.status == 1)
    #expect(second.errors.contains("swivel suggest: the daemon answered: another program suggests"))
    let alone = try Compositor(.phoc).run(Swivel.path, ["suggest"])
    #expect(alone.status == 1 && alone.errors.contains("no daemon runs in this session"))
    let wrong = try stage.compositor.run(Swivel.path, ["suggest", "--stay", "-1"])
    #expect(wrong.status == 2)
  }

  @Test func onlyDesktopRuleSetsSupportTheButton() throws {
    let stage = try Stage(.phoc, configuration: "rules: uikit-8\n")
    let refused = try stage.compositor.run(Swivel.path, ["suggest"])
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("turns are suggested for desktop's rule sets, and uikit-8 is none"))
  }

  /// Neither the kernel nor the connector's name tells how this panel is mounted; the answer counts
  /// also while the configuration has a mistake.
  @Test func aPanelOfUnknownOrientationIsAskedForOnce() throws {
    let stage = try Stage(.swivel, panel: "DPI-1:1280x800")
    func asks() throws -> Bool? {
      try Swivel.status(on: stage.compositor)["outputs"]?.array?.first?["asks-orientation"]?.bool
    }
    #expect(try asks() == true)
    let button = try stage.suggest(["--stay", "0"])
    try stage.grab()
    try stage.waitForPlate("the question") { $0 > 3_000 }
    let config = "\(stage.compositor.runtimeDirectory)/config.yaml"
    try "rules: [\n".write(toFile: config, atomically: true, encoding: .utf8)
    try Deadline.waitUntil("the mistake") {
      try Swivel.status(on: stage.compositor)["configuration-problem"]?.string != nil
    }
    // Six rows of 48 pixels, upright in the lower right corner, 12 from the edges; the second answer.
    try stage.tap((1228, 620))
    try stage.compositor.waitForTransform("90")
    try stage.waitForPlate("no question") { $0 == 0 }
    #expect(try asks() == false)
    let file = "\(stage.compositor.runtimeDirectory)/.local/state/swivel/outputs.json"
    #expect(
      try String(contentsOfFile: file, encoding: .utf8)
        == #"{"swivel":1,"outputs":{"DPI-1":"90"}}"# + "\n")
    button.send(SIGINT)
    let status = try button.waitForExit()
    #expect(status == 0)
    #expect(button.errors == "")
    try "{}".write(toFile: config, atomically: true, encoding: .utf8)
    try stage.restartDaemon()
    try stage.compositor.waitForTransform("90")
    #expect(try asks() == false)
  }

  /// GNOME has no layer shell; its notifications have the same choices.
  @Test func aNotificationActionRotatesALockedOutputOnce() throws {
    let stage = try Stage(.phoc)
    let desktop = try stage.bus.mock(
      ["--session", "--template", "notification_daemon"], owning: "org.freedesktop.Notifications")
    defer { desktop.stop() }
    try stage.lock()
    _ = try stage.suggest(["--notify"], stage.bus.sessionEnvironment)
    try stage.turnDevice()
    try Deadline.waitUntil("a notification\n\(desktop.output)") {
      desktop.output.contains("rotation is locked") && desktop.output.contains("Turn once")
    }
    try BusCaller(stage.bus).mock(
      "org.freedesktop.Notifications", "/org/freedesktop/Notifications", "EmitSignal",
      [
        .string("org.freedesktop.Notifications"), .string("ActionInvoked"), .string("us"),
        .array([.variant(.uint32(1)), .variant(.string("turn-once"))], element: "v"),
      ])
    try stage.compositor.waitForTransform("90")
  }

  /// From the daemon's word that the pose has settled to the first picture that the button commits.
  @Test func theButtonAppearsWithinHalfASecond() throws {
    let stage = try Stage(.sway)
    try stage.lock()
    let watcher = try ChildProcess(
      "sh",
      [
        "-c",
        "\(Swivel.path) watch --json | while read -r line; do echo \"$(date +%s%N) $line\"; done",
      ],
      environment: stage.compositor.clientEnvironment)
    defer { watcher.stop() }
    _ = try watcher.waitForLine { $0.contains("state") }
    let button = try stage.suggest([], ["WAYLAND_DEBUG": "client"])
    func pictures() -> [Substring] {
      button.errors.split(separator: "\n").filter { $0.contains(".attach(wl_buffer") }
    }
    var times: [Int64] = []
    // A busy machine may keep the programs waiting, but not each time.
    while times.last.map({ $0 >= 500_000 }) ?? true, times.count < 5 {
      if !times.isEmpty {
        try stage.device.set(0, -1000)
        try stage.waitForPlate("no button") { $0 == 0 }
      }
      let known = pictures().count
      try stage.device.set(1000, 0)
      let said = try watcher.waitForLine { $0.contains("\"device\":\"landscape-right\"") }
      let settled = try #require(Int64(said.prefix { $0 != " " })) / 1_000
      let attached = try Deadline.wait(for: "a picture\n\(button.errors)") {
        pictures().dropFirst(known).first
      }
      let picture = try #require(Self.moment(of: attached))
      // The shorter way around the period in which the printed time begins anew.
      let (period, half) = (picture.period, picture.period / 2)
      let apart = picture.microseconds - settled % period
      times.append((apart + period + half) % period - half)
    }
    print("button: \(times) us after the settled pose was told")
    #expect(times.contains { $0 < 500_000 })
  }

  /// Returns the moment of a line that libwayland prints, in microseconds of the real time, and after how
  /// many it begins anew: "[4123456.789]" with milliseconds as 32 bits hold microseconds, or, since 1.25,
  /// "[12:05:28.322937]" with the time of the day.
  private static func moment(of line: Substring) -> (microseconds: Int64, period: Int64)? {
    guard let stamp = line.split(separator: "]").first?.split(separator: "[").last else {
      return nil
    }
    let parts = stamp.split { ":. ".contains($0) }.compactMap { Int64($0) }
    switch parts.count {
    case 2: return (parts[0] * 1_000 + parts[1], 1 << 32)
    case 4:
      let seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2]
      return (seconds * 1_000_000 + parts[3], 86_400_000_000)
    default: return nil
    }
  }
}
