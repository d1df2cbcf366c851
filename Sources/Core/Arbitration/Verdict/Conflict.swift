// SPDX-License-Identifier: Apache-2.0

/// A conflict between windows, or between a window and the app.
public struct Conflict: Sendable, Hashable {
  /// The kinds, in the order in which they are looked for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case emptyIntersection = "empty-intersection"
    case preferredNotSupported = "preferred-not-supported"
    case forwardingCycle = "forwarding-cycle"
    case stuck
    case hijackAtCreation = "hijack-at-creation"
    case hijack
    /// Nobody has written the bar, and the page's window may not.
    case unwritten
    case keyboardSplit = "keyboard-split"
    case reverseSplit = "reverse-split"
    case veto
  }

  /// Which kind.
  public var kind: Kind
  /// Who is to blame: app, delegate, device first, then windows in creation order.
  public var culprits: [Party]
  /// The step in which it began.
  public var since: Int

  /// Describes a conflict.
  public init(kind: Kind, culprits: [Party], since: Int) {
    self.kind = kind
    self.culprits = culprits
    self.since = since
  }
}
