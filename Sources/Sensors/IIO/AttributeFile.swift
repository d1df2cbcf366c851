// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An attribute that is read again and again through one descriptor.
struct AttributeFile: ~Copyable {
  /// What a read found.
  enum Content: Equatable {
    case number(Double)
    case fault(ReadingFault)
    /// The device is gone, or the file was put in another's place.
    case gone
  }

  private let descriptor: Int32

  /// Opens the attribute; nil if that is not possible.
  init?(path: String) {
    // Without waiting: what stands at a path that somebody names may be a pipe.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { return nil }
  }

  deinit { close(descriptor) }

  /// Reads the number that the attribute holds now.
  func read() -> Content {
    // A number of the kernel has at most 20 digits, a sign and a point.
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { buffer in
      let count = pread(descriptor, buffer.baseAddress, buffer.count, 0)
      guard count >= 0 else {
        return errno == ENODEV || errno == ENOENT ? .gone : .fault(.unreadable)
      }
      guard count < buffer.count else { return .fault(.notANumber) }
      let text = String(decoding: buffer[..<count], as: UTF8.self).trimmed
      guard !text.isEmpty else { return .fault(.empty) }
      return text.decimal.map { .number($0) } ?? .fault(.notANumber)
    }
  }

  /// Whether the file has no name any more: sysfs says so by an error, a copy of it only this way.
  var isUnlinked: Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }
}
