// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Glibc

/// What can go wrong at sway's socket.
public enum SwayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call on the socket failed.
  case socket(SystemError)
  /// The path cannot be that of a socket.
  case badPath(String)
  /// Sway has closed the connection.
  case closed
  /// What came is no message of sway's, or its JSON cannot be read.
  case malformed
  /// There was no answer in time.
  case timedOut

  /// Words for people.
  public var description: String {
    switch self {
    case .socket(let error): "\(error)"
    case .badPath(let path): "\(path) cannot be the path of a socket"
    case .closed: "sway has closed its socket"
    case .malformed: "sway's answer cannot be read"
    case .timedOut: "sway does not answer"
    }
  }
}
