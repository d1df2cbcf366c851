// SPDX-License-Identifier: Apache-2.0

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

  /// The rule in the bus's syntax.
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
