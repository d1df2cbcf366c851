// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
public import Text

/// An error of the peer, the bus or the library.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The D-Bus name, such as `org.freedesktop.DBus.Error.AccessDenied`.
  public let name: String
  /// The error's message, perhaps written by another program; may be empty.
  public let message: UntrustedText

  /// Creates an error from its name and message.
  public init(name: String, message: UntrustedText) {
    self.name = name
    self.message = message
  }

  /// Creates the error of a reply whose type differs from the interface's declaration.
  public init(malformed message: UntrustedText) {
    self.init(name: "org.freedesktop.DBus.Error.InvalidSignature", message: message)
  }

  /// The error that the connection is lost.
  public static let disconnected = BusError(
    name: "org.freedesktop.DBus.Error.Disconnected", message: "not connected to the bus")

  /// The error of a call that was not answered in time, with sd-bus's name for it.
  static let unanswered = BusError(
    name: "org.freedesktop.DBus.Error.NoReply", message: "Method call timed out")

  init(call: String, _ code: Int32) {
    let number = code < 0 ? 0 &- code : code
    name = "org.freedesktop.DBus.Error.Failed"
    message = unsafe "\(call): \(String(cString: strerror(number)))"
  }

  init(opening kind: String, _ code: Int32) {
    let number = code < 0 ? 0 &- code : code
    name = Self.noServer
    // A missing directory, a missing socket and a missing server are the same problem to the user.
    message =
      [ENOMEDIUM, ENOENT, ECONNREFUSED].contains(number)
      ? "no \(kind) bus is running here"
      : unsafe "the \(kind) bus cannot be reached: \(String(cString: strerror(number)))"
  }

  private static let noServer = "org.freedesktop.DBus.Error.NoServer"

  init?(reply: OpaquePointer) {
    guard unsafe sd_bus_message_is_method_error(reply, nil) > 0 else { return nil }
    let error = unsafe sd_bus_message_get_error(reply)?.pointee
    // A bus only accepts letters, digits and dots in an error's name, but another program may
    // imitate a bus.
    name =
      unsafe error?.name.map { unsafe UntrustedText(String(cString: $0)).message }
      ?? "org.freedesktop.DBus.Error.Failed"
    message = unsafe error?.message.map { unsafe UntrustedText(String(cString: $0)) } ?? ""
  }

  /// Whether the bus's policy or polkit denied the request.
  public var isAccessDenied: Bool {
    name == "org.freedesktop.DBus.Error.AccessDenied"
      || name == "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
  }

  /// Whether no reply arrived in time.
  public var isTimeout: Bool {
    name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout"
      || name == "System.Error.ETIMEDOUT"
  }

  /// Whether the called name has no owner.
  public var isUnknownService: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }

  /// The message, followed by the error's name in parentheses; the name alone if there is no
  /// message.
  ///
  /// If no bus could be opened, it is the message alone.
  public var description: String {
    // The error's D-Bus name would not help the user in this case.
    if name == Self.noServer, !message.isEmpty { return message.message }
    return message.isEmpty ? name : "\(message) (\(name))"
  }
}
