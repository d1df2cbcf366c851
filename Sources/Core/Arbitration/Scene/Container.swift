// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The part of a controller that makes it a container (B-7 to B-9).
public struct Container: Sendable, Hashable {
  /// The kinds of container with rules of their own.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case navigation, tab, split, page, custom
  }

  /// The children to which an overriding container forwards its questions.
  public enum Forwarding: String, Sendable, Hashable, CaseIterable {
    case none, top, selected, visible, first, all
  }

  /// The container's class.
  public var kind: Kind
  /// The children; a navigation stack has its top last.
  public var children: [Controller]
  /// The selected child's id; nil means the first.
  public var selected: String?
  /// The children to which the container forwards.
  public var forwards: Forwarding
  /// The container delegate's mask hook (B-8); nil when not implemented.
  public var delegateMask: OrientationMask?

  /// Creates a container, by default one that forwards nothing.
  public init(
    kind: Kind, children: [Controller] = [], selected: String? = nil,
    forwards: Forwarding = .none, delegateMask: OrientationMask? = nil
  ) {
    self.kind = kind
    self.children = children
    self.selected = selected
    self.forwards = forwards
    self.delegateMask = delegateMask
  }

  /// The position of the child that is shown: the top of a stack, else the selected one.
  public var shownIndex: Int? {
    guard !children.isEmpty else { return nil }
    if kind == .navigation { return children.count - 1 }
    return children.firstIndex { $0.id == selected } ?? 0
  }
}
