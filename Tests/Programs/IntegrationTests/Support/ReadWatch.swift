// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Watches by inotify how another program reads files.
final class ReadWatch {
  private let descriptor: Int32
  private let watches: [Int32]
  private let files: [String]

  /// Watches files that are read in this order.
  init(_ files: [String]) throws {
    let made = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard made >= 0 else { throw POSIXError.current }
    descriptor = made
    self.files = files
    watches = files.map { inotify_add_watch(made, $0, UInt32(IN_ACCESS)) }
    guard watches.allSatisfy({ $0 >= 0 }) else { throw POSIXError.current }
  }

  deinit { close(descriptor) }

  /// Waits until all files were read once more, from the first to the last.
  func waitForReading() throws {
    _ = reads()
    var next = 0
    try Deadline.waitUntil("a reading of \(files[min(next, files.count - 1)])") {
      for watch in reads() where next < watches.count && watch == watches[next] { next += 1 }
      return next == watches.count
    }
  }

  /// Returns the watches of the files that were read since the last call.
  private func reads() -> [Int32] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return [] }
    // Each event has no name: watch, mask, cookie and length of the name, 32 bits each.
    return buffer.withUnsafeBytes { bytes in
      stride(from: 0, to: count, by: 16).map { bytes.load(fromByteOffset: $0, as: Int32.self) }
    }
  }
}
