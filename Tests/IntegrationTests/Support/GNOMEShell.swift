// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation

/// GNOME Shell without a screen, with our extension on, and a way to have it do things.
final class GNOMEShell {
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
    // It answers Wayland's clients before it has its extensions, and begins in its overview.
    let process = compositor.process
    try Deadline.waitUntil("GNOME Shell\n\(process.errors)") {
      try caller.isOwned("io.github.swivel.Windows1") && evaluate("Main.overview.visible") == "true"
    }
    _ = try evaluate("Main.overview.hide()")
    try Deadline.waitUntil("the end of the overview\n\(process.errors)") {
      try evaluate("Main.overview.visible") == "false"
    }
  }

  /// The extension for the shell that is installed.
  static func extensionID() throws -> String {
    let version = try Command.run("gnome-shell", ["--version"]).output
    let number = version.split(separator: " ").last.flatMap { Int($0.prefix { $0.isNumber }) }
    return (number ?? 0) < 45 ? "windows-43@swivel.github.io" : "windows@swivel.github.io"
  }

  /// Puts the extension, and settings that switch it on, below a home.
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

  /// What a piece of JavaScript comes to in the shell, as JSON; empty for nothing.
  @discardableResult
  func evaluate(_ text: String) throws -> String {
    let shell = "org.gnome.Shell"
    let reply = try caller.call(shell, "/org/gnome/Shell", shell, "Eval", [.string(text)])
    guard reply.count == 2, reply[0].boolean == true, let value = reply[1].string else {
      throw Deadline.Passed(description: "GNOME Shell cannot evaluate \(text): \(reply)")
    }
    return value
  }

  /// Evaluates something of the window with an app id, which it calls `w`.
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

  /// What the extension has measured of itself for each change, in microseconds.
  func costs() throws -> [UInt32] {
    let name = "io.github.swivel.Windows1"
    let reply = try caller.call(name, "/io/github/swivel/Windows1", name, "Cost")
    return (reply.first?.elements ?? []).compactMap {
      if case .uint32(let number) = $0 { number } else { nil }
    }
  }
}
