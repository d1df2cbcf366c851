// SPDX-License-Identifier: Apache-2.0

/// One controller of a window: whom a rule set asks, directly or through a container.
public struct Controller: Sendable, Hashable {
  /// How a controller overrides viewWillTransition(to:with:) (K-2).
  public enum TransitionOverride: Sendable, Hashable {
    case none, callingSuper, withoutSuper
  }

  /// The name by which files and explanations call it.
  public var id: String
  /// Who answers for it.
  public var policy: Answerer
  // Arrays of at most one element, because a value cannot contain itself directly.
  private var containers: [Container]
  private var presentations: [Presentation]
  /// The window whose topmost controller answers instead (M-8).
  public var forwardsTo: WindowID?
  /// Whether the size-transition callback is overridden.
  public var transitionOverride: TransitionOverride
  /// Whether it wishes the orientation locked (E-8).
  public var prefersOrientationLocked: Bool?

  /// A plain controller that overrides nothing unless told otherwise.
  public init(
    id: String, policy: Answerer = .declared(DeclaredPolicy()), container: Container? = nil,
    presented: Presentation? = nil, forwardsTo: WindowID? = nil,
    transitionOverride: TransitionOverride = .none, prefersOrientationLocked: Bool? = nil
  ) {
    self.id = id
    self.policy = policy
    self.containers = container.map { [$0] } ?? []
    self.presentations = presented.map { [$0] } ?? []
    self.forwardsTo = forwardsTo
    self.transitionOverride = transitionOverride
    self.prefersOrientationLocked = prefersOrientationLocked
  }

  /// What makes it a container; nil for a plain controller.
  public var container: Container? {
    get { containers.first }
    set { containers = newValue.map { [$0] } ?? [] }
  }

  /// What it presents; nil for nothing.
  public var presented: Presentation? {
    get { presentations.first }
    set { presentations = newValue.map { [$0] } ?? [] }
  }

  /// What is written down; nil when the policy is live.
  public var declared: DeclaredPolicy? {
    if case .declared(let policy) = policy { policy } else { nil }
  }
}
