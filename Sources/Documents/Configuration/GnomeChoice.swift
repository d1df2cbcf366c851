// SPDX-License-Identifier: Apache-2.0
import Formats

/// What of GNOME's settings goes with ours.
public struct GnomeChoice: Equatable, Sendable {
  /// Whether its rotation lock and ours are one.
  public var orientationLock: Bool

  /// Nothing, unless told otherwise.
  public init(orientationLock: Bool = false) { self.orientationLock = orientationLock }

  /// Reads `orientation-lock`.
  init(_ node: Node) throws(InputError) {
    self.init()
    var map = try node.map()
    if let node = map.take("orientation-lock") { orientationLock = try node.bool() }
    try map.finish()
  }

  var json: JSONValue { ["orientation-lock": .bool(orientationLock)] }
}
