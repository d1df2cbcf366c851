// SPDX-License-Identifier: Apache-2.0
import Glibc

/// An error of a connection.
public enum WaylandError: Error, Hashable, Sendable {
  /// `XDG_RUNTIME_DIR` is not set, so that a display's name does not lead to a socket.
  case noRuntimeDirectory
  /// `WAYLAND_DISPLAY` is not set and no compositor listens at the default socket.
  case noDisplay(path: String)
  /// Connecting to the socket failed.
  case connectFailed(path: String, errno: Int32)
  /// The compositor ended the connection because of a protocol error of this client.
  case protocolError(interface: String, code: UInt32, objectID: UInt32)
  /// The connection broke, or the compositor sent data that cannot be read.
  case disconnected(errno: Int32)
  /// The compositor did not answer in time.
  case timedOut
  /// The request is newer than the bound version of the object; nothing was sent.
  case requestTooNew(interface: String, request: String, since: UInt32, bound: UInt32)
  /// The object or an argument of the request is destroyed or belongs to another connection.
  case objectGone(request: String)
  /// A file descriptor to be sent is not open.
  case badDescriptor(request: String)
  /// libwayland could not create an object.
  case creationFailed(request: String, errno: Int32)
}

extension WaylandError: CustomStringConvertible {
  /// The message, as one sentence.
  public var description: String {
    switch self {
    case .noRuntimeDirectory: "XDG_RUNTIME_DIR is not set"
    case .noDisplay(let path): "WAYLAND_DISPLAY is not set and nothing listens at \(path)"
    case .connectFailed(let path, let errno): "cannot connect to \(path): \(Self.words(errno))"
    case .protocolError(let interface, let code, let id):
      "the compositor reports error \(code) of \(interface)@\(id)"
    case .disconnected(let errno): "the connection to the compositor is lost: \(Self.words(errno))"
    case .timedOut: "the compositor did not answer in time"
    case .requestTooNew(let interface, let request, let since, let bound):
      "\(interface).\(request) needs version \(since), but only version \(bound) is bound"
    case .objectGone(let request): "\(request) names an object that is gone"
    case .badDescriptor(let request): "\(request) names a file descriptor that is not open"
    case .creationFailed(let request, let errno): "\(request) failed: \(Self.words(errno))"
    }
  }

  private static func words(_ number: Int32) -> String {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress else { return "error \(number)" }
      unsafe start.initialize(repeating: 0, count: buffer.count)
      // The XSI variant: thread-safe, writes into the buffer.
      guard unsafe strerror_r(number, start, buffer.count) == 0 else { return "error \(number)" }
      return unsafe String(cString: start)
    }
  }
}
