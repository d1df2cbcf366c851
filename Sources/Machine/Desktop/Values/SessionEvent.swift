// SPDX-License-Identifier: Apache-2.0
public import WaylandClient

/// A change that a session reports.
public enum SessionEvent: Sendable, Hashable {
  /// An output was added.
  case outputAdded(DesktopOutput)
  /// An output has changed.
  case outputChanged(DesktopOutput)
  /// An output was removed; the value is its name.
  case outputRemoved(String)
  /// A window was added.
  case windowAdded(DesktopWindow)
  /// A window has changed.
  case windowChanged(DesktopWindow)
  /// A window was removed; the value is its identifier.
  case windowRemoved(UInt32)
  /// The compositor has answered the change with this tag.
  case changeFinished(tag: UInt32, ChangeResult)
  /// Everything that existed at the start has been reported.
  case ready
  /// The session has ended; no event follows.
  case lost(WaylandError)
}
