// SPDX-License-Identifier: Apache-2.0
import CLinux
import Glibc

/// Files in memory that nobody can change any more.
enum SealedFile {
  // Numbers of the kernel's, from linux/memfd.h and linux/fcntl.h.
  private static let closeOnExec: UInt32 = 1
  private static let allowSealing: UInt32 = 2
  private static let addSeals: Int32 = 1033
  private static let allSeals: Int32 = 1 | 2 | 4 | 8

  /// Returns a descriptor of a file with these bytes; -1 if there is no memory for it.
  static func make(_ name: String, _ bytes: [UInt8]) -> Int32 {
    let descriptor = memfd_create(name, closeOnExec | allowSealing)
    guard descriptor >= 0 else { return -1 }
    guard write(descriptor, bytes, bytes.count) == bytes.count,
      fcntl(descriptor, addSeals, allSeals) == 0
    else {
      close(descriptor)
      return -1
    }
    return descriptor
  }
}
