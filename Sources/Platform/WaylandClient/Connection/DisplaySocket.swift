// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The socket of a display.
struct DisplaySocket {
  let path: String
  private let isGuess: Bool

  /// Creates a socket's path: names are relative to `$XDG_RUNTIME_DIR`, absolute paths are used as
  /// they are.
  init(name: String?) throws(WaylandError) {
    let wanted = name ?? Self.environment("WAYLAND_DISPLAY")
    isGuess = wanted == nil
    let name = wanted ?? "wayland-0"
    guard !name.hasPrefix("/") else {
      path = name
      return
    }
    guard let directory = Self.environment("XDG_RUNTIME_DIR") else { throw .noRuntimeDirectory }
    path = directory + "/" + name
  }

  /// Returns a connected socket with close-on-exec.
  func connect() throws(WaylandError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room else { throw .connectFailed(path: path, errno: ENAMETOOLONG) }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }

    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .connectFailed(path: path, errno: errno) }
    let result = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard result == 0 else {
      let number = errno
      close(descriptor)
      throw isGuess ? .noDisplay(path: path) : .connectFailed(path: path, errno: number)
    }
    return descriptor
  }

  private static func environment(_ name: String) -> String? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return unsafe String(cString: value)
  }
}
