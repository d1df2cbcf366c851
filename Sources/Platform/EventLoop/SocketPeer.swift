// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Who is at the other end of a Unix socket, as the system says.
public struct SocketPeer: Equatable, Sendable {
  /// The process that connected, or listens.
  public let process: Int32
  /// The user as whom it runs.
  public let user: UInt32

  /// Asks the system; nil when it does not know.
  public init?(of descriptor: Int32) {
    // Process, user and group, as unix(7) has them.
    var credentials: [UInt32] = [0, .max, .max]
    var size = socklen_t(3 * MemoryLayout<UInt32>.size)
    guard unsafe getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) == 0 else {
      return nil
    }
    process = Int32(bitPattern: credentials[0])
    user = credentials[1]
  }
}
