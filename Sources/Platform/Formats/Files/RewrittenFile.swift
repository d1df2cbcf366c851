// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A small file that this process keeps open, to write it anew in place as often as it likes.
///
/// Whoever reads it after this process was ended by force finds the old content or all of the new: the
/// kernel copies what lies within a page in one go. No disk is waited for, so that a loss of power may
/// leave anything.
package struct RewrittenFile: ~Copyable {
  /// The most that is written in place, in bytes: the smallest page that Linux has.
  private static let most = 4096

  /// Its path.
  package let path: String
  private let descriptor: Int32
  private let identity: FileIdentity
  /// What is in it by now, in bytes; shorter content is filled up with blanks.
  private var length: Int

  /// Opens a file that holds this many bytes, written by this process; nil if it cannot be.
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

  /// Writes text that ends with a line's end in place of what is there; false if that cannot be done,
  /// and the file has to be made anew: it is gone, another has its name, or the text is too long.
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
