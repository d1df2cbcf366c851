// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation

extension Verdict {
  /// The orientations that somebody supported in this decision; nil if nobody asked and none are
  /// written down.
  public func supported(by party: Party) -> OrientationMask? {
    switch party {
    case .app, .delegate, .device:
      return Evidence(verdict: self, rulesID: "", names: [:]).mask(of: party)
    case .window(let id):
      guard let window = after.window(id) ?? before.window(id) else { return nil }
      return WindowVote(window, self).mask ?? window.root?.declared?.supported
    }
  }
}
