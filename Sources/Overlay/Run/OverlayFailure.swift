// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaylandClient

/// Why the overlay cannot go on, in words for people.
public struct OverlayFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What happened and what helps.
  public let description: String

  init(_ description: String) { self.description = description }

  init(call: String) { self.init("\(call): \(String(cString: strerror(errno)))") }

  init(_ error: WaylandError) { self.init("the compositor: \(error)") }

  /// What a display without the layer shell is told.
  static let noLayerShell = OverlayFailure(
    "the compositor offers no zwlr_layer_shell_v1, so nothing can be drawn over its windows")
}
