// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
import Glibc

extension Display {
  /// Listens at a socket with mode 0600 in the runtime directory, whose mode must be 0700.
  ///
  /// - Parameter name: a file name; nil takes the first free of `wayland-0` to `wayland-32`.
  /// - Returns: the name.
  @discardableResult
  public func listen(name: String? = nil) throws(ServerError) -> String {
    guard let directory = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }), !directory.isEmpty
    else { throw .noRuntimeDirectory }
    try Self.check(directory)
    if let name {
      try add(name, in: directory)
      return name
    }
    var last = ServerError.inUse(path: directory)
    for number in 0...32 {
      do throws(ServerError) {
        try add("wayland-\(number)", in: directory)
        return "wayland-\(number)"
      } catch {
        guard case .inUse = error else { throw error }
        last = error
      }
    }
    throw last
  }

  /// What a socket's address holds, without the zero at its end.
  private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

  private func add(_ name: String, in directory: String) throws(ServerError) {
    let path = directory + "/" + name
    guard !name.isEmpty, !name.contains("/") else { throw .badName(name) }
    guard path.utf8.count <= Self.longestPath else {
      // An ordinary name has to fit in; if it does, the directory is not to blame.
      let most = Self.longestPath - "/wayland-00".utf8.count
      throw directory.utf8.count > most
        ? .longRuntimeDirectory(path: directory, most: most) : .badName(name)
    }
    // The socket gets its mode when it is made: no moment at which others could connect.
    let mask = umask(0o177)
    defer { umask(mask) }
    guard wl_display_add_socket(raw, name) == 0 else {
      let number = errno
      // libwayland holds a lock beside the socket; who has it is alive.
      throw [EAGAIN, EWOULDBLOCK, EADDRINUSE, 0].contains(number)
        ? .inUse(path: path) : .socketFailed(path: path, errno: number)
    }
  }

  private static func check(_ directory: String) throws(ServerError) {
    var status = stat()
    guard stat(directory, &status) == 0 else {
      throw .badRuntimeDirectory(path: directory, errno: errno)
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .badRuntimeDirectory(path: directory, errno: ENOTDIR)
    }
    let mode = status.st_mode & 0o7777
    guard status.st_uid == getuid(), mode & 0o077 == 0 else {
      throw .openRuntimeDirectory(path: directory, mode: mode, isOwn: status.st_uid == getuid())
    }
  }
}
