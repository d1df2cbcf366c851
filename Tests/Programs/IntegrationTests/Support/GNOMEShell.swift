// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation
import Testing

/// GNOME Shell without a screen, with Swivel's extension, controlled by JavaScript.
///
/// Only one thread at a time may use it.
final class GNOMEShell: @unchecked Sendable {
  static let environment = [
    "XDG_CURRENT_DESKTOP": "GNOME", "XDG_SESSION_TYPE": "wayland", "GSETTINGS_BACKEND": "keyfile",
    "LIBGL_ALWAYS_SOFTWARE": "1",
  ]

  let compositor: Compositor
  private let caller: BusCaller

  init() throws {
    compositor = try Compositor(.gnomeShell)
    let bus = compositor.bus
    guard let bus else { throw Deadline.Passed(description: "GNOME Shell has no bus") }
    caller = try BusCaller(bus)
    // The shell answers Wayland clients before it loads its extensions, and begins in its overview.
    let process = compositor.process
    try Deadline.waitUntil("GNOME Shell\n\(process.errors)") {
      try caller.isOwned("io.github.swivel.Windows1") && evaluate("Main.overview.visible") == "true"
    }
    _ = try evaluate("Main.overview.hide()")
    try Deadline.waitUntil("the end of the overview\n\(process.errors)") {
      try evaluate("Main.overview.visible") == "false"
    }
  }

  /// Resets the shell to its state at the start: without windows, on its first workspace, and with
  /// the extension newly switched on.
  func reset() throws {
    try Deadline.waitUntil("the end of all windows\n\(compositor.process.errors)") {
      try evaluate("global.get_window_actors().length") == "0"
    }
    let manager = "global.workspace_manager"
    try evaluate("\(manager).get_workspace_by_index(0).activate(global.get_current_time())")
    try evaluate(
      "while (\(manager).n_workspaces > 1) \(manager).remove_workspace("
        + "\(manager).get_workspace_by_index(\(manager).n_workspaces - 1), global.get_current_time())"
    )
    let id = try Self.extensionID()
    for verb in ["disable", "enable"] {
      try evaluate("Main.extensionManager.\(verb)Extension('\(id)')")
    }
    try Deadline.waitUntil("the extension\n\(compositor.process.errors)") {
      try caller.isOwned("io.github.swivel.Windows1")
    }
  }

  /// Returns the identifier of the extension for the installed shell.
  static func extensionID() throws -> String {
    let version = try Command.run("gnome-shell", ["--version"]).output
    let number = version.split(separator: " ").last.flatMap { Int($0.prefix { $0.isNumber }) }
    return (number ?? 0) < 45 ? "windows-43@swivel.github.io" : "windows@swivel.github.io"
  }

  /// Installs the extension, and settings that switch it on, below a home.
  static func prepare(in directory: RuntimeDirectory) throws {
    let id = try extensionID()
    _ = try directory.write(
      "[org/gnome/shell]\nenabled-extensions=['\(id)']\ndisable-user-extensions=false\n"
        + "welcome-dialog-last-shown-version='99'\n",
      to: ".config/glib-2.0/settings/keyfile")
    let folder = "\(directory.path)/.local/share/gnome-shell/extensions"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let source = "\(Swivel.packageRoot)/packaging/gnome-shell/\(id)"
    let copied = try Command.run("cp", ["-rL", source, folder])
    guard copied.status == 0 else { throw Deadline.Passed(description: copied.errors) }
  }

  /// Returns the value of a piece of JavaScript in the shell, as JSON; empty for no value.
  @discardableResult
  func evaluate(_ text: String) throws -> String {
    let shell = "org.gnome.Shell"
    let reply = try caller.call(shell, "/org/gnome/Shell", shell, "Eval", [.string(text)])
    guard reply.count == 2, reply[0].boolean == true, let value = reply[1].string else {
      throw Deadline.Passed(description: "GNOME Shell cannot evaluate \(text): \(reply)")
    }
    return value
  }

  /// Evaluates JavaScript in which `w` is the window with an app id.
  @discardableResult
  func evaluate(_ text: String, of appID: String) throws -> String {
    try evaluate(
      "{ const w = global.get_window_actors().map(actor => actor.meta_window)"
        + ".find(window => window.get_wm_class() === '\(appID)'); \(text) }")
  }

  /// Gives a window the focus.
  func activate(_ appID: String) throws {
    try evaluate("w.activate(global.get_current_time())", of: appID)
  }

  /// Returns the time that the extension has measured for each of its changes, in microseconds.
  func costs() throws -> [UInt32] {
    let name = "io.github.swivel.Windows1"
    let reply = try caller.call(name, "/io/github/swivel/Windows1", name, "Cost")
    return (reply.first?.elements ?? []).compactMap {
      if case .uint32(let number) = $0 { number } else { nil }
    }
  }
}

/// Starts GNOME Shell once for all tests of a suite, and resets it for each of them.
struct SharedGNOMEShell: SuiteTrait, TestScoping {
  @TaskLocal private static var running: GNOMEShell?

  /// Returns the reset shell of the suite that the current test belongs to.
  static func shell() throws -> GNOMEShell {
    let shell = try #require(running)
    try shell.reset()
    return shell
  }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let shell = try GNOMEShell()
    defer { shell.compositor.stop() }
    try await Self.$running.withValue(shell) { try await function() }
  }
}

extension Trait where Self == SharedGNOMEShell {
  /// One GNOME Shell for the whole suite.
  static var sharedGNOMEShell: Self { Self() }
}
