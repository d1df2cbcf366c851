// SPDX-License-Identifier: Apache-2.0

/// A method of somebody else's object.
public struct BusCall: Hashable, Sendable {
  /// The bus name of the service.
  public var destination: String
  /// The path of the object.
  public var path: String
  /// The interface of the method.
  public var interface: String
  /// The name of the method.
  public var member: String
  /// The arguments, in order.
  public var arguments: [BusValue]
  /// Whether the bus may start the service for it.
  public var startsService: Bool

  /// Names a method and what to give it; by default no service is started for it.
  public init(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ arguments: [BusValue] = [], startsService: Bool = false
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.startsService = startsService
  }
}

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
