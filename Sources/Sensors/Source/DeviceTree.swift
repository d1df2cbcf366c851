// SPDX-License-Identifier: Apache-2.0
import Formats
import Glibc

/// Where the kernel and udev keep what they know of devices, as real or as a copy for tests.
public struct DeviceTree: Hashable, Sendable {
  /// What `/sys`, `/dev` and `/run` are looked for under; empty is the machine itself.
  public let root: String

  /// The machine, or a directory that holds `sys`, `dev` and `run`.
  public init(root: String = "") {
    var root = root
    while root.hasSuffix("/") { root.removeLast() }
    self.root = root
  }

  /// A path such as `/sys/class` under the root.
  package func path(_ absolute: String) -> String { root + absolute }

  /// The names in a directory, sorted so that `device2` comes before `device10`; empty if unreadable.
  package static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }

  /// The text of a small file without white space around it; nil if it cannot be read.
  package static func text(of path: String) -> String? {
    // An attribute of sysfs is at most a page long; udev's files are of that order.
    guard let bytes = try? RegularFile.read(path, atMost: 65_536) else { return nil }
    return String(decoding: bytes, as: UTF8.self).trimmed
  }

  /// Writes a short value into an attribute; returns 0 or the error number.
  static func write(_ value: String, to path: String) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_TRUNC | O_NONBLOCK)
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    let bytes = Array(value.utf8)
    return Glibc.write(descriptor, bytes, bytes.count) == bytes.count ? 0 : errno
  }
}
