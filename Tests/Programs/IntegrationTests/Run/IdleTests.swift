// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A daemon with everything that can be on at once is not woken while nothing happens.
@Suite(.serialized) struct IdleTests {
  @Test func anIdleDaemonWithSensorWindowsAndWatcherIsNotWoken() throws {
    let compositor = try Compositor(.phoc)
    let systemBus = try MessageBus()
    let sessionBus = try MessageBus()
    let service = try MockedAccelerometer(serving: systemBus)
    defer { service.stop() }
    var environment = compositor.clientEnvironment.merging(systemBus.environment) { $1 }
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(sessionBus.path)"
    let configuration = "\(compositor.runtimeDirectory)/config.yaml"
    try "hooks: {after: [\"true\"]}\n".write(
      toFile: configuration, atomically: false, encoding: .utf8)
    let swivel = try ChildProcess(
      Swivel.path, ["run", "--sensor", "proxy", "--config", configuration],
      environment: environment)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.hasPrefix("turning ") }

    let scene = "\(compositor.runtimeDirectory)/scene.yaml"
    let windows = (1...20).map { "  - {id: w\($0)}\n" }.joined()
    try "swivel: 1\ntitle: many\nrules: desktop\nwindows:\n\(windows)events:\n  - make-key: w1\n"
      .write(toFile: scene, atomically: false, encoding: .utf8)
    let client = try ChildProcess(
      SceneProgram.path, ["--stay", scene], environment: compositor.clientEnvironment)
    defer { client.stop() }
    let watcher = try Swivel.start(["watch", "--waybar"], on: compositor)
    defer { watcher.stop() }
    _ = try watcher.waitForLine()
    try Deadline.waitUntil("twenty windows\n\(client.errors)\(swivel.errors)") {
      try compositor.run(Swivel.path, ["status"]).output.contains("windows 20")
    }
    // A turn shows that the sensor is claimed.
    try service.set(1000, 0)
    try compositor.waitForTransform("90")
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }

    // A moment later the program's own pages are given back, once.
    let busy = MemoryUse(of: swivel.pid)
    try Deadline.waitUntil("less memory than \(busy)") {
      MemoryUse(of: swivel.pid).ofFiles < busy.ofFiles / 2
    }

    // Windows may still be told of their new size.
    try Idleness.wait(for: swivel.pid)
    // Nor does the sensor wake the daemon while the device lies still.
    let last = try ContextSwitches(of: swivel.pid).voluntary
    try service.waitForReading()
    #expect(try ContextSwitches(of: swivel.pid).voluntary == last)
  }
}
