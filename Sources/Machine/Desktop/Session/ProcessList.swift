// SPDX-License-Identifier: Apache-2.0
import Formats

/// A process whose name says that it turns screens.
public struct RotatingProcess: Hashable, Sendable {
  /// What our own daemon is called among the processes.
  public static let ownName = "swivel run"

  /// Its number.
  public let id: Int32
  /// What it is known as, such as `rot8`.
  public let name: String

  /// Names a process.
  public init(id: Int32, name: String) {
    self.id = id
    self.name = name
  }

  /// What a person can do so that it does not turn the screen against another program.
  public var remedy: String {
    name == "phosh"
      ? "lock the rotation in phosh's settings, or do without swivel run there"
      : "end it, and keep it from starting with the session"
  }
}

/// The processes of a machine, read from a directory such as `/proc`.
public struct ProcessList {
  /// Programs that turn screens, by the names of their files.
  private static let known: Set<String> = [
    "phosh", "rot8", "iio-hyprland", "iio-sway", "iio-niri", "screenrotator", "sway-autorotate",
  ]
  /// What the names of scripts for that purpose contain.
  private static let telling = ["autorotate", "auto-rotate", "auto_rotate", "rotate-screen"]
  /// Programs whose first argument is what really runs.
  private static let interpreters: Set<String> = [
    "sh", "bash", "dash", "zsh", "fish", "perl", "ruby", "node", "env",
  ]

  private let root: String

  /// Reads the processes below a directory.
  public init(root: String = "/proc") { self.root = root }

  /// Those that turn screens, in the order of their numbers.
  public var rotating: [RotatingProcess] {
    DirectoryListing.names(in: root).compactMap { entry in
      guard let id = Int32(entry), id > 0 else { return nil }
      return name(of: "\(root)/\(entry)").map { RotatingProcess(id: id, name: $0) }
    }
  }

  /// Those of them that were started as clients of the display that this environment names, our own
  /// left out; what another user runs cannot be told and is left out too.
  public func rivals(environment: (String) -> String?) -> [RotatingProcess] {
    guard let display = Self.display(environment) else { return [] }
    return rotating.filter { process in
      guard process.name != RotatingProcess.ownName else { return false }
      let settings = Self.text(of: "\(root)/\(process.id)/environ").split(separator: "\0")
      return Self.display { name in
        let setting = settings.first { $0.hasPrefix("\(name)=") }
        return setting.map { String($0.dropFirst(name.utf8.count + 1)) }
      } == display
    }
  }

  /// The socket of the display that an environment names.
  private static func display(_ environment: (String) -> String?) -> String? {
    let name = environment("WAYLAND_DISPLAY").flatMap { $0.isEmpty ? nil : $0 } ?? "wayland-0"
    if name.hasPrefix("/") { return name }
    return environment("XDG_RUNTIME_DIR").map { "\($0)/\(name)" }
  }

  /// The text of a file without the line's end; empty if it cannot be read.
  private static func text(of path: String) -> String {
    guard let bytes = try? RegularFile.read(path, atMost: 1 << 20) else { return "" }
    return String(decoding: bytes.last == 0x0A ? bytes.dropLast() : bytes[...], as: UTF8.self)
  }

  private func name(of directory: String) -> String? {
    // A kernel thread has no command line, somebody else's process may not show it.
    let line = Self.text(of: "\(directory)/cmdline")
    let words = line.split(separator: "\0").prefix(16).map(String.init)
    var candidates = words.first.map { [Self.file($0)] } ?? []
    if let program = candidates.first, Self.interprets(program) {
      // Options come before the script.
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
