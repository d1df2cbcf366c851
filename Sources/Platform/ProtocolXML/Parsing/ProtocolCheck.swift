// SPDX-License-Identifier: Apache-2.0

/// The rules that involve more than one element.
enum ProtocolCheck {
  static func firstMistake(in description: ProtocolDescription) -> Mistake? {
    var names: Set<String> = []
    for interface in description.interfaces {
      guard names.insert(interface.name).inserted else {
        return Mistake(
          position: interface.position, reason: "interface '\(interface.name)' appears twice")
      }
      if let mistake = firstMistake(in: interface, of: description) { return mistake }
    }
    return nil
  }

  private static func firstMistake(
    in interface: InterfaceDescription, of description: ProtocolDescription
  ) -> Mistake? {
    for messages in [interface.requests, interface.events] {
      var names: Set<String> = []
      for message in messages {
        guard names.insert(message.name).inserted else {
          return Mistake(
            position: message.position,
            reason: "'\(interface.name).\(message.name)' appears twice")
        }
        guard message.since <= interface.version else {
          return Mistake(
            position: message.position,
            reason: "'\(message.name)' is since \(message.since), but '\(interface.name)' is only "
              + "version \(interface.version)")
        }
        for argument in message.arguments {
          if let reason = unknownEnumeration(argument, interface: interface, of: description) {
            return Mistake(position: message.position, reason: reason)
          }
        }
      }
    }
    return nil
  }

  /// Enumerations of other files are not checked here, but by the Swift compiler.
  private static func unknownEnumeration(
    _ argument: ArgumentDescription, interface: InterfaceDescription,
    of description: ProtocolDescription
  ) -> String? {
    guard let name = argument.enumeration else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let owner: InterfaceDescription?
    switch parts.count {
    case 1: owner = interface
    case 2: owner = description.interfaces.first { $0.name == parts[0] }
    default: return "'\(name)' is not the name of an enum"
    }
    guard let owner, let last = parts.last else { return nil }
    return owner.enumerations.contains { $0.name == last }
      ? nil : "'\(owner.name)' has no enum '\(last)'"
  }
}
