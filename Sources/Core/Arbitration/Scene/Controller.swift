// SPDX-License-Identifier: Apache-2.0
import Orientation

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

/// Who answers for a controller: data at hand, or somebody who has to be asked.
public enum PolicySource: Sendable, Hashable {
  /// Written down; read at once.
  case declared(DeclaredPolicy)
  /// A plug-in or a client, asked by effect and answering by event.
  case live(LivePolicy)
}

extension Controller {
  /// What is presented on it or on the child that is on show.
  var effectivePresented: Presentation? {
    if let presented { return presented }
    guard let container, let index = container.shownIndex else { return nil }
    return container.children[index].effectivePresented
  }

  /// Calls a change with the controller that was presented last, or with itself.
  mutating func changeDeepest(_ change: (inout Controller) -> Void) {
    if presented != nil {
      presented?.controller.changeDeepest(change)
    } else if let index = container?.shownIndex,
      container?.children[index].effectivePresented != nil
    {
      container?.children[index].changeDeepest(change)
    } else {
      change(&self)
    }
  }

  /// Takes away what was presented last and returns it; nil when nothing is presented.
  mutating func dismissDeepest() -> Presentation? {
    if var own = presented {
      if own.controller.effectivePresented != nil {
        let gone = own.controller.dismissDeepest()
        presented = own
        return gone
      }
      presented = nil
      return own
    }
    guard let index = container?.shownIndex else { return nil }
    return container?.children[index].dismissDeepest()
  }

  /// Calls a change with the container of a kind that is nearest to the eye; false if none is.
  mutating func changeShownContainer(
    _ kinds: [Container.Kind], _ change: (inout Container) -> Void
  ) -> Bool {
    if presented != nil {
      return presented?.controller.changeShownContainer(kinds, change) ?? false
    }
    guard var own = container else { return false }
    if let index = own.shownIndex, own.children[index].changeShownContainer(kinds, change) {
      container = own
      return true
    }
    guard kinds.contains(own.kind) else { return false }
    change(&own)
    container = own
    return true
  }

  /// Calls a change with the controller of a name, wherever it hangs; false if it is nowhere.
  @discardableResult
  public mutating func change(_ id: String, _ change: (inout Controller) -> Void) -> Bool {
    if self.id == id {
      change(&self)
      return true
    }
    if presented?.controller.change(id, change) == true { return true }
    guard let count = container?.children.count else { return false }
    for index in 0..<count where container?.children[index].change(id, change) == true {
      return true
    }
    return false
  }
}

extension Controller {
  /// What is found first in this controller, in what it presents and in its children.
  func first<Found>(_ find: (Controller) -> Found?) -> Found? {
    if let found = find(self) ?? presented?.controller.first(find) { return found }
    for child in container?.children ?? [] {
      if let found = child.first(find) { return found }
    }
    return nil
  }

  /// The controller of a name at or below this one; nil when it is nowhere.
  public func find(_ id: String) -> Controller? { first { $0.id == id ? $0 : nil } }

  /// Whether a controller at or below this one meets a condition.
  package func contains(where test: (Controller) -> Bool) -> Bool {
    first { test($0) ? true : nil } ?? false
  }

  /// Whether it, or anything below it, hands questions to another window.
  package var asksOthers: Bool { contains { $0.forwardsTo != nil } }

  /// Whether anything is presented on it or on the child that is on show.
  public var presents: Bool { effectivePresented != nil }

  /// The container of a kind that is nearest to the eye; nil if none is.
  public func shownContainer(_ kinds: [Container.Kind]) -> Container? {
    if let presented { return presented.controller.shownContainer(kinds) }
    guard let container else { return nil }
    if let index = container.shownIndex,
      let below = container.children[index].shownContainer(kinds)
    {
      return below
    }
    return kinds.contains(container.kind) ? container : nil
  }

  /// The live policy of a number, wherever in the tree it answers; nil when it is nowhere.
  func livePolicy(_ id: PolicyID) -> LivePolicy? {
    first { if case .live(let policy) = $0.policy, policy.id == id { policy } else { nil } }
  }
}

extension Controller {
  /// The controller that is asked: the root, or what is presented so that it fills the screen.
  ///
  /// Other styles leave the presenter topmost (format:topmost).
  func topmost(_ traits: UIKitTraits) -> Controller {
    guard let presented = effectivePresented, presented.style.fillsScreen(traits) else {
      return self
    }
    return presented.controller.topmost(traits)
  }

  /// The masks that over-full-screen presentations narrow this controller's mask with.
  func narrowing() -> Controller? {
    guard let presented = effectivePresented, presented.style == .overFullScreen else { return nil }
    return presented.controller
  }

  /// Whether a system alert is up on this controller.
  func showsAlert() -> Bool { effectivePresented?.style == .alert }
}

extension Presentation.Style {
  /// Whether a presentation in this style replaces the presenter as the one who is asked.
  func fillsScreen(_ traits: UIKitTraits) -> Bool {
    self == .fullScreen || (self == .automatic && traits.automaticFillsScreen)
  }
}

extension Controller {
  /// The controllers that hear of a turn, the topmost first, then whom it hands the calls on to.
  func hearing(_ traits: UIKitTraits) -> [Controller] {
    let top = topmost(traits)
    var heard = top.withShownChildren()
    // From iOS 8 the covered presenter hears of the new size as well (C-7, B-13).
    if traits.hasSizeTransitions, top.id != id { heard.append(self) }
    return heard
  }

  // Calls go on to the children on show, unless the override does not call super (K-1, K-2).
  private func withShownChildren() -> [Controller] {
    guard let container, transitionOverride != .withoutSuper else { return [self] }
    if container.kind == .split {
      return [self] + container.children.flatMap { $0.withShownChildren() }
    }
    guard let index = container.shownIndex else { return [self] }
    return [self] + container.children[index].withShownChildren()
  }
}
