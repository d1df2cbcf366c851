// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An error of the creation of a display or of its sockets.
public enum ServerError: Error, Hashable, Sendable {
  /// libwayland could not create an object.
  case creationFailed(errno: Int32)
  /// `XDG_RUNTIME_DIR` is not set.
  case noRuntimeDirectory
  /// The runtime directory is missing or no directory.
  case badRuntimeDirectory(path: String, errno: Int32)
  /// The runtime directory is not the user's own or others may enter it; the mode is octal.
  case openRuntimeDirectory(path: String, mode: UInt32, isOwn: Bool)
  /// The runtime directory's path leaves no room for a socket's name; `most` is in bytes.
  case longRuntimeDirectory(path: String, most: Int)
  /// The name is empty, holds a slash, or does not fit into a socket's address.
  case badName(String)
  /// Another server listens at the path.
  case inUse(path: String)
  /// The socket could not be created.
  case socketFailed(path: String, errno: Int32)
}

extension ServerError: CustomStringConvertible {
  /// The message: the problem, its place, and a remedy.
  public var description: String {
    switch self {
    case .creationFailed(let number): "libwayland cannot make the server: \(words(number))"
    case .noRuntimeDirectory:
      "XDG_RUNTIME_DIR is not set: set it to a directory of your own with mode 0700"
    case .badRuntimeDirectory(let path, let number):
      "the runtime directory \(path) cannot be used: \(words(number)); "
        + "make it with 'mkdir -m 0700' or set XDG_RUNTIME_DIR to another"
    case .openRuntimeDirectory(let path, _, false):
      "the runtime directory \(path) belongs to another user: set XDG_RUNTIME_DIR to your own"
    case .openRuntimeDirectory(let path, let mode, true):
      "the runtime directory \(path) has mode 0\(String(mode, radix: 8)), others may enter it: "
        + "run 'chmod 0700 \(path)'"
    case .longRuntimeDirectory(let path, let most):
      "the runtime directory \(path) has a path of \(path.utf8.count) bytes, too long for a socket in "
        + "it: set XDG_RUNTIME_DIR to one of at most \(most)"
    case .badName(let name):
      "'\(name)' is no name for a socket: a short file name without slashes, such as wayland-7"
    case .inUse(let path):
      "another server listens at \(path): choose another name or end that server"
    case .socketFailed(let path, let number): "cannot listen at \(path): \(words(number))"
    }
  }

  private func words(_ number: Int32) -> String { unsafe String(cString: strerror(number)) }
}
