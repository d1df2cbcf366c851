// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The process at the other end of a Unix socket, as the kernel reports it.
public struct SocketPeer: Equatable, Sendable {
  /// The identifier of the process that connected or listens.
  public let process: Int32
  private let user: UInt32

  /// Whether the peer's process has the same user as this one.
  public var isOwnUser: Bool { user == geteuid() }

  /// Creates the peer of a socket; `nil` if the kernel does not report it.
  public init?(of descriptor: Int32) {
    // The kernel returns process, user and group, in this order (unix(7)).
    var credentials: [UInt32] = [0, .max, .max]
    var size = socklen_t(3 * MemoryLayout<UInt32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    process = Int32(bitPattern: credentials[0])
    user = credentials[1]
  }
}
