// SPDX-License-Identifier: Apache-2.0

/// A marker file `NAME.protocol`: a line that says where a protocol comes from, and how new.
///
/// `package PATH` is a file of this package, `wayland PATH` and `wayland-protocols PATH` are files
/// of the installed packages. `unused package PATH` states that no Swift is wanted for it yet.
/// Lines `INTERFACE VERSION` below it say which interfaces are known, each up to which version.
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
  /// The newest version that is known of each interface; all of the file if there are none.
  public var versions: [String: Int] = [:]

  /// Reads a marker but for empty lines and comments (`#`); nil unless lines of that form are left.
  public init?(_ text: String) {
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard let line = lines.first else { return nil }
    var words = line.split(separator: " ")
    isUsed = words.first != "unused"
    if !isUsed { words.removeFirst() }
    guard words.count == 2, let source = Source(rawValue: String(words[0])) else { return nil }
    guard words[1].hasSuffix(".xml"), !words[1].hasPrefix("/") else { return nil }
    self.source = source
    path = String(words[1])
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2, let version = Int(words[1]), version > 0 else { return nil }
      guard versions.updateValue(version, forKey: String(words[0])) == nil else { return nil }
    }
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
          "\(name) must begin with a line [unused] package|wayland|wayland-protocols PATH.xml, "
            + "after which there may be lines INTERFACE VERSION")
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
