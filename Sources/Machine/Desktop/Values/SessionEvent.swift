// SPDX-License-Identifier: Apache-2.0
public import WaylandClient

/// What happens in a session.
public enum SessionEvent: Sendable, Hashable {
  /// An output is known now.
  case outputAdded(DesktopOutput)
  /// Something about an output has changed.
  case outputChanged(DesktopOutput)
  /// An output is gone; the name tells which.
  case outputRemoved(String)
  /// A window is known now.
  case windowAdded(DesktopWindow)
  /// Something about a window has changed.
  case windowChanged(DesktopWindow)
  /// A window is gone; the number tells which.
  case windowRemoved(UInt32)
  /// The compositor has answered to a change, named by the tag that came with the request.
  case changeFinished(tag: UInt32, ChangeResult)
  /// Everything that existed at the start has been reported.
  case ready
  /// The session is over; nothing follows.
  case lost(WaylandError)
}
