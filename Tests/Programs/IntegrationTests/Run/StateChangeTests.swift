// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Formats
import Foundation
import Testing

/// Who must hear of more than turns does: programs, watchers, and listeners on the bus.
@Suite(.serialized) struct StateChangeTests {
  private static let name = "io.github.swivel.Swivel1"

  private let compositor: Compositor
  private let bus: MessageBus
  private let switches: SwitchDevice
  private let directory: RuntimeDirectory

  init() throws {
    compositor = try Compositor(.sway)
    bus = try MessageBus()
    switches = try SwitchDevice()
    directory = try RuntimeDirectory()
  }

  private var environment: [String: String] {
    compositor.clientEnvironment.merging(bus.sessionEnvironment) { $1 }
  }

  /// Starts a run in which every moment beside turns writes its own variables down.
  private func start(_ more: String = "") throws -> ChildProcess {
    let script = try directory.write(
      """
      #!/bin/sh
      env | grep -E '^SWIVEL_(TABLET|POSTURE|LOCK|OUTPUT)' | sort | tr '\\n' ' ' |
        sed "s/^/$SWIVEL_WHEN: /;s/ $/\\n/" >> \(directory.path)/log

      """, to: "hook")
    chmod(script, 0o755)
    let hooks = ["tablet-mode", "posture", "lock", "output"].map { "  \($0): [\(script)]\n" }
    let path = try directory.write("hooks:\n\(hooks.joined())\(more)", to: "config.yaml")
    return try ChildProcess(
      Swivel.path,
      ["run", "--sensor", "iio", "--device-root", switches.root, "--config", path],
      environment: environment)
  }

  private var log: [String] {
    let text = try? String(contentsOfFile: "\(directory.path)/log", encoding: .utf8)
    return (text ?? "").split(separator: "\n").map(String.init)
  }

  private func waitForLog(_ lines: [String], _ swivel: ChildProcess) throws {
    try Deadline.waitUntil("\(lines)\n\(log)\n\(swivel.errors)") {
      lines.allSatisfy { log.contains($0) }
    }
  }

  private func property(_ name: String) throws -> String {
    try Command.run(
      "busctl",
      [
        "--address=unix:path=\(bus.path)", "get-property", Self.name, "/io/github/swivel/Swivel1",
        Self.name, name,
      ], environment: environment
    ).output
  }

  @Test func hooksWatchersAndTheBusReceiveEachChange() throws {
    let swivel = try start()
    defer { swivel.stop() }
    let caller = try BusCaller(bus)
    try Deadline.waitUntil("the name\n\(swivel.errors)") { try caller.isOwned(Self.name) }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    let lines = try ChildProcess(Swivel.path, ["watch", "--json"], environment: environment)
    let text = try ChildProcess(Swivel.path, ["watch"], environment: environment)
    let monitor = try ChildProcess(
      "gdbus", ["monitor", "--address", "unix:path=\(bus.path)", "--dest", Self.name],
      environment: environment)
    defer { for watcher in [lines, text, monitor] { watcher.stop() } }
    _ = try lines.waitForLine()
    // A watcher without --json prints nothing when it has connected: it waits.
    try Idleness.wait(for: text.pid)
    _ = try monitor.waitForLine { $0.contains("is owned by") }
    #expect(try property("Posture") == "s \"unknown\"\n")

    try switches.set(tabletMode: true)
    try waitForLog(
      ["tablet-mode: SWIVEL_TABLET_MODE=on", "posture: SWIVEL_POSTURE=tablet"], swivel)
    let change = try lines.waitForLine { $0.contains("\"event\":\"tablet-mode\"") }
    let event = try JSONValue.parse(change, file: "line")
    #expect(event["on"] == true && event["state"]?["tablet-mode"] == true)
    _ = try text.waitForLine { $0 == "posture: tablet" }
    #expect(try property("TabletMode") == "s \"on\"\n")
    #expect(try property("Posture") == "s \"tablet\"\n")
    _ = try monitor.waitForLine { $0.contains("'Posture': <'tablet'>") }
    try switches.set(tabletMode: false)
    try switches.set(lidClosed: true)
    try waitForLog(
      ["tablet-mode: SWIVEL_TABLET_MODE=off", "posture: SWIVEL_POSTURE=closed"], swivel)

    // Locked to what is shown nothing turns, and still everybody hears of it.
    #expect(try compositor.run(Swivel.path, ["lock"]).status == 0)
    try waitForLog(["lock: SWIVEL_LOCK=current SWIVEL_LOCKED=true"], swivel)
    _ = try monitor.waitForLine { $0.contains("'Locked': <true>") }
    _ = try text.waitForLine { $0.hasPrefix("rotation is locked to what is shown: ") }
    #expect(try compositor.run(Swivel.path, ["unlock"]).status == 0)
    try waitForLog(["lock: SWIVEL_LOCK= SWIVEL_LOCKED=false"], swivel)

    #expect(try compositor.run("swaymsg", ["create_output"]).status == 0)
    try waitForLog(["output: SWIVEL_OUTPUT=HEADLESS-2 SWIVEL_OUTPUT_CHANGE=added"], swivel)
    _ = try monitor.waitForLine { $0.contains("OutputAdded ('HEADLESS-2',)") }
    // sway 1.7 cannot unplug an output; without a compositor they are all gone.
    compositor.process.send(SIGKILL)
    try waitForLog(["output: SWIVEL_OUTPUT=HEADLESS-2 SWIVEL_OUTPUT_CHANGE=removed"], swivel)
    _ = try monitor.waitForLine { $0.contains("OutputRemoved ('HEADLESS-2',)") }
    _ = try lines.waitForLine { $0.contains("\"output\":\"HEADLESS-2\",\"there\":false") }
  }

  @Test func aStoredLockRunsItsHookAtTheStart() throws {
    let first = try start()
    _ = try first.waitForLine { $0.hasPrefix("turning ") }
    #expect(try compositor.run(Swivel.path, ["lock", "landscape"]).status == 0)
    first.send(SIGINT)
    #expect(try first.waitForExit() == 0)
    try FileManager.default.removeItem(atPath: "\(directory.path)/log")
    let second = try start()
    defer { second.stop() }
    try waitForLog(["lock: SWIVEL_LOCK=landscape SWIVEL_LOCKED=true"], second)
  }

  @Test func aHangingHookIsEndedAndDelaysNoAnswer() throws {
    let swivel = try start("  timeout: 300\n")
    defer { swivel.stop() }
    _ = try directory.write("#!/bin/sh\nexec sleep 1000\n", to: "hook")
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    try switches.set(tabletMode: true)
    #expect(try compositor.run(Swivel.path, ["status"]).output.contains("posture tablet"))
    try Deadline.waitUntil("the end\n\(swivel.errors)") {
      swivel.errors.contains("has not ended within 300 ms and is ended")
    }
  }

  /// The keyboard of docs/hooks.md stays when the time of its hook is over.
  @Test func theFirstExampleOfTheHooksPageKeepsTheKeyboard() throws {
    let pid = "\(directory.path)/keyboard.pid"
    let stands = [
      "wvkbd-mobintl": "echo $$ > \(pid); exec sleep 1000", "notify-send": ":", "swaymsg": ":",
      // Only the stand-in ends, no keyboard or bar of this machine.
      "pkill": "test \"$1\" != wvkbd || kill \"$(cat \(pid))\"",
    ]
    for (name, script) in stands {
      chmod(try directory.write("#!/bin/sh\n\(script)\n", to: name), 0o755)
    }
    let example = try #require(
      Documentation.configurations.first { $0.document == "docs/hooks.md" })
    let path = try directory.write(
      example.text.replacing("timeout: 10000", with: "timeout: 300\n  lock: [sleep, \"1000\"]"),
      to: "config.yaml")
    let search = "\(directory.path):" + (environment["PATH"] ?? "/usr/bin:/bin")
    let swivel = try ChildProcess(
      Swivel.path,
      ["run", "--sensor", "iio", "--device-root", switches.root, "--config", path],
      environment: environment.merging(["PATH": search]) { $1 })
    defer { swivel.stop() }
    func keyboard() -> Int32? {
      (try? String(contentsOfFile: pid, encoding: .utf8)).flatMap {
        Int32($0.trimmingCharacters(in: .newlines))
      }
    }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    try switches.set(tabletMode: true)
    try Deadline.waitUntil("the keyboard\n\(swivel.errors)") { keyboard() != nil }
    let process = try #require(keyboard())
    // A later hook with the same timeout has been ended: the keyboard's has had its time.
    #expect(try compositor.run(Swivel.path, ["lock"]).status == 0)
    try Deadline.waitUntil("the timeout\n\(swivel.errors)") {
      swivel.errors.contains("hook sleep: ended by signal")
    }
    #expect(kill(process, 0) == 0, "\(swivel.errors)")
    #expect(!swivel.errors.contains("hook sh: has not ended"))
    try switches.set(tabletMode: false)
    try Deadline.waitUntil("the keyboard's end\n\(swivel.errors)") { kill(process, 0) != 0 }
  }

  /// Laptop mode, tablet mode and an attached keyboard have policies of their own.
  @Test func outputsFollowTheirCircumstances() throws {
    let path = try directory.write(
      """
      outputs:
        - match: HEADLESS-1
          policy: auto
          when: {keyboard: {fixed: 180}, laptop: {fixed: 90}, tablet: {fixed: 270}}
      keyboard: {names: [Folio*]}
      """, to: "config.yaml")
    let swivel = try ChildProcess(
      Swivel.path,
      ["run", "--sensor", "iio", "--device-root", switches.root, "--config", path],
      environment: environment)
    defer { swivel.stop() }
    func waitForTransform(_ word: String) throws {
      try Deadline.waitUntil("\(word)\n\(swivel.errors)") {
        try compositor.run(Swivel.path, ["outputs", "--json"]).output
          .contains("\"transform\": \"\(word)\"")
      }
    }
    try switches.set(tabletMode: true)
    try waitForTransform("270")
    try switches.set(tabletMode: false)
    try waitForTransform("90")
    try attachKeyboard()
    try waitForTransform("180")
    #expect(swivel.errors.contains("inputs: the keyboard is attached"))
    try detachKeyboard()
    try waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(
      try compositor.run(Swivel.path, ["outputs", "--json"]).output
        .contains("\"transform\": \"normal\""))
  }

  private func attachKeyboard() throws {
    let device = "\(switches.root)/sys/class/input/event9/device"
    try FileManager.default.createDirectory(atPath: device, withIntermediateDirectories: true)
    try Data("Folio Keyboard\n".utf8).write(to: URL(fileURLWithPath: "\(device)/name"))
    try Data().write(to: URL(fileURLWithPath: "\(switches.root)/dev/input/event9"))
  }

  private func detachKeyboard() throws {
    for path in ["sys/class/input/event9", "dev/input/event9"] {
      try FileManager.default.removeItem(atPath: "\(switches.root)/\(path)")
    }
  }

  /// Waits until the last hook for a posture, beside that for the mode, has been run with this one.
  private func waitForPosture(_ posture: String, _ swivel: ChildProcess) throws {
    try Deadline.waitUntil("\(posture)\n\(log)\n\(swivel.errors)") {
      log.suffix(2).contains("posture: SWIVEL_POSTURE=\(posture)")
    }
  }

  /// A keyboard that comes off makes a tablet where no switch reports the mode.
  @Test func aKeyboardThatComesOffDeterminesTheTabletMode() throws {
    try attachKeyboard()
    let setting = "tablet-mode: {keyboard: true}\n"
    let names = "keyboard: {names: [Folio*]}\n"
    let swivel = try start(setting + names)
    defer { swivel.stop() }
    try waitForLog(
      ["tablet-mode: SWIVEL_TABLET_MODE=off", "posture: SWIVEL_POSTURE=laptop"], swivel)
    try detachKeyboard()
    try waitForLog(
      ["tablet-mode: SWIVEL_TABLET_MODE=on", "posture: SWIVEL_POSTURE=tablet"], swivel)
    // A switch counts before the keyboard.
    try switches.set(tabletMode: false)
    try waitForPosture("laptop", swivel)
    try switches.set(tabletMode: true)
    try waitForPosture("tablet", swivel)
  }

  /// A key of the device is acted upon only if the configuration wants it.
  @Test func theKeysOfTheDeviceLockAndRotate() throws {
    // KEY_ROTATE_DISPLAY is code 153, KEY_ROTATE_LOCK_TOGGLE 561.
    let device = "\(switches.root)/sys/class/input/event8/device"
    try FileManager.default.createDirectory(
      atPath: "\(device)/capabilities", withIntermediateDirectories: true)
    try Data("2000000000000 0 0 0 0 0 2000000 0 0\n".utf8)
      .write(to: URL(fileURLWithPath: "\(device)/capabilities/key"))
    let node = "\(switches.root)/dev/input/event8"
    mkfifo(node, 0o600)
    let keyboard = try FileHandle(forUpdating: URL(fileURLWithPath: node))
    func press(_ code: UInt16) throws {
      let head = [UInt8](repeating: 0, count: 16) + [1, 0, UInt8(code & 0xff), UInt8(code >> 8)]
      try keyboard.write(contentsOf: Data(head + [1, 0, 0, 0] + head + [0, 0, 0, 0]))
    }
    let path = try directory.write("keys: [rotate]\n", to: "config.yaml")
    let swivel = try ChildProcess(
      Swivel.path,
      ["run", "--sensor", "iio", "--device-root", switches.root, "--config", path],
      environment: environment)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }
    func status() throws -> String {
      try compositor.run(Swivel.path, ["status", "--json"]).output
    }
    try press(561)
    try press(153)
    try Deadline.waitUntil("a quarter turn\n\(swivel.errors)") {
      try compositor.run(Swivel.path, ["outputs", "--json"]).output
        .contains("\"transform\": \"270\"")
    }
    #expect(try status().contains("\"lock\": null"))
    _ = try directory.write("keys: [lock, rotate]\n", to: "config.yaml")
    #expect(try compositor.run(Swivel.path, ["reload"]).status == 0)
    try press(561)
    try Deadline.waitUntil("the lock\n\(swivel.errors)") {
      try !status().contains("\"lock\": null")
    }
  }
}
