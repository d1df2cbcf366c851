// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes whole lines to a descriptor at once, so that a pipe's reader gets them when they happen.
///
/// It waits for whoever reads; where that must not be, a `LineQueue` comes before it.
struct LineWriter {
  let descriptor: Int32

  static let errors = LineWriter(descriptor: STDERR_FILENO)

  /// Writes text and a line break; returns the error's number if it did not come off.
  @discardableResult
  func write(_ text: String) -> Int32? {
    var bytes = Array((text + "\n").utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes = bytes.dropFirst(count)
      } else if count < 0, errno == EAGAIN {
        // Another program has set what we share with it not to wait.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wanted, 1, -1)
      } else if count == 0 || errno != EINTR {
        return count == 0 ? EIO : errno
      }
    }
    return nil
  }
}
