// SPDX-License-Identifier: Apache-2.0

/// Compares the marker files with the package's own protocol files.
public enum MarkerCheck {
  /// Lists what is wrong, one sentence each that says what to do; empty if all is well.
  ///
  /// - Parameters:
  ///   - markers: file name and text of each marker.
  ///   - protocolFiles: names of the XML files in `protocols/`.
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
