// SPDX-License-Identifier: Apache-2.0
@testable import Formats

import Glibc

@testable import Daemon

/// Files in memory, which outlive a daemon; the disk can be full.
final class VirtualDisk: StateFiles {
  private(set) var files: [String: [UInt8]] = [:]
  var isFull = false
  /// The paths whose last write failed.
  private(set) var failed: Set<String> = []
  /// Called before each change; returns false if the daemon can change nothing any more.
  var mayChange: () -> Bool = { true }

  func read(
    _ path: String, atMost limit: Int, isPrivate: Bool
  ) throws(InputError) -> [UInt8]? { files[path] }

  func write(_ text: String, to path: String) throws(FileError) {
    guard mayChange() else { return }
    guard !isFull else {
      failed.insert(path)
      throw .writing(path, ENOSPC)
    }
    failed.remove(path)
    files[path] = Array(text.utf8)
  }

  func rewrite(_ text: String, to path: String) throws(FileError) { try write(text, to: path) }

  func remove(_ path: String) {
    guard mayChange() else { return }
    failed.remove(path)
    files[path] = nil
  }
}
