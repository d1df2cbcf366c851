// SPDX-License-Identifier: Apache-2.0

/// A user directory of the XDG Base Directory Specification.
///
/// A variable whose value is not an absolute path is treated as unset.
package enum BaseDirectory: String {
  case configuration = "XDG_CONFIG_HOME"
  case data = "XDG_DATA_HOME"
  case state = "XDG_STATE_HOME"

  /// Returns the directory's path; `nil` if neither the variable nor `HOME` is an absolute path.
  package func path(in environment: (String) -> String?) -> String? {
    Self.absolute(rawValue, environment)
      ?? Self.absolute("HOME", environment).map { "\($0)/\(belowHome)" }
  }

  /// Returns the data directories: the user's own first, if known, then those of `XDG_DATA_DIRS`,
  /// or `/usr/local/share` and `/usr/share` if it has no absolute path.
  package static func dataDirectories(in environment: (String) -> String?) -> [String] {
    let named = (environment("XDG_DATA_DIRS") ?? "").split(separator: ":").map(String.init)
      .filter { $0.hasPrefix("/") }
    let others = named.isEmpty ? ["/usr/local/share", "/usr/share"] : named
    return (data.path(in: environment).map { [$0] } ?? []) + others
  }

  /// Returns the home directory; `nil` if `HOME` is no absolute path or the root.
  package static func home(in environment: (String) -> String?) -> String? {
    absolute("HOME", environment).flatMap { $0 == "/" ? nil : $0 }
  }

  /// Returns a path inside `home` with `~` for that directory, since recordings and reports may be
  /// published; any other path unchanged.
  package static func abbreviated(_ path: String, home: String?) -> String {
    guard let home, path.hasPrefix("\(home)/") else { return path }
    return "~" + path.dropFirst(home.count)
  }

  private var belowHome: String {
    switch self {
    case .configuration: ".config"
    case .data: ".local/share"
    case .state: ".local/state"
    }
  }

  private static func absolute(_ name: String, _ environment: (String) -> String?) -> String? {
    environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
  }
}
