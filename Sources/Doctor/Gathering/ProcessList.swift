// SPDX-License-Identifier: Apache-2.0
import Formats
import Sensors

/// The processes of a machine, read from a directory such as `/proc`.
struct ProcessList {
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

  let root: String

  /// Those that turn screens, in the order of their numbers.
  var arbiters: [ArbiterFacts.Process] {
    DirectoryListing.names(in: root).compactMap { entry in
      guard let id = Int32(entry), id > 0 else { return nil }
      return name(of: "\(root)/\(entry)").map { ArbiterFacts.Process(id: id, name: $0) }
    }
  }

  private func name(of directory: String) -> String? {
    // A kernel thread has no command line, somebody else's process may not show it.
    let line = DeviceTree.text(of: "\(directory)/cmdline") ?? ""
    let words = line.split(separator: "\0").prefix(16).map(String.init)
    var candidates = words.first.map { [Self.file($0)] } ?? []
    if let program = candidates.first, Self.interprets(program) {
      // Options come before the script.
      let script = words.dropFirst().first { !$0.hasPrefix("-") && !$0.contains("=") }
      candidates += script.map { [Self.file($0)] } ?? []
    }
    candidates += DeviceTree.text(of: "\(directory)/comm").map { [$0] } ?? []
    if candidates.contains("swivel") {
      return words.dropFirst().first == "run" ? ArbiterFacts.ownName : nil
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
