// SPDX-License-Identifier: Apache-2.0
import Foundation
import WaylandClient

/// A connection to a display that a small program has opened for this process.
///
/// KWin 5 hashes the program of each client twice to see whether it is trusted, which takes a
/// second of processor time for the tests' program.
final class PassedConnection {
  let connection: Connection
  private let directory: RuntimeDirectory
  private let peer: LinePeer
  private let program: ChildProcess

  /// Connects to the socket of a display.
  init(to display: String) throws {
    directory = try RuntimeDirectory()
    peer = try LinePeer(at: "\(directory.path)/connection")
    program = try ChildProcess(
      "/usr/bin/python3",
      [
        "\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/connect.py", display,
        peer.path,
      ], environment: Command.plainEnvironment)
    let (peer, program) = (peer, program)
    connection = try Deadline.wait(for: "a connection to \(display)\n\(program.errors)") {
      _ = peer.accept()
      return try peer.connections.last.flatMap(Self.descriptor).map(Connection.init(adopting:))
    }
  }

  deinit { program.stop() }

  /// Returns the descriptor that was sent with a byte; `nil` before it arrives.
  private static func descriptor(from socket: Int32) -> Int32? {
    var byte: UInt8 = 0
    // A header of 16 bytes, the descriptor, and padding.
    var control = [UInt8](repeating: 0, count: 24)
    let count = withUnsafeMutablePointer(to: &byte) { byte in
      control.withUnsafeMutableBytes { control in
        var part = iovec(iov_base: byte, iov_len: 1)
        return withUnsafeMutablePointer(to: &part) { part in
          var message = msghdr()
          message.msg_iov = part
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          return recvmsg(socket, &message, Int32(MSG_DONTWAIT | MSG_CMSG_CLOEXEC))
        }
      }
    }
    guard count == 1 else { return nil }
    return control.withUnsafeBytes { $0.load(fromByteOffset: 16, as: Int32.self) }
  }
}
