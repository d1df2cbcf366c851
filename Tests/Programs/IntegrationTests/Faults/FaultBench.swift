// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A tablet under `swivel run`: a real compositor, an accelerometer made of files, and the hand that
/// turns it.
final class FaultBench {
  let compositor: Compositor
  let plugins: PluginBench
  /// The daemon; another one after `start` was called again.
  private(set) var swivel: ChildProcess
  /// What starts the daemon, and with what besides its sensor.
  var program = [Swivel.path]
  var options: [String] = []
  /// The real service, where the daemon listens to it.
  private(set) var service: MockedAccelerometer?
  /// Windows and policies, which end with the bench.
  private var others: [ChildProcess] = []
  private let bus: MessageBus
  private let accelerometer: FileAccelerometer
  private var isLeftUp = false
  /// What the daemons before this one have said.
  private var spoken = ""

  init(_ fault: Fault, on kind: CompositorKind) throws {
    compositor = try Compositor(kind, outputs: fault.outputs, preload: fault.preload)
    plugins = try PluginBench()
    bus = try MessageBus()
    accelerometer = try FileAccelerometer()
    // Stands for the daemon until there is one.
    swivel = compositor.process
    try fault.prepare(self)
    try start()
  }

  var device: String { accelerometer.device }

  /// A place beside the device's for what a fault needs.
  func place(_ name: String) -> String { "\(accelerometer.root)/\(name)" }

  /// Starts the daemon, or another one after it.
  func start() throws {
    if swivel !== compositor.process { spoken += swivel.output + swivel.errors }
    let source =
      service == nil
      ? ["--sensor", "iio", "--device-root", accelerometer.root] : ["--sensor", "proxy"]
    let command = program + ["run"] + source + options
    swivel = try ChildProcess(
      command[0], Array(command.dropFirst()),
      environment: compositor.clientEnvironment.merging(bus.environment) { $1 })
    try waitForAnswer()
  }

  /// Has the daemon listen to the real service.
  func startService() throws { service = try MockedAccelerometer(serving: bus) }

  /// Starts a program that ends with the bench.
  @discardableResult
  func startBeside(_ program: String, _ arguments: [String]) throws -> ChildProcess {
    let child = try ChildProcess(
      program, arguments, environment: compositor.clientEnvironment)
    others.append(child)
    return child
  }

  /// Builds a policy in C that answers for the one window there is.
  func plugIn(_ id: String, confirm body: String) throws {
    _ = try plugins.policy(id, confirm: body, head: "#include <stdlib.h>\n#include <unistd.h>")
    let yaml = "plugins: [\(id)]\nwindows: [{app-id: still, plugin: \(id)}]\n"
    options = [
      "--config", try plugins.directory.write(yaml, to: "\(id).yaml"), "--plugin-dir", plugins.path,
    ]
    try openWindow("still")
  }

  /// Opens a terminal, which is focused once it is there.
  func openWindow(_ appID: String) throws {
    try startBeside("foot", ["--app-id=\(appID)", "sh", "-c", "sleep 120"])
    try Deadline.waitUntil("the window of \(appID)") {
      try compositor.run(Swivel.path, ["windows"]).output.contains("focused")
    }
  }

  /// Holds the left edge up instead of the top one, or the top one again.
  func hold() throws {
    isLeftUp.toggle()
    try writeValues()
  }

  /// Writes anew how the device is held, over whatever its files have held meanwhile.
  func writeValues() throws {
    let (x, y) = isLeftUp ? (1000, 0) : (0, -1000)
    if let service { try service.set(x, y) } else { try accelerometer.set(x, y) }
  }

  /// Waits until all outputs show how the device is held.
  func waitForTurn(within seconds: Double = Limit.event) throws {
    let wanted = isLeftUp ? "90" : "normal"
    var seen: [OutputReport] = []
    try Deadline.waitUntil(seconds, "\(wanted): \(seen)\n\(words)") {
      seen = try compositor.outputs()
      return !seen.isEmpty && seen.allSatisfy { $0.transform == wanted }
    }
  }

  /// Turns the device, and the outputs follow.
  func turn() throws {
    try hold()
    try waitForTurn()
  }

  /// Stops the compositor once it has told everybody of what it shows, and the daemon has taken that in.
  func stopCompositor() throws {
    // Answers to a new client come after the events that were sent to the others before.
    _ = try compositor.outputs()
    try waitForAnswer()
    compositor.process.send(SIGSTOP)
  }

  /// Everything that the daemons have said.
  var words: String { spoken + swivel.output + swivel.errors }

  func waitForWords(_ text: String, times: Int = 1, within seconds: Double = Limit.event) throws {
    try Deadline.waitUntil(seconds, "\"\(text)\" \(times) times in\n\(words)") {
      words.components(separatedBy: text).count > times
    }
  }

  /// Waits until the daemon answers a question; it does whatever the compositor does not.
  func waitForAnswer(within seconds: Double = Limit.event) throws {
    try Deadline.waitUntil(seconds, "an answer of the daemon\n\(words)") {
      guard swivel.exitStatus == nil else {
        throw Deadline.Passed(description: "the daemon ended\n\(words)")
      }
      return try Command.run(
        Swivel.path, ["status"], environment: compositor.clientEnvironment, within: seconds
      ).status == 0
    }
  }

  /// Ends everything, in whatever state it is.
  func stop() {
    compositor.process.send(SIGCONT)
    swivel.stop()
    for other in others { other.stop() }
    service?.stop()
  }

  /// Ends the daemon as a person does; the outputs are as they were found.
  func end() throws {
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0, "\(words)")
    isLeftUp = false
    try waitForTurn()
  }
}
