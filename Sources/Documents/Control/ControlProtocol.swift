// SPDX-License-Identifier: Apache-2.0
public import Glibc

// What a running daemon and its clients say to each other, from both sides.
//
// The daemon listens on a socket in the session's runtime directory (`ControlAddress`). A client
// sends one JSON object per line, a `ControlRequest`, and gets one line back, a `ControlReply`; it
// may ask again when it has the answer. Who asks for `watch` also gets a `ControlEvent` per line from
// then on, each with the daemon's state after it. docs/control.md is the reference for others; every
// message carries the protocol's version.
//
// Each message is one value that is written and read in one place, so daemon and client cannot part.
// Everything is bounded: lines, replies, the entries of one history, and what waits for a watcher
// that does not read (`EventQueue`). A watcher that is too slow loses lines and is told how many.
//
// Nothing here runs a daemon: serving is the target Daemon's. For clients there are
// `ControlConnection`, which blocks for at most a few seconds, and `DaemonFeed`, which lives in a
// loop. `TopModel`, `WaybarModule` and `OverlayOptions` are what the programs that watch share with
// their tests.
//
// Begin with `ControlRequest.swift`, then `ControlEvent.swift` and `ControlConnection.swift`.

/// The numbers of the control protocol: one JSON object per line, each way.
public enum ControlProtocol {
  /// The version that this program speaks; every message carries it.
  public static let version: Int64 = 1
  /// The longest request in bytes, the line's end not counted: 64 KiB.
  public static let longestRequest = 64 << 10
  /// The longest reply that a client takes in bytes: 16 MiB.
  public static let longestReply = 16 << 20
  /// How many decisions one request for the history can get.
  public static let mostEntries = 1_000
}

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
    try unsafe ControlAddress(
      directory: getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) } ?? "")
  }

  /// Calls `body` with the address as the system takes it.
  public func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      // The path was measured when the address was made; the rest stays zero.
      unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
