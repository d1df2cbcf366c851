// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A pointer at KWin, which has no virtual pointers but a protocol for such tests.
final class KWinHand {
  private let process: ChildProcess
  private let directory: RuntimeDirectory
  private let lines: Int32

  init(_ host: Compositor) throws {
    directory = try RuntimeDirectory()
    let path = "\(directory.path)/lines"
    try #require(mkfifo(path, 0o600) == 0)
    // Open for reading, too, so that `open` does not wait for a reader.
    lines = open(path, O_RDWR | O_CLOEXEC)
    try #require(lines >= 0)
    process = try ChildProcess(
      "python3",
      ["\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/kwin-hand.py", path],
      environment: host.clientEnvironment)
    _ = try process.waitForLine { $0 == "ready" }
  }

  deinit {
    process.stop()
    close(lines)
  }

  /// Moves the pointer to a place in logical pixels and presses its main button once.
  func click(_ x: Double, _ y: Double) throws {
    let line = Array("\(x) \(y)\n".utf8)
    try #require(write(lines, line, line.count) == line.count)
    _ = try process.waitForLine { $0 == "clicked" }
  }
}
