// SPDX-License-Identifier: Apache-2.0

/// A marker file `NAME.protocol`, which names a protocol's source and the known versions.
///
/// `package PATH` is a file of this package; `wayland PATH` and `wayland-protocols PATH` are files
/// of the installed packages. `unused package PATH` means that no Swift code is generated yet.
/// Further lines `INTERFACE VERSION` limit the interfaces and their versions.
public struct ProtocolMarker: Hashable, Sendable {
  /// The location of the protocol file.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// The directory of `Package.swift`.
    case package
    /// The data directory of wayland-scanner.
    case wayland
    /// The data directory of wayland-protocols.
    case waylandProtocols = "wayland-protocols"
  }

  /// The directory to which the path is relative.
  public var source: Source
  /// The relative path.
  public var path: String
  /// Whether Swift code is generated for the protocol.
  public var isUsed: Bool
  /// The newest known version of each interface; empty if the file is used as a whole.
  public var versions: [String: Int] = [:]

  /// Parses a marker; empty lines and lines that begin with `#` are skipped.
  ///
  /// The result is `nil` if no line remains, or if a line is malformed.
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

/// The comparison of the marker files with the package's own protocol files.
public enum MarkerCheck {
  /// Returns one sentence per problem, with its remedy; empty if there are none.
  ///
  /// `markers` are the marker files; `protocolFiles` are the names of the files in `protocols/`.
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
