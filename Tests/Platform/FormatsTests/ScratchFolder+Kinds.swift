// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation

extension ScratchFolder {
  func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(self(name), &status) == 0 ? status.st_mode & 0o7777 : 0
  }

  /// Returns paths that are no regular files, with the word for their kind.
  func obstacles() throws -> [(kind: String, path: String)] {
    mkfifo(self("pipe"), 0o600)
    mkdir(self("folder"), 0o700)
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: self("socket").utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) }
    }
    guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return [
      ("named pipe", self("pipe")), ("directory", self("folder")), ("socket", self("socket")),
    ]
  }
}
