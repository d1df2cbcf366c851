// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Programs are run around a turn, and nothing that they do holds it up for long.
@Suite(.serialized) struct HookTests {
  private let compositor: Compositor
  private var directory: String { compositor.runtimeDirectory }

  init() throws { compositor = try Compositor(.phoc) }

  private func start(_ hooks: String) throws -> ChildProcess {
    let path = "\(directory)/config.yaml"
    try "hooks: \(hooks)\n".write(toFile: path, atomically: false, encoding: .utf8)
    return try Swivel.start(Swivel.replay + ["--config", path], on: compositor)
  }

  private func text(_ name: String) -> String {
    (try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)) ?? ""
  }

  /// A program may print without end, and characters for terminals.
  @Test func theOutputOfHooksIsEscapedAndBounded() throws {
    let swivel = try start(
      "{after: [sh, -c, 'printf \"a\\\\033[31m\\\\n\" >&2; yes'], timeout: 2000}")
    defer { swivel.stop() }
    try Deadline.waitUntil("the end\n\(swivel.errors)") {
      swivel.errors.contains("has not ended within")
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(swivel.errors.contains("hook: aU+001B[31m\n"), "\(swivel.errors.prefix(500))")
    #expect(swivel.errors.utf8.count < 10_000)
    #expect(swivel.errors.contains(" more in 10 s, the last: y"))
  }

  @Test func hooksReceiveTheRotationInEveryVocabulary() throws {
    // A program that writes what it sees; its arguments would break if a shell read them.
    let script = "\(directory)/hook"
    try "#!/bin/sh\n{ env; echo \"arguments $*\"; ls /proc/self/fd; } > \"$1\"\n".write(
      toFile: script, atomically: false, encoding: .utf8)
    chmod(script, 0o755)
    let swivel = try start(
      "{before: [[\(script), \(directory)/before, '$HOME; \"x']], "
        + "after: [\(script), \(directory)/after]}")
    defer { swivel.stop() }
    try Deadline.waitUntil("the program after the turn") { text("after").contains("arguments") }
    let before = text("before")
    let wanted = [
      "SWIVEL_WHEN=before", "SWIVEL_OUTPUT=HEADLESS-1", "SWIVEL_OLD_WAYLAND=normal",
      "SWIVEL_NEW_WAYLAND=90", "SWIVEL_NEW_SWAY=270", "SWIVEL_NEW_XRANDR=left",
      "SWIVEL_NEW_KSCREEN=left", "SWIVEL_OLD_KSCREEN=none", "SWIVEL_NEW_GNOME=left",
      "SWIVEL_NEW_ANDROID=270", "SWIVEL_NEW_NUMBER=1", "SWIVEL_NEW_DEGREES=90",
      "SWIVEL_NEW_EDGE_UP=left", "SWIVEL_NEW_SENSOR=left-up",
      "SWIVEL_NEW_ORIENTATION=portrait-upside-down", "SWIVEL_NEW_W3C=portrait-secondary",
      "SWIVEL_NEW_IOS=portraitUpsideDown", "PREV_ORIENTATION=normal", "ORIENTATION=270",
      "arguments \(directory)/before $HOME; \"x",
    ]
    let lines = Set(before.split(separator: "\n").map(String.init))
    #expect(wanted.filter { !lines.contains($0) } == [])
    #expect(text("after").contains("SWIVEL_WHEN=after"))
    // 0, 1, 2 and the directory that ls reads: nothing of ours reaches a program.
    #expect(lines.filter { Int($0) != nil }.count <= 4, "\(before)")
  }

  @Test func aHangingHookDelaysTheRotationNoLongerThanConfigured() throws {
    let swivel = try start("{before: [sleep, '1000'], wait: 300, timeout: 600000}")
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("turned normal -> 90") }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    // The program hangs still, so that nothing but `wait` has ended the delay.
    #expect(children(of: swivel.pid).count == 1)
    #expect(!swivel.errors.contains("has not ended"), "\(swivel.errors)")
  }

  @Test func aHangingHookIsEndedAtItsTimeout() throws {
    let swivel = try start("{before: [sleep, '1000'], wait: 300, timeout: 600}")
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    try Deadline.waitUntil("the end\n\(swivel.errors)") {
      swivel.errors.contains("hook sleep: the program has not ended within 600 ms and is ended")
    }
    try Deadline.waitUntil("no child") { children(of: swivel.pid).isEmpty }
  }

  @Test func childrenOfAHookAreKilledEvenIfTheyIgnoreSIGTERM() throws {
    let stubborn = "trap '' TERM; echo $$ > \(directory)/pid; while :; do sleep 1000; done"
    let swivel = try start("{after: [sh, -c, \"(\(stubborn)) & wait\"], timeout: 300}")
    defer { swivel.stop() }
    try Deadline.waitUntil("the grandchild") { !text("pid").isEmpty }
    let group = try #require(children(of: swivel.pid).first)
    try Deadline.waitUntil("the end of the group") { ProcessGroup.members(of: group).isEmpty }
  }

  @Test func aMissingOrFailingHookIsReportedAndTheOutputRotates() throws {
    let swivel = try start("{before: [[no-such-program], [\"false\"]], after: [/etc/passwd]}")
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    for text in [
      "hook no-such-program: there is no such program",
      "hook \"false\": ended with exit code 1", "Permission denied",
    ] {
      let plain = text.replacingOccurrences(of: "\"false\"", with: "false")
      try Deadline.waitUntil("\(plain)\n\(swivel.errors)") { swivel.errors.contains(plain) }
    }
  }

  @Test func restoringTheOutputAtExitRunsTheHook() throws {
    let swivel = try start("{after: [sh, -c, 'echo $SWIVEL_NEW_WAYLAND >> \(directory)/log']}")
    defer { swivel.stop() }
    try Deadline.waitUntil("the first turn") { text("log") == "90\n" }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(text("log") == "90\nnormal\n")
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  @Test func aHangingHookDoesNotPreventTheExit() throws {
    let swivel = try start("{after: [sleep, '1000'], timeout: 600000}")
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    let programs = children(of: swivel.pid)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(swivel.errors.contains("hook sleep: the program was still running and is ended"))
    // Whoever inherits the ended program takes it from the list a moment later.
    try Deadline.waitUntil("the end of \(programs)") {
      programs.allSatisfy { ProcessGroup.members(of: $0).isEmpty }
    }
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }

  private func children(of pid: pid_t) -> [pid_t] {
    let file = "/proc/\(pid)/task/\(pid)/children"
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: " ").compactMap { pid_t($0) }
  }
}
