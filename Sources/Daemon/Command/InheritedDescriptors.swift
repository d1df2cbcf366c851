// SPDX-License-Identifier: Apache-2.0
import Glibc

/// What whoever started us has left open; our own descriptors are closed on exec anyway.
enum InheritedDescriptors {
  /// Keeps all but input, output and errors from the programs that we start.
  static func keepToOurselves() {
    guard let directory = opendir("/proc/self/fd") else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
  }
}
