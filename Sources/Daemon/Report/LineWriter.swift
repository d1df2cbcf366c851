// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes whole lines to a descriptor at once, so that a pipe's reader gets them when they happen.
struct LineWriter {
  let descriptor: Int32

  static let output = LineWriter(descriptor: STDOUT_FILENO)
  static let errors = LineWriter(descriptor: STDERR_FILENO)

  /// Writes text and a line break; a reader that has gone is no reason to stop.
  func write(_ text: String) {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}
