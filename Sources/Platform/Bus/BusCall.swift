// SPDX-License-Identifier: Apache-2.0

/// A call of a method of another client's object.
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
  /// Whether the bus may start the service for the call if it is not running.
  public var startsService: Bool

  /// Creates a call; by default, the call starts no service.
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

/// The address of a message bus.
public enum BusAddress: Hashable, Sendable, CustomStringConvertible {
  /// The system bus, at `DBUS_SYSTEM_BUS_ADDRESS` or its usual place.
  case system
  /// The session bus, at `DBUS_SESSION_BUS_ADDRESS` or in the runtime directory.
  case session
  /// A D-Bus address such as `unix:path=/run/bus`.
  case address(String)

  /// The name of the bus, as used in messages.
  public var description: String {
    switch self {
    case .system: "the system bus"
    case .session: "the session bus"
    case .address(let text): "the bus at \(text)"
    }
  }
}

/// A match rule for signals; a part that is `nil` matches every signal.
public struct SignalMatch: Hashable, Sendable {
  /// The sender's name; for a well-known name the bus compares the current owner.
  public var sender: String?
  /// The path of the sending object.
  public var path: String?
  /// The interface of the signal.
  public var interface: String
  /// The name of the signal.
  public var member: String
  /// The value of the first argument, which must be a string.
  public var firstArgument: String?

  /// Creates a match rule.
  public init(
    sender: String? = nil, path: String? = nil, interface: String, member: String,
    firstArgument: String? = nil
  ) {
    self.sender = sender
    self.path = path
    self.interface = interface
    self.member = member
    self.firstArgument = firstArgument
  }

  var rule: String {
    let parts = [
      ("sender", sender), ("path", path), ("interface", interface), ("member", member),
      ("arg0", firstArgument),
    ]
    return parts.reduce(into: "type='signal'") { rule, part in
      guard let value = part.1 else { return }
      // An apostrophe cannot be quoted, so it is written outside of the quotes, after a backslash.
      let quoted = value.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
      rule += ",\(part.0)='\(quoted)'"
    }
  }
}
