// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// A failure that the other side, the bus or the library has named.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The D-Bus name, such as `org.freedesktop.DBus.Error.AccessDenied`.
  public let name: String
  /// What came with it, in the other side's words; may be empty.
  public let message: String

  /// Takes a name and the words that came with it.
  public init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  /// That the connection is gone.
  public static let disconnected = BusError(
    name: "org.freedesktop.DBus.Error.Disconnected", message: "not connected to the bus")

  /// That nobody answered in time, as the library names it.
  static let unanswered = BusError(
    name: "org.freedesktop.DBus.Error.NoReply", message: "Method call timed out")

  /// Describes what a library call returned: a negative error number.
  init(call: String, _ code: Int32) {
    let number = code < 0 ? 0 &- code : code
    name = "org.freedesktop.DBus.Error.Failed"
    message = unsafe "\(call): \(String(cString: strerror(number)))"
  }

  /// Describes why a bus could not be opened; `kind` is system or session.
  init(opening kind: String, _ code: Int32) {
    let number = code < 0 ? 0 &- code : code
    name = Self.noServer
    // No folder for the socket, no socket, nobody behind it: the same to whoever reads it.
    message =
      [ENOMEDIUM, ENOENT, ECONNREFUSED].contains(number)
      ? "no \(kind) bus is running here"
      : unsafe "the \(kind) bus cannot be reached: \(String(cString: strerror(number)))"
  }

  private static let noServer = "org.freedesktop.DBus.Error.NoServer"

  /// The error in a reply; nil if the reply is none.
  init?(reply: OpaquePointer) {
    guard unsafe sd_bus_message_is_method_error(reply, nil) > 0 else { return nil }
    let error = unsafe sd_bus_message_get_error(reply)?.pointee
    name =
      unsafe error?.name.map { unsafe String(cString: $0) } ?? "org.freedesktop.DBus.Error.Failed"
    message = unsafe error?.message.map { unsafe String(cString: $0) } ?? ""
  }

  /// Whether a policy of the bus or of polkit forbids it.
  public var isAccessDenied: Bool {
    name == "org.freedesktop.DBus.Error.AccessDenied"
      || name == "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired"
  }

  /// Whether nobody answered in time.
  public var isTimeout: Bool {
    name == "org.freedesktop.DBus.Error.NoReply" || name == "org.freedesktop.DBus.Error.Timeout"
      || name == "System.Error.ETIMEDOUT"
  }

  /// Whether nobody owns the name that was called.
  public var isUnknownService: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
  }

  /// Name and words, for people.
  public var description: String {
    // There is no other side whose name for it would help.
    if name == Self.noServer, !message.isEmpty { return message }
    return message.isEmpty ? name : "\(message) (\(name))"
  }
}
