// SPDX-License-Identifier: Apache-2.0

/// One controller of a window: whom a rule set asks, directly or through a container.
public struct Controller: Sendable, Hashable {
  /// How a controller overrides viewWillTransition(to:with:) (K-2).
  public enum TransitionOverride: Sendable, Hashable {
    case none, callingSuper, withoutSuper
  }

  /// What a controller is; a reference to it, so that it can contain others of its kind.
  private struct Contents: Sendable, Hashable {
    var id: String
    var policy: PolicySource
    var container: Container?
    var presented: Presentation?
    var forwardsTo: WindowID?
    var transitionOverride: TransitionOverride
    var prefersOrientationLocked: Bool?
  }

  private var contents: Shared<Contents>

  /// A plain controller that overrides nothing unless told otherwise.
  public init(
    id: String, policy: PolicySource = .declared(DeclaredPolicy()), container: Container? = nil,
    presented: Presentation? = nil, forwardsTo: WindowID? = nil,
    transitionOverride: TransitionOverride = .none, prefersOrientationLocked: Bool? = nil
  ) {
    contents = Shared(
      Contents(
        id: id, policy: policy, container: container, presented: presented,
        forwardsTo: forwardsTo, transitionOverride: transitionOverride,
        prefersOrientationLocked: prefersOrientationLocked))
  }

  /// How many bytes one takes, its children and its texts not counted.
  public static var byteCount: Int { MemoryLayout<Controller>.stride + Shared<Contents>.byteCount }

  /// The name by which files and explanations call it.
  public var id: String {
    _read { yield contents.value.id }
    _modify { yield &contents.value.id }
  }

  /// Who answers for it.
  public var policy: PolicySource {
    _read { yield contents.value.policy }
    _modify { yield &contents.value.policy }
  }

  /// What makes it a container; nil for a plain controller.
  public var container: Container? {
    _read { yield contents.value.container }
    _modify { yield &contents.value.container }
  }

  /// What it presents; nil for nothing.
  public var presented: Presentation? {
    _read { yield contents.value.presented }
    _modify { yield &contents.value.presented }
  }

  /// The window whose topmost controller answers instead (M-8).
  public var forwardsTo: WindowID? {
    _read { yield contents.value.forwardsTo }
    _modify { yield &contents.value.forwardsTo }
  }

  /// Whether the size-transition callback is overridden.
  public var transitionOverride: TransitionOverride {
    _read { yield contents.value.transitionOverride }
    _modify { yield &contents.value.transitionOverride }
  }

  /// Whether it wishes the orientation locked (E-8).
  public var prefersOrientationLocked: Bool? {
    _read { yield contents.value.prefersOrientationLocked }
    _modify { yield &contents.value.prefersOrientationLocked }
  }

  /// What is written down; nil when the policy is live.
  public var declared: DeclaredPolicy? {
    if case .declared(let policy) = policy { policy } else { nil }
  }
}
