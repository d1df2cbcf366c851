// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What makes a controller a container (B-7 to B-9).
public struct Container: Sendable, Hashable {
  /// The kinds that the rules tell apart.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case navigation, tab, split, page, custom
  }

  /// To whom an overriding container hands its questions on.
  public enum Forwarding: String, Sendable, Hashable, CaseIterable {
    case none, top, selected, visible, first, all
  }

  /// Which container class it is.
  public var kind: Kind
  /// The children; a navigation stack has its top last.
  public var children: [Controller]
  /// The selected child's id; nil means the first.
  public var selected: String?
  /// Whether and where it forwards.
  public var forwards: Forwarding
  /// The container delegate's mask hook (B-8); nil when not implemented.
  public var delegateMask: OrientationMask?

  /// A container that forwards nothing unless told otherwise.
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

  /// The position of the child that is on show: the top of a stack, else the selected one.
  public var shownIndex: Int? {
    guard !children.isEmpty else { return nil }
    if kind == .navigation { return children.count - 1 }
    return children.firstIndex { $0.id == selected } ?? 0
  }
}
