// SPDX-License-Identifier: Apache-2.0

/// One protocol file: its name and its interfaces in the order of the file.
public struct ProtocolDescription: Hashable, Sendable {
  /// The protocol's name, for example `wlr_output_management_unstable_v1`.
  public var name: String
  /// The interfaces, at least one.
  public var interfaces: [InterfaceDescription]

  /// Makes a description from its parts.
  public init(name: String, interfaces: [InterfaceDescription]) {
    self.name = name
    self.interfaces = interfaces
  }
}
