// SPDX-License-Identifier: Apache-2.0

/// Which message bus to talk to.
public enum BusAddress: Hashable, Sendable, CustomStringConvertible {
  /// The machine's bus; `DBUS_SYSTEM_BUS_ADDRESS` says where it is unless it is in its usual place.
  case system
  /// The bus of the desktop session, as `DBUS_SESSION_BUS_ADDRESS` or the runtime directory has it.
  case session
  /// A D-Bus address such as `unix:path=/run/bus`.
  case address(String)

  /// The words for messages.
  public var description: String {
    switch self {
    case .system: "the system bus"
    case .session: "the session bus"
    case .address(let text): "the bus at \(text)"
    }
  }
}
