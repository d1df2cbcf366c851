// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Where the socket of the running daemon is.
public struct ControlAddress: Equatable, Sendable {
  /// Why there is no place for a socket.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What is wrong, in words for people.
    public let description: String
  }

  /// The directory of the session.
  public let directory: String

  /// The socket's path.
  public var path: String { directory + Self.name }
  /// The file whose lock the running daemon holds; its process number is in it.
  public var lockPath: String { directory + "/swivel.lock" }

  private static let name = "/swivel.sock"
  /// The longest path of a directory with room for the socket's name, in bytes; one is for the zero.
  private static let longest =
    MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 - name.utf8.count

  /// Takes a directory; its path has to leave room for the socket's name.
  public init(directory: String) throws(Problem) {
    guard directory.hasPrefix("/") else {
      throw Problem(
        description: "XDG_RUNTIME_DIR is not set to an absolute path, so there is no place for "
          + "the control socket")
    }
    let length = directory.utf8.count
    guard length <= Self.longest else {
      throw Problem(
        description: "the runtime directory \(directory) has a path of \(length) bytes, too long "
          + "for a socket in it: set XDG_RUNTIME_DIR to one of at most \(Self.longest)")
    }
    self.directory = directory
  }

  /// The socket of this session, by XDG_RUNTIME_DIR.
  public static func ofSession() throws(Problem) -> ControlAddress {
    try ControlAddress(directory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "")
  }

  /// Calls `body` with the address as the system takes it.
  public func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      // The path was measured when the address was made; the rest stays zero.
      room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
