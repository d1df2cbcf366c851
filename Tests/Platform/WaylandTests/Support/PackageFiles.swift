// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import XML

/// The protocol files of the package and of this system.
enum PackageFiles {
  static func url(_ path: String) -> URL { ExampleFiles.root.appending(path: path) }

  static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }

  static func names(in path: String, suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url(path).path)
      .filter { $0.hasSuffix(suffix) }.sorted()
  }

  static func parse(_ url: URL) throws -> ProtocolDescription {
    try ProtocolParser.parse(Data(contentsOf: url), file: url.lastPathComponent)
  }

  /// Returns every protocol file of our own.
  static func ownProtocols() throws -> [ProtocolDescription] {
    try names(in: "protocols", suffix: ".xml").map { try parse(url("protocols/" + $0)) }
  }

  /// Returns the path of a marker's protocol file on this system.
  static func file(of marker: ProtocolMarker) throws -> String {
    func directory(_ module: String) throws -> String {
      try Tool.run(["pkg-config", "--variable=pkgdatadir", module])
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return switch marker.source {
    case .package: url(marker.path).path
    case .wayland: try directory("wayland-scanner") + "/" + marker.path
    case .waylandProtocols: try directory("wayland-protocols") + "/" + marker.path
    }
  }
}
