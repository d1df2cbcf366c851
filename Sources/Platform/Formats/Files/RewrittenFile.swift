// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A small file that this process keeps open and rewrites in place.
///
/// If this process is killed, readers find the old content or all of the new: the kernel copies
/// what lies within a page at once. Writes do not wait for the disk, so that a loss of power may
/// leave anything.
package struct RewrittenFile: ~Copyable {
  /// The maximum size that is written in place, in bytes: the smallest page of Linux.
  private static let most = 4096

  /// The file's path.
  package let path: String
  private let descriptor: Int32
  private let identity: FileIdentity
  /// The file's length in bytes; shorter content is padded with blanks.
  private var length: Int

  /// Opens a file of this length, written by this process; `nil` if that fails.
  package init?(_ path: String, length: Int) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    guard let identity = FileIdentity(of: descriptor) else {
      close(descriptor)
      return nil
    }
    self.path = path
    self.descriptor = descriptor
    self.identity = identity
    self.length = length
  }

  deinit { close(descriptor) }

  /// Replaces the content by text that ends with a line break; returns false if the file has to be
  /// created anew: it was removed or replaced, or the text is too long.
  package mutating func write(_ text: String) -> Bool {
    var bytes = Array(text.utf8)
    guard bytes.count <= Self.most, bytes.last == UInt8(ascii: "\n"),
      FileIdentity(at: path) == identity
    else { return false }
    if bytes.count < length {
      let blanks = repeatElement(UInt8(ascii: " "), count: length - bytes.count)
      bytes.insert(contentsOf: blanks, at: bytes.count - 1)
    }
    let written = unsafe bytes.withUnsafeBytes {
      unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0)
    }
    length = bytes.count
    return written == bytes.count
  }
}
