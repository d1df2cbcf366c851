// SPDX-License-Identifier: Apache-2.0

/// One value that goes into a method, comes out of it, or goes with a signal.
public struct BusParameter: Sendable {
  /// The name, as introspection shows it.
  public let name: String
  /// The type in D-Bus letters, one complete type.
  public let type: String

  /// Names a parameter of a type.
  public init(_ name: String, _ type: String) {
    self.name = name
    self.type = type
  }
}

/// A method, a property or a signal of an interface that we serve.
public enum BusMember {
  /// What a method makes of its arguments, which have the types that it declares.
  public typealias Answer = ([BusValue]) -> Result<[BusValue], BusError>

  case method(String, takes: [BusParameter] = [], gives: [BusParameter] = [], Answer)
  /// A property that can be read; a change has to be said, see ``BusObject/changed(_:)``.
  case property(String, String, () -> BusValue)
  /// A property that never changes.
  case constant(String, String, () -> BusValue)
  case signal(String, [BusParameter])

  var name: String {
    switch self {
    case .method(let name, _, _, _), .property(let name, _, _), .constant(let name, _, _),
      .signal(let name, _):
      name
    }
  }
}
