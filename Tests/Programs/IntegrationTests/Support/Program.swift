// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Finds the programs that a test needs; a missing one fails the test, it is never skipped.
enum Program {
  /// A program that is not installed, with the command that installs it.
  struct Missing: Error, CustomStringConvertible {
    let name: String

    var description: String {
      guard let package = Program.packages[name] else { return "\(name) is not in the PATH" }
      return "\(name) is not installed: apt-get install \(package), or make install-deps"
    }
  }

  /// The Debian packages that hold the programs.
  static let packages = [
    "/usr/bin/lldb": "lldb", "/usr/bin/python3": "python3-dbusmock", "busctl": "systemd",
    "cc": "gcc", "clang": "clang",
    "chromium": "chromium", "dbus-daemon": "dbus-daemon",
    "fish": "fish", "foot": "foot", "gcc": "gcc", "gdbus": "libglib2.0-bin",
    "gnome-shell": "gnome-shell", "grim": "grim",
    "iio-sensor-proxy": "iio-sensor-proxy",
    "jq": "jq", "kwin_wayland": "kwin-wayland", "make": "make", "man": "man-db",
    "mutter": "mutter", "phoc": "phoc", "python3": "python3", "readelf": "binutils",
    "rsvg-convert": "librsvg2-bin", "rustc": "rustc", "sway": "sway", "swayidle": "swayidle",
    "swaymsg": "sway",
    "systemd-analyze": "systemd", "systemd-hwdb": "udev", "umockdev-run": "umockdev",
    "umockdev-wrapper": "umockdev", "unshare": "util-linux", "valgrind": "valgrind",
    "wayland-info": "wayland-utils", "weston": "weston", "weston-screenshooter": "weston",
    "weston-simple-shm": "weston", "wl-copy": "wl-clipboard", "wl-paste": "wl-clipboard",
    "wlr-randr": "wlr-randr", "zsh": "zsh",
  ]

  static let searchPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

  /// The folders of daemons on Debian 12 and 13, which are not in the PATH.
  private static let daemonFolders = ["/usr/sbin", "/usr/libexec"]

  /// The programs that tests have used so far.
  private static let used = Mutex<Set<String>>([])

  /// Compiles a library of `Programs/` to preload into a program.
  static func library(_ name: String, in directory: RuntimeDirectory) throws -> String {
    let library = "\(directory.path)/\(name).so"
    let source = "\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/\(name).c"
    let compiled = try Command.run(
      "cc", ["-shared", "-fPIC", "-Wall", "-Werror", "-o", library, source])
    guard compiled.status == 0 else { throw Deadline.Passed(description: compiled.errors) }
    return library
  }

  /// Returns the absolute path of a program; a name with a slash is a path already.
  static func require(_ name: String) throws -> String {
    let folders = searchPath.split(separator: ":").map(String.init) + daemonFolders
    let candidates = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    guard let path = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw Missing(name: name)
    }
    record(path)
    return path
  }

  /// Adds a used program to the file that `make test` names, from which `scripts/record-tested`
  /// makes the table of tested systems.
  private static func record(_ path: String) {
    guard used.withLock({ $0.insert(path).inserted }),
      let file = ProcessInfo.processInfo.environment["SWIVEL_PROGRAMS_USED"],
      let stream = fopen(file, "ae")
    else { return }
    fputs(path + "\n", stream)
    fclose(stream)
  }
}
