// SPDX-License-Identifier: Apache-2.0
public import Glibc
public import Text

// The control protocol between a running daemon and its clients, for both sides.
//
// The daemon listens on a socket in the session's runtime directory (`ControlAddress`). A client
// sends one JSON object per line, a `ControlRequest`, and gets one line back, a `ControlReply`,
// after which it may send the next request. After `watch` the client also gets a `ControlEvent` per
// line, all but the last with the daemon's state after it. docs/control.md is the reference; every
// message has the protocol's version.
//
// Each message is a value with one encoder and one decoder, so that daemon and client agree. All
// sizes are bounded: lines, replies, the entries of one history, and the queue of a watcher that
// does not read (`EventQueue`). A slow watcher loses lines and gets their number.
//
// The server is in the target Daemon. Clients use `ControlConnection`, which blocks, or
// `DaemonFeed`, which works in an event loop. `TopModel`, `WaybarModule` and `OverlayOptions` are
// shared by the watching programs and their tests.
//
// Begin with `ControlRequest.swift`, then `ControlEvent.swift` and `ControlConnection.swift`.

/// The version and the limits of the control protocol, which has one JSON object per line in each
/// direction.
public enum ControlProtocol {
  /// The version of the protocol, which every message contains.
  public static let version: Int64 = 1
  /// The longest request in bytes, without the newline: 64 KiB.
  public static let longestRequest = 64 << 10
  /// The longest reply that a client accepts, in bytes.
  public static let longestReply = 16 << 20
  /// The maximum number of decisions in a reply with the history.
  public static let mostEntries = 1_000
}

/// The place of the daemon's socket.
public struct ControlAddress: Equatable, Sendable {
  /// The error that the runtime directory has no absolute path, or one too long for a socket.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// The message for the user.
    public let message: Message
    /// The message in English.
    public var description: String { message.english }
  }

  /// The session's runtime directory.
  public let directory: String

  /// The socket's path.
  public var path: String { directory + Self.name }
  /// The lock file of the running daemon, which contains its process ID.
  public var lockPath: String { directory + "/swivel.lock" }

  private static let name = "/swivel.sock"
  /// The maximum length of the directory's path, in bytes, so that the socket's name and a final
  /// zero byte fit.
  private static let longest =
    MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 - name.utf8.count

  /// Creates an address in a directory; throws if its path is not absolute or too long.
  public init(directory: String) throws(Problem) {
    guard directory.hasPrefix("/") else {
      throw Problem(message: ControlPhrase.noRuntimeDirectory())
    }
    let length = directory.utf8.count
    guard length <= Self.longest else {
      throw Problem(
        message: ControlPhrase.longRuntimeDirectory(directory, "\(length)", "\(Self.longest)"))
    }
    self.directory = directory
  }

  /// Returns the address for this session, in XDG_RUNTIME_DIR; throws if the variable is not set to
  /// an absolute path that is short enough.
  public static func ofSession() throws(Problem) -> ControlAddress {
    try unsafe ControlAddress(
      directory: getenv("XDG_RUNTIME_DIR").map { unsafe String(cString: $0) } ?? "")
  }

  /// Returns the result of `body`, which gets the address as a `sockaddr` for the duration of the
  /// call.
  public func withSocketAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      // The initialiser has checked the length; the remaining bytes stay zero.
      unsafe room.copyBytes(from: path.utf8.prefix(room.count - 1))
    }
    return unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe body(pointer, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
