// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import Foundation
import Orientation
import Testing

private let program =
  "\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/output-power.py"

/// Screens that other programs make dark and light up, while ours turns what is lit.
@Suite(.serialized) struct DarkOutputTests {
  /// What another client says of the outputs' power after it has asked for something.
  ///
  /// One client at a time is served for an output: `mayBeHeld` if another may be at it just now.
  @discardableResult
  private func power(
    _ compositor: Compositor, _ words: String..., mayBeHeld: Bool = false
  ) throws -> [String: String] {
    let result = try compositor.run("/usr/bin/python3", [program] + words)
    #expect(result.status == 0 || mayBeHeld, "\(result.output)\(result.errors)")
    return result.output.split(separator: "\n").reduce(into: [:]) { known, line in
      let words = line.split(separator: " ")
      known[String(words[0])] = String(words[1])
    }
  }

  private func transforms(_ compositor: Compositor) throws -> [String: String] {
    try compositor.outputs().reduce(into: [:]) { $0[$1.name] = $1.transform }
  }

  private func wait(
    _ compositor: Compositor, for wanted: [String: String], within seconds: Double = 10
  ) throws {
    var last: [String: String] = [:]
    try Deadline.waitUntil(seconds, "\(wanted): \(last)") {
      last = try transforms(compositor)
      return last == wanted
    }
  }

  /// Waits until the second output's power is said to be this, and the first one's to be on.
  private func wait(_ compositor: Compositor, forPower wanted: String) throws {
    var last: [String: String] = [:]
    try Deadline.waitUntil(5, "HEADLESS-2 \(wanted): \(last)") {
      last = try power(compositor, "ask", mayBeHeld: true)
      return last == ["HEADLESS-1": "on", "HEADLESS-2": wanted]
    }
  }

  @Test(arguments: [CompositorKind.phoc, .sway])
  func aPoweredOffOutputStaysOffAndRotatesWhenSwitchedOn(kind: CompositorKind) throws {
    let compositor = try Compositor(kind, outputs: 2, preload: "dark-outputs")
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    try wait(compositor, for: ["HEADLESS-1": "90", "HEADLESS-2": "90"])
    try power(compositor, "off", "HEADLESS-2")
    // Newer versions of sway carry it out a moment after they have answered.
    try wait(compositor, forPower: "off")
    // Sway keeps its part of that until the screen lights up.
    let rotate = try Swivel.start(["rotate", "180"], on: compositor)
    defer { rotate.stop() }
    try wait(compositor, for: ["HEADLESS-1": "270", "HEADLESS-2": "90"])
    #expect(try power(compositor, "ask") == ["HEADLESS-1": "on", "HEADLESS-2": "off"])
    try power(compositor, "on", "HEADLESS-2")
    try wait(compositor, forPower: "on")
    try wait(compositor, for: ["HEADLESS-1": "270", "HEADLESS-2": "270"])
    #expect(try rotate.waitForExit() == 0, "\(rotate.errors)")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try transforms(compositor) == ["HEADLESS-1": "normal", "HEADLESS-2": "normal"])
  }

  /// On sway, since phoc has no seat without an input device, which swayidle asks for.
  @Test(arguments: ["swaymsg output '*' dpms off", "\(program) off"])
  func outputsSwitchedOffBySwayidleAreNotRotated(command: String) throws {
    let compositor = try Compositor(.sway, outputs: 2, preload: "dark-outputs")
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    try wait(compositor, for: ["HEADLESS-1": "90", "HEADLESS-2": "90"])
    // An output's power has one client at a time: who asks meanwhile would be in the command's way.
    let directory = try RuntimeDirectory()
    let done = "\(directory.path)/done"
    let idle = try ChildProcess(
      "swayidle", ["-w", "timeout", "1", "\(command); touch \(done)"],
      environment: compositor.clientEnvironment)
    defer { idle.stop() }
    try Deadline.waitUntil(10, "swayidle\n\(idle.output)\(idle.errors)") {
      access(done, F_OK) == 0
    }
    let dark = ["HEADLESS-1": "off", "HEADLESS-2": "off"]
    try Deadline.waitUntil(10, "the dark\n\(idle.output)\(idle.errors)") {
      try power(compositor, "ask", mayBeHeld: true) == dark
    }
    let rotate = try Swivel.start(["rotate", "180"], on: compositor)
    defer { rotate.stop() }
    _ = try swivel.waitForLine { $0.contains("retried") }
    #expect(try power(compositor, "ask") == dark)
    #expect(try transforms(compositor) == ["HEADLESS-1": "90", "HEADLESS-2": "90"])
  }

  /// The only screen, and a device that is turned in the dark.
  @Test func theSensorIsReleasedWhileTheOnlyOutputIsOff() throws {
    let compositor = try Compositor(.phoc, preload: "dark-outputs")
    let bus = try MessageBus()
    let sensor = "net.hadess.SensorProxy"
    let path = "/net/hadess/SensorProxy"
    let service = try bus.mockSensorProxy()
    defer { service.stop() }
    let caller = try BusCaller(bus)
    func claimers() throws -> Int {
      let owners = try caller.mock(
        sensor, path, "GetInternalProperty", [.string("AccelerometerOwners")])
      return owners.first?.elements?.count ?? -1
    }
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy"],
      environment: compositor.clientEnvironment.merging(bus.environment) { $1 })
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    #expect(try claimers() == 1)
    try power(compositor, "off")
    try Deadline.waitUntil(10, "the release\n\(swivel.errors)") { try claimers() == 0 }
    try caller.mock(
      sensor, path, "SetInternalProperty",
      [
        .string(sensor), .string("AccelerometerOrientation"), .variant(.string("bottom-up")),
      ])
    #expect(try power(compositor, "ask") == ["HEADLESS-1": "off"])
    try power(compositor, "on")
    try compositor.waitForTransform("180")
    #expect(try claimers() == 1)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func aPoweredOffOutputCountsAsDisabled() throws {
    let compositor = try Compositor(.phoc, outputs: 2, preload: "dark-outputs")
    let desk = try Desk(compositor)
    try power(compositor, "off", "HEADLESS-2")
    try desk.wait("the dark") { desk.output("HEADLESS-2")?.enabled == false }
    #expect(desk.output("HEADLESS-2")?.canTurn == false)
    #expect(desk.output("HEADLESS-1")?.canTurn == true)
    #expect(
      try desk.turn("HEADLESS-2", to: .rotated90)
        == .unsupported(reason: "HEADLESS-2 is switched off"))
    try power(compositor, "on", "HEADLESS-2")
    try desk.wait("the light") { desk.output("HEADLESS-2")?.enabled == true }
    #expect(desk.output("HEADLESS-2")?.transform == .normal)
  }
}
