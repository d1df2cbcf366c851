// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The files in Tests/Snapshots/explanation.
enum Snapshots {
  private static let folder = ExampleFiles.root.appending(path: "Tests/Snapshots/explanation")

  /// Compares word for word; with SWIVEL_UPDATE_SNAPSHOTS=1 the file is written anew first.
  static func compare(_ text: String, with name: String) throws {
    let file = folder.appendingPathComponent("\(name).txt")
    if ProcessInfo.processInfo.environment["SWIVEL_UPDATE_SNAPSHOTS"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }
}
