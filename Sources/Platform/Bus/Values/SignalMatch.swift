// SPDX-License-Identifier: Apache-2.0

/// Which signals to hear of; what is nil is not looked at.
public struct SignalMatch: Hashable, Sendable {
  /// The sender's name; for a well-known one the bus looks up who owns it at that moment.
  public var sender: String?
  /// The path of the object that sends.
  public var path: String?
  /// The interface of the signal.
  public var interface: String
  /// The name of the signal.
  public var member: String
  /// What the first argument, a string, has to be.
  public var firstArgument: String?

  /// Names a signal; nil leaves a part open.
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

  /// The rule in the bus's own syntax.
  var rule: String {
    let parts = [
      ("sender", sender), ("path", path), ("interface", interface), ("member", member),
      ("arg0", firstArgument),
    ]
    return parts.reduce(into: "type='signal'") { rule, part in
      guard let value = part.1 else { return }
      // An apostrophe ends the quotation, so it stands outside of one, behind a backslash.
      let quoted = value.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''")
      rule += ",\(part.0)='\(quoted)'"
    }
  }
}
