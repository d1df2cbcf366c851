// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// A process that rotates screens or prints orientations, recognised by its name.
public struct RotatingProcess: Hashable, Sendable {
  /// The name of Swivel's own daemon in this list.
  public static let ownName = "swivel run"
  /// The program of iio-sensor-proxy that prints orientations; many scripts rotate the screen by
  /// its lines.
  public static let printerName = "monitor-sensor"

  /// The process identifier.
  public let id: Int32
  /// The program's name, such as `rot8`.
  public let name: String

  /// Creates a process.
  public init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// Whether the program only prints orientations, for scripts or for a person.
  public var onlyPrints: Bool { name == Self.printerName }

  /// The user's way to stop the program from competing for the screen.
  public var remedy: String {
    switch name {
    case "phosh": "lock the rotation in phosh's settings, or do without swivel run there"
    case Self.printerName:
      "if a script started it to turn the screen, end that script, and keep it from starting with "
        + "the session"
    default: "end it, and keep it from starting with the session"
    }
  }
}

/// The processes of a machine, read from a directory such as `/proc`.
public struct ProcessList {
  /// Names of the executable files of programs that rotate screens or print orientations.
  private static let known: Set<String> = [
    "phosh", "rot8", "iio-hyprland", "iio-sway", "iio-niri", "screenrotator", "sway-autorotate",
    "hyprspin", "tablet-auto-rotate", RotatingProcess.printerName,
  ]
  /// Parts of the names of scripts that rotate screens.
  private static let telling = [
    "autorotat", "auto-rotat", "auto_rotat", "rotate-screen", "rotate_screen", "screen-rotat",
    "screen_rotat",
  ]
  /// The interpreters, besides Python; their script is the first argument that neither begins with
  /// a hyphen nor contains `=`.
  private static let interpreters: Set<String> = [
    "sh", "bash", "dash", "zsh", "fish", "perl", "ruby", "node", "env",
  ]

  private let root: String

  /// Creates a list that reads a directory such as `/proc` at each use.
  public init(root: String = "/proc") { self.root = root }

  /// The processes that rotate screens or print orientations, with Swivel's daemons, sorted by
  /// process identifier.
  public var rotating: [RotatingProcess] {
    DirectoryListing.names(in: root).compactMap { entry in
      guard let id = Int32(entry), id > 0 else { return nil }
      return name(of: "\(root)/\(entry)").map { RotatingProcess(id: id, name: $0) }
    }
  }

  /// Returns whether a process with this kernel name, of at most 15 characters, exists.
  public func isRunning(_ name: String) -> Bool {
    DirectoryListing.names(in: root).contains {
      Int32($0) != nil && Self.text(of: "\(root)/\($0)/comm") == name
    }
  }

  /// Returns the rotating processes whose own environment names the same display as `environment`;
  /// empty if the path of that display is unknown.
  ///
  /// Swivel's daemon and other users' processes, whose environment cannot be read, are left out.
  public func rivals(environment: (String) -> String?) -> [RotatingProcess] {
    guard let display = Self.display(environment) else { return [] }
    return rotating.filter { $0.name != RotatingProcess.ownName && self.display(of: $0) == display }
  }

  /// Returns the rotating processes that may rotate the environment's display, including Swivel's
  /// daemons.
  ///
  /// These are the processes whose own environment names that display and, if either display is
  /// unknown, this user's processes.
  public func competing(environment: (String) -> String?) -> [RotatingProcess] {
    let own = Self.display(environment)
    return rotating.filter { process in
      guard let display = display(of: process), let own else { return isOwn(process) }
      return display == own
    }
  }

  /// Returns the path of the display socket of a process; `nil` if its environment cannot be read,
  /// or has no XDG_RUNTIME_DIR and no absolute WAYLAND_DISPLAY.
  private func display(of process: RotatingProcess) -> String? {
    let settings = Self.text(of: "\(root)/\(process.id)/environ").split(separator: "\0")
    return Self.display { name in
      let setting = settings.first { $0.hasPrefix("\(name)=") }
      return setting.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
  }

  private func isOwn(_ process: RotatingProcess) -> Bool {
    var status = stat()
    return unsafe stat("\(root)/\(process.id)", &status) == 0 && status.st_uid == geteuid()
  }

  /// Returns the path of the display socket that an environment names, by default `wayland-0`;
  /// `nil` for a relative name without XDG_RUNTIME_DIR.
  private static func display(_ environment: (String) -> String?) -> String? {
    let name = environment("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
    if name.hasPrefix("/") { return name }
    return environment("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
  }

  private static func text(of path: String) -> String {
    guard let bytes = try? RegularFile.read(path, atMost: 1 << 20) else { return "" }
    return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  private func name(of directory: String) -> String? {
    // Kernel threads have no command line, and other users' processes may hide theirs.
    let line = Self.text(of: "\(directory)/cmdline")
    let words = line.split(separator: "\0").prefix(16).map(String.init)
    var candidates = words.first.map { [Self.file($0)] } ?? []
    if let program = candidates.first, Self.interprets(program) {
      let script = words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") }
      candidates += script.map { [Self.file($0)] } ?? []
    }
    candidates.append(Self.text(of: "\(directory)/comm"))
    if candidates.contains("swivel") {
      return words.dropFirst().first == "run" ? RotatingProcess.ownName : nil
    }
    return candidates.first { Self.turnsScreens($0.lowercased()) }
  }

  private static func turnsScreens(_ name: String) -> Bool {
    known.contains(name) || telling.contains { name.contains($0) }
  }

  private static func interprets(_ program: String) -> Bool {
    interpreters.contains(program) || program.hasPrefix("python")
  }

  private static func file(_ path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
