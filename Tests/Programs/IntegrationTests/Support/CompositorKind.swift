// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The compositors that tests run against, all without a screen, a graphics card or an input device.
enum CompositorKind: String, CaseIterable, Sendable {
  /// Implements wlr-output-management, and reports its heads exactly.
  case phoc
  /// Implements wlr-output-management, but 1.7 reports its headless outputs as off.
  case sway
  /// Implements no output management at all.
  case weston
  /// Rotates outputs over the message bus only.
  case mutter
  /// Implements KDE's own output management.
  case kwin
  /// Swivel's own compositor, which implements everything that the daemon uses.
  case swivel
  /// Mutter with GNOME's shell and Swivel's extension; it takes longer to start.
  case gnomeShell

  /// The kinds for tests of all compositors.
  static let allCases: [CompositorKind] = [.phoc, .sway, .weston, .mutter, .kwin, .swivel]
  /// The kinds that rotate outputs by a protocol or a bus name.
  static let turning = allCases.filter { $0 != .weston }
  /// The kinds with the wlroots protocols.
  static let wlroots: [CompositorKind] = [.phoc, .sway, .swivel]

  /// Whether the compositor needs a message bus of its own.
  var needsBus: Bool { self == .mutter || self == .kwin || self == .gnomeShell }

  /// The name of the compositor's first output.
  var firstOutput: String {
    switch self {
    case .phoc, .sway, .swivel: "HEADLESS-1"
    case .weston: "headless"
    case .mutter, .gnomeShell: "Meta-0"
    case .kwin: "Virtual-0"
    }
  }

  var socketName: String {
    switch self {
    case .phoc, .mutter, .kwin, .gnomeShell: "wayland-0"
    case .sway, .weston, .swivel: "wayland-1"
    }
  }

  /// Returns the program and its arguments; writes the configuration into the runtime directory.
  func command(in directory: RuntimeDirectory, outputs: Int) throws -> (String, [String]) {
    switch self {
    case .phoc:
      var configuration = "[core]\nxwayland=false\n"
      for number in 1...outputs {
        configuration += "[output:HEADLESS-\(number)]\nmode = 1280x800\n"
      }
      return ("phoc", ["-C", try directory.write(configuration, to: "phoc.ini")])
    case .sway:
      _ = try Program.require("sway")
      let configuration = """
        output * mode 1280x800
        xwayland disable
        default_border none

        """
      let arguments = ["-c", try directory.write(configuration, to: "sway.conf")]
      guard getuid() == 0 else { return ("sway", arguments) }
      // sway refuses to run as root, but accepts a user namespace that maps root to another user.
      let mapping = ["--user", "--map-user=1000", "--map-group=1000", "sway"]
      return ("unshare", mapping + arguments)
    case .weston:
      precondition(outputs == 1, "weston's headless back end has one output")
      return (
        "weston",
        [
          "--backend=headless-backend.so", "--use-pixman", "--width=1280", "--height=800",
          "--idle-time=0", "--socket=\(socketName)",
        ]
      )
    case .mutter:
      let monitors = (1...outputs).flatMap { _ in ["--virtual-monitor", "1280x800"] }
      return ("mutter", ["--headless", "--no-x11"] + monitors)
    case .kwin:
      // A copy has no file capability, which a container may refuse; it needs the same name.
      let copy = "\(directory.path)/kwin_wayland"
      // By another program: a child that another test starts meanwhile must not keep the copy open
      // for writing, or it cannot be executed.
      _ = try Command.run("cp", [try Program.require("kwin_wayland"), copy])
      return (
        copy,
        [
          "--virtual", "--width", "1280", "--height", "800", "--no-lockscreen",
          "--no-global-shortcuts", "--output-count", "\(outputs)",
        ]
      )
    case .gnomeShell:
      _ = try Program.require("gnome-shell")
      try GNOMEShell.prepare(in: directory)
      let monitors = (1...outputs).flatMap { _ in ["--virtual-monitor", "1280x800"] }
      // In unsafe mode every client may have the shell evaluate JavaScript, as the tests do.
      let mode = ["--headless", "--wayland", "--no-x11", "--unsafe-mode"]
      return ("gnome-shell", mode + ["--wayland-display", socketName] + monitors)
    case .swivel:
      // Outputs rotate as a whole here, as on a desktop.
      let list = Array(repeating: ["--output", "1280x800"], count: outputs).flatMap(\.self)
      return (
        Swivel.path, ["compositor", "--socket", socketName, "--rules", "desktop"] + list
      )
    }
  }

  func environment(outputs: Int) -> [String: String] {
    if self == .gnomeShell { return GNOMEShell.environment }
    return [
      "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman",
      "WLR_HEADLESS_OUTPUTS": "\(outputs)",
      // Without OpenGL, and with windows reported to every client.
      "KWIN_COMPOSE": "Q", "KWIN_WAYLAND_NO_PERMISSION_CHECKS": "1",
    ]
  }
}
