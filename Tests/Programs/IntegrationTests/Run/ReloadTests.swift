// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// The configuration is read again while the daemon runs, and a mistake in it changes nothing.
@Suite(.serialized) struct ReloadTests {
  private let compositor: Compositor
  private var directory: String { compositor.runtimeDirectory }
  private var path: String { "\(directory)/.config/swivel/config.yaml" }

  init() throws { compositor = try Compositor(.phoc) }

  private func write(_ text: String, atomically: Bool) throws {
    try FileManager.default.createDirectory(
      atPath: "\(directory)/.config/swivel", withIntermediateDirectories: true)
    try text.write(toFile: path, atomically: atomically, encoding: .utf8)
  }

  private func started() throws -> ChildProcess {
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    return swivel
  }

  private func wait(_ swivel: ChildProcess, for text: String) throws {
    try Deadline.waitUntil("\(text)\n\(swivel.errors)") { swivel.errors.contains(text) }
  }

  private func managed() throws -> Bool {
    try compositor.run(Swivel.path, ["status"]).output.contains("does not turn") == false
  }

  @Test func aCreatedReplacedOrBrokenConfigurationIsNoticed() throws {
    let swivel = try started()
    defer { swivel.stop() }
    // Neither the file nor its directory is there at the start.
    try write("outputs: [{match: '*', policy: leave}]\n", atomically: false)
    try wait(swivel, for: "the configuration was read again")
    #expect(try !managed())

    try write("outputs: [{match: '*', polici: leave}]\n", atomically: true)
    try wait(swivel, for: "config.yaml:1:11: found no key \"policy\"")
    #expect(swivel.errors.contains("; the old configuration stays in use"))
    #expect(try !managed())

    // An expression that the C library could not compile without crashing.
    try write("windows: [{title: {regex: '((((a?){30}){30}){30}){30}'}}]\n", atomically: true)
    try wait(swivel, for: "config.yaml:1:27: found text \"((((a?){30}){30}){30}){30}\"")
    #expect(swivel.errors.contains("regular expression is too large"))
    #expect(try !managed())

    // As editors do it: the old one is moved away, a new one put in its place.
    rename(path, path + "~")
    try write("rules: desktop+key-only\nsensor: {matrix: rotate-90}\n", atomically: false)
    try wait(swivel, for: "`rules: desktop+key-only` takes effect at the next start")
    #expect(swivel.errors.contains("`sensor` takes effect at the next start"))
    #expect(try managed())
    #expect(try compositor.run(Swivel.path, ["status"]).output.contains(": rules desktop, sensor "))
  }

  @Test func aChangedOutputPolicyIsAppliedAtOnce() throws {
    let swivel = try started()
    defer { swivel.stop() }
    for (policy, transform) in [
      ("{fixed: 180}", "180"), ("{fixed: flipped}", "flipped"), ("auto", "90"),
      ("{fixed: 270}", "270"), ("leave", "270"), ("{follow: HEADLESS-2}", "270"), ("auto", "90"),
    ] {
      try write("outputs: [{match: HEADLESS-1, policy: \(policy)}]\n", atomically: true)
      try compositor.waitForTransform(transform)
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func changesBehindASymbolicLinkAreNoticed() throws {
    let real = "\(directory)/dotfiles"
    try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: true)
    try "".write(toFile: "\(real)/mine.yaml", atomically: false, encoding: .utf8)
    try FileManager.default.createDirectory(
      atPath: "\(directory)/.config/swivel", withIntermediateDirectories: true)
    #expect(symlink("\(real)/mine.yaml", path) == 0)
    let swivel = try started()
    defer { swivel.stop() }
    try "output: [DP-9]\n".write(toFile: "\(real)/mine.yaml", atomically: true, encoding: .utf8)
    try wait(swivel, for: "the configuration was read again")
    #expect(try !managed())
  }

  @Test func sighupAndReloadReadTheConfigurationAndReport() throws {
    try write("# nothing\n", atomically: false)
    let swivel = try started()
    defer { swivel.stop() }
    swivel.send(SIGHUP)
    try wait(swivel, for: "the configuration is unchanged")
    #expect(try compositor.run(Swivel.path, ["reload"]).status == 0)
    try write("rules: [\n", atomically: false)
    let broken = try compositor.run(Swivel.path, ["reload"])
    #expect(broken.status == 1 && broken.errors.contains("config.yaml:"))
    #expect(broken.errors.contains("the old configuration stays in use"))
    let status = try compositor.run(Swivel.path, ["status"]).output
    #expect(status.contains("config  ") && status.contains("the old configuration stays in use"))
    let chinese = try compositor.run(Swivel.path, ["status", "--lang", "zh"]).output
    #expect(chinese.contains("config.yaml:") && chinese.contains("；仍用旧配置\n"), "\(chinese)")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func closingTheTerminalEndsTheRun() throws {
    let line = ([Swivel.path] + Swivel.replay).joined(separator: " ")
    let script = """
      import os, pty, sys, time
      child, master = pty.fork()
      if child == 0: os.execvp("sh", ["sh", "-c", "exec \(line)"])
      seen = b""
      while b"confirmed" not in seen: seen += os.read(master, 4096)
      os.close(master)
      print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
      """
    let result = try Command.run(
      "python3", ["-c", script], environment: compositor.clientEnvironment)
    #expect(result.output == "0\n", "\(result.errors)")
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }
}
