// SPDX-License-Identifier: Apache-2.0

/// One argument of a request or event.
public struct ArgumentDescription: Hashable, Sendable {
  /// The name in the file.
  public var name: String
  /// What kind of value it is.
  public var kind: ArgumentKind
  /// The interface of an object or new object, if the file names one.
  public var interface: String?
  /// The enumeration of a number: `name` or `interface.name`.
  public var enumeration: String?
  /// Whether a string or object may be missing.
  public var allowsNull: Bool

  /// Makes an argument from its parts.
  public init(
    name: String, kind: ArgumentKind, interface: String? = nil, enumeration: String? = nil,
    allowsNull: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.interface = interface
    self.enumeration = enumeration
    self.allowsNull = allowsNull
  }

  /// Whether the sender also chooses the interface and version of the new object.
  public var isUntypedNewObject: Bool { kind == .newObject && interface == nil }

  /// The letters of this argument in a `wl_message` signature.
  public var signature: String {
    if isUntypedNewObject { return "sun" }
    return (allowsNull ? "?" : "") + String(kind.letter)
  }

  /// The interface named by each of those letters.
  public var signatureTypes: [String?] {
    isUntypedNewObject ? [nil, nil, nil] : [interface]
  }
}
