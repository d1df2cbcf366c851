// SPDX-License-Identifier: Apache-2.0

/// A conflict between windows, or between a window and the app.
public struct Conflict: Sendable, Hashable {
  /// The kinds, in the order in which they are searched for.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case emptyIntersection = "empty-intersection"
    case preferredNotSupported = "preferred-not-supported"
    case forwardingCycle = "forwarding-cycle"
    case stuck
    case hijackAtCreation = "hijack-at-creation"
    case hijack
    /// The bar has no writer, and the page's window may not write it.
    case unwritten
    case keyboardSplit = "keyboard-split"
    case reverseSplit = "reverse-split"
    case veto
  }

  /// The kind of conflict.
  public var kind: Kind
  /// The parties to blame: app, delegate, device first, then windows in creation order.
  public var culprits: [Party]
  /// The step in which the conflict began.
  public var since: Int

  /// Creates a conflict.
  public init(kind: Kind, culprits: [Party], since: Int) {
    self.kind = kind
    self.culprits = culprits
    self.since = since
  }
}
