// SPDX-License-Identifier: Apache-2.0

/// A marker file `NAME.protocol`: one line that says where a protocol comes from.
///
/// `package PATH` is a file of this package, `wayland PATH` and `wayland-protocols PATH` are files
/// of the installed packages. `unused package PATH` states that no Swift is wanted for it yet.
public struct ProtocolMarker: Hashable, Sendable {
  /// Where the protocol file lies.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// Beside `Package.swift`.
    case package
    /// In the data directory of wayland-scanner.
    case wayland
    /// In the data directory of wayland-protocols.
    case waylandProtocols = "wayland-protocols"
  }

  /// Where the path begins.
  public var source: Source
  /// The path below it.
  public var path: String
  /// Whether Swift is generated.
  public var isUsed: Bool

  /// Reads a marker but for empty lines and comments (`#`); nil unless one line of that form is left.
  public init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard lines.count == 1, let line = lines.first else { return nil }
    var words = line.split(separator: " ")
    isUsed = words.first != "unused"
    if !isUsed { words.removeFirst() }
    guard words.count == 2, let source = Source(rawValue: String(words[0])) else { return nil }
    guard words[1].hasSuffix(".xml"), !words[1].hasPrefix("/") else { return nil }
    self.source = source
    path = String(words[1])
  }
}

/// Compares the marker files with the package's own protocol files.
public enum MarkerCheck {
  /// Lists what is wrong, one sentence each that says what to do; empty if all is well.
  public static func complaints(
    markers: [(name: String, text: String)], protocolFiles: [String]
  ) -> [String] {
    var complaints: [String] = []
    var named: Set<String> = []
    for (name, text) in markers.sorted(by: { $0.name < $1.name }) {
      guard let marker = ProtocolMarker(text) else {
        complaints.append(
          "\(name) must hold one line: [unused] package|wayland|wayland-protocols PATH.xml")
        continue
      }
      guard marker.source == .package else { continue }
      named.insert(marker.path)
      if !protocolFiles.contains(where: { "protocols/" + $0 == marker.path }) {
        complaints.append(
          "\(name) names \(marker.path), which does not exist: restore the file or remove the marker"
        )
      }
    }
    for file in protocolFiles.sorted() where !named.contains("protocols/" + file) {
      complaints.append(
        "protocols/\(file) has no marker: add "
          + "\(file.dropLast(4)).protocol here with the line 'package protocols/\(file)' "
          + "(or 'unused package …' if no Swift is wanted)")
    }
    return complaints
  }
}
