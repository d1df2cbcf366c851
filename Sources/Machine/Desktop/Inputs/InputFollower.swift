// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Keeps touch screens and pens in step with the panel, where the compositor does not by itself.
public protocol InputFollower: AnyObject {
  /// The panel shows a transform now; `name` is its output.
  func panel(_ name: String, shows transform: Transform)

  /// Gives back what was found; waits for the compositor, no longer than two seconds.
  func end()
}
