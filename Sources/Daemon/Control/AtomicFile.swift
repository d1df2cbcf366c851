// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Writes small files so that a reader finds the old text or the new one, never a part.
enum AtomicFile {
  /// Writes the text, making directories that are missing; returns what went wrong.
  static func write(_ text: String, to path: String) -> String? {
    for index in path.indices.dropFirst() where path[index] == "/" {
      // What is missing in the end is said by open(2).
      mkdir(String(path[..<index]), 0o700)
    }
    let draft = "\(path).\(getpid())"
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(draft, flags, 0o600)
    guard descriptor >= 0 else { return problem(path) }
    let bytes = Array(text.utf8)
    let isWritten =
      Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let failure = isWritten ? nil : problem(path)
    close(descriptor)
    if failure == nil, rename(draft, path) == 0 { return nil }
    let reason = failure ?? problem(path)
    unlink(draft)
    return reason
  }

  private static func problem(_ path: String) -> String {
    "\(path): \(String(cString: strerror(errno)))"
  }
}
