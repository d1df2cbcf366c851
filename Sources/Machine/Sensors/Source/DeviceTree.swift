// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// The directories of the kernel and udev that describe devices, of this machine or of a copy for
/// tests.
public struct DeviceTree: Hashable, Sendable {
  /// The directory that contains `sys`, `dev` and `run`; empty for the machine itself.
  public let root: String

  /// Creates the machine's tree, or that of a directory with `sys`, `dev` and `run`.
  public init(root: String = "") {
    var root = root
    while root.hasSuffix("/") { root.removeLast() }
    self.root = root
  }

  package func path(_ absolute: String) -> String { root + absolute }

  /// Returns the text of a small file without surrounding white space; `nil` if it cannot be read.
  package static func text(of path: String) -> String? {
    // A sysfs attribute is at most one page long; udev's files have a similar size.
    guard let bytes = try? RegularFile.read(path, atMost: 65_536) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmed
  }

  /// Writes a short value into an attribute; returns 0 or the error number.
  static func write(_ value: String, to path: String) -> Int32 {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC | O_TRUNC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let bytes = Array(value.utf8)
    let written = unsafe Glibc.write(descriptor, bytes, bytes.count)
    return written == bytes.count ? 0 : written < 0 ? errno : EIO
  }
}

extension StringProtocol {
  /// The text without surrounding white space and zero characters.
  package var trimmed: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace || $0 == "\0" }
    guard let first = firstIndex(where: { !isBlank($0) }),
      let last = lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// The number that the whole text represents, with a decimal point in every locale; `nil` if the
  /// text is no number or not finite.
  var decimal: Double? {
    guard let value = Double(trimmed), value.isFinite else { return nil }
    return value
  }
}
