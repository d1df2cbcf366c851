// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProtocolXML

/// Files of the package, found from where this source lies.
enum PackageFiles {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static func url(_ path: String) -> URL { root.appending(path: path) }

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

  /// Every protocol file of our own.
  static func ownProtocols() throws -> [ProtocolDescription] {
    try names(in: "protocols", suffix: ".xml").map { try parse(url("protocols/" + $0)) }
  }

  /// Where the protocol file of a marker lies on this system.
  static func file(of marker: ProtocolMarker) throws -> String {
    func directory(_ module: String) throws -> String {
      try run("pkg-config", ["--variable=pkgdatadir", module])
        .trimmingCharacters(in: .whitespacesAndNewlines)
    }
    return switch marker.source {
    case .package: url(marker.path).path
    case .wayland: try directory("wayland-scanner") + "/" + marker.path
    case .waylandProtocols: try directory("wayland-protocols") + "/" + marker.path
    }
  }

  /// The output of a program; a missing program is an error, never a skip.
  static func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw ProgramFailure(program: program, status: process.terminationStatus)
    }
    return String(decoding: data, as: UTF8.self)
  }
}

struct ProgramFailure: Error {
  let program: String
  let status: Int32
}
