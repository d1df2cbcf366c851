// SPDX-License-Identifier: Apache-2.0

/// Why a protocol file was refused, and where; prints as `file:line:column: error: reason`.
public struct ProtocolXMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file as it was named to the parser.
  public var file: String
  /// The place nearest to the mistake.
  public var position: SourcePosition
  /// What is wrong.
  public var reason: String

  /// Makes an error from its parts.
  public init(file: String, position: SourcePosition, reason: String) {
    self.file = file
    self.position = position
    self.reason = reason
  }

  /// The form that editors and SwiftPM understand.
  public var description: String {
    "\(file):\(position.line):\(position.column): error: \(reason)"
  }
}
