// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A controller of a window, which a rule set asks directly or through a container.
public struct Controller: Sendable, Hashable {
  /// The ways in which a controller overrides viewWillTransition(to:with:) (K-2).
  public enum TransitionOverride: String, Sendable, Hashable, CaseIterable {
    case none
    case callingSuper = "calling-super"
    case withoutSuper = "without-super"
  }

  /// The contents of a controller, behind a reference, since a controller can contain others.
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

  /// Creates a controller, by default a plain one that overrides nothing.
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

  /// The size of a controller in bytes, without its children and its strings.
  public static var byteCount: Int { MemoryLayout<Controller>.stride + Shared<Contents>.byteCount }

  /// The controller's name in files and explanations.
  public var id: String {
    _read { yield contents.value.id }
    _modify { yield &contents.value.id }
  }

  /// The source of the controller's answers.
  public var policy: PolicySource {
    _read { yield contents.value.policy }
    _modify { yield &contents.value.policy }
  }

  /// The children and settings of a container; `nil` for a controller that is no container.
  public var container: Container? {
    _read { yield contents.value.container }
    _modify { yield &contents.value.container }
  }

  /// The presentation of another controller by this one, if any.
  public var presented: Presentation? {
    _read { yield contents.value.presented }
    _modify { yield &contents.value.presented }
  }

  /// The window whose topmost controller answers in this controller's place (M-8); `nil` if there
  /// is none.
  public var forwardsTo: WindowID? {
    _read { yield contents.value.forwardsTo }
    _modify { yield &contents.value.forwardsTo }
  }

  /// The controller's override of the size-transition callback.
  public var transitionOverride: TransitionOverride {
    _read { yield contents.value.transitionOverride }
    _modify { yield &contents.value.transitionOverride }
  }

  /// Whether the controller prefers its orientation locked; `nil` if it lacks the method (E-8).
  public var prefersOrientationLocked: Bool? {
    _read { yield contents.value.prefersOrientationLocked }
    _modify { yield &contents.value.prefersOrientationLocked }
  }

  /// The declared answers; `nil` when the policy is live.
  public var declared: DeclaredPolicy? {
    if case .declared(let policy) = policy { policy } else { nil }
  }
}

/// The source of a controller's answers: declared data or a live policy.
public enum PolicySource: Sendable, Hashable {
  case declared(DeclaredPolicy)
  /// A plug-in or a client answers: effects ask it, and events carry its answers.
  case live(LivePolicy)
}

extension Controller {
  /// The presentation by this controller or by its shown child at any depth; `nil` if there is
  /// none.
  var effectivePresented: Presentation? {
    if let presented { return presented }
    guard let container, let index = container.shownIndex else { return nil }
    return container.children[index].effectivePresented
  }

  /// Calls `change` with the innermost presented controller, or with this one if it presents none.
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

  /// Calls `change` with the innermost shown container of these kinds; returns whether there is
  /// one.
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

  /// Calls `change` with the first controller of this tree that has the name; returns whether there
  /// is one.
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
  private func first<Found>(_ find: (Controller) -> Found?) -> Found? {
    if let found = find(self) ?? presented?.controller.first(find) { return found }
    for child in container?.children ?? [] {
      if let found = child.first(find) { return found }
    }
    return nil
  }

  /// Returns the named controller at or below this one; `nil` if there is none.
  public func find(_ id: String) -> Controller? { first { $0.id == id ? $0 : nil } }

  package func contains(where test: (Controller) -> Bool) -> Bool {
    first { test($0) ? true : nil } ?? false
  }

  package var asksOthers: Bool { contains { $0.forwardsTo != nil } }

  /// Whether this controller or its shown child presents another controller.
  public var presents: Bool { effectivePresented != nil }

  /// Returns the innermost shown container of these kinds; `nil` if there is none.
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

  func livePolicy(_ id: PolicyID) -> LivePolicy? {
    first { if case .live(let policy) = $0.policy, policy.id == id { policy } else { nil } }
  }
}

extension Controller {
  /// Returns the controller that is asked: the root, or a presented controller that fills the
  /// screen.
  ///
  /// With other presentation styles the presenter stays topmost (format:topmost).
  func topmost(_ traits: UIKitTraits) -> Controller {
    guard let presented = effectivePresented, presented.style.fillsScreen(traits) else {
      return self
    }
    return presented.controller.topmost(traits)
  }

  /// Returns the controller presented in the style `overFullScreen`, if any; its mask limits this
  /// controller's.
  func narrowing() -> Controller? {
    guard let presented = effectivePresented, presented.style == .overFullScreen else { return nil }
    return presented.controller
  }

  func showsAlert() -> Bool { effectivePresented?.style == .alert }
}

extension Presentation.Style {
  fileprivate func fillsScreen(_ traits: UIKitTraits) -> Bool {
    self == .fullScreen || (self == .automatic && traits.automaticFillsScreen)
  }
}

extension Controller {
  func callbackReceivers(_ traits: UIKitTraits) -> [Controller] {
    let top = topmost(traits)
    var receivers = top.withShownChildren()
    // From iOS 8 on, the covered presenter receives the new size too (C-7, B-13).
    if traits.hasSizeTransitions, top.id != id { receivers.append(self) }
    return receivers
  }

  // Callbacks are passed to the shown children, unless an override does not call super (K-1, K-2).
  private func withShownChildren() -> [Controller] {
    guard let container, transitionOverride != .withoutSuper else { return [self] }
    if container.kind == .split {
      return [self] + container.children.flatMap { $0.withShownChildren() }
    }
    guard let index = container.shownIndex else { return [self] }
    return [self] + container.children[index].withShownChildren()
  }
}

extension Controller {
  /// Calls `body` with the target window of each forwarding controller at or below this one, so
  /// possibly several times with the same window.
  func targets(_ body: (WindowID) -> Void) {
    if let forwardsTo { body(forwardsTo) }
    presented?.controller.targets(body)
    // The loop reads in place, since copying the container would cost more than reading it.
    for index in 0..<(container?.children.count ?? 0) {
      container?.children[index].targets(body)
    }
  }
}

extension Controller {
  /// Sets the same declared answers in every controller of the tree; removes forwarding, delegates'
  /// masks and preferences for a locked orientation.
  mutating func answerThroughout(_ answers: DeclaredPolicy) {
    policy = .declared(answers)
    forwardsTo = nil
    prefersOrientationLocked = nil
    if var container {
      container.forwards = .none
      container.delegateMask = nil
      for index in container.children.indices {
        container.children[index].answerThroughout(answers)
      }
      self.container = container
    }
    if var presented {
      presented.controller.answerThroughout(answers)
      self.presented = presented
    }
  }
}

/// The properties that make a controller a container of other controllers (rules B-7 to B-9).
public struct Container: Sendable, Hashable {
  /// The kinds of containers, each with its own rules.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case navigation, tab, split, page, custom
  }

  /// The children to which a container forwards its questions.
  public enum Forwarding: String, Sendable, Hashable, CaseIterable {
    case none, top, selected, visible, first, all
  }

  /// The container's class.
  public var kind: Kind
  /// The children; the top of a navigation stack is last.
  public var children: [Controller]
  /// The identifier of the selected child; `nil` or an unknown identifier selects the first child.
  public var selected: String?
  /// The children to which the container forwards.
  public var forwards: Forwarding
  /// The mask from the container's delegate (B-8); `nil` if the delegate lacks the method.
  public var delegateMask: OrientationMask?

  /// Creates a container; by default it forwards nothing.
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

  /// The index of the shown child: the top of a navigation stack, otherwise the selected child;
  /// `nil` without children.
  public var shownIndex: Int? {
    guard !children.isEmpty else { return nil }
    if kind == .navigation { return children.count - 1 }
    return children.firstIndex { $0.id == selected } ?? 0
  }
}

/// A controller that is presented on top of another controller.
public struct Presentation: Sendable, Hashable {
  /// UIKit's presentation styles, and `alert` for a system alert controller.
  public enum Style: String, Sendable, Hashable, CaseIterable {
    case fullScreen = "full-screen"
    case overFullScreen = "over-full-screen"
    case pageSheet = "page-sheet"
    case formSheet = "form-sheet"
    case popover
    case currentContext = "current-context"
    case custom
    case alert
    case automatic
  }

  /// The style of the presentation.
  public var style: Style
  /// The presented controller.
  public var controller: Controller

  /// Creates a presentation.
  public init(style: Style, controller: Controller) {
    self.style = style
    self.controller = controller
  }
}

/// The declared answers of a policy; a property that is `nil` means that the default applies.
public struct DeclaredPolicy: Sendable, Hashable {
  /// Whether the window rotates at all; `nil` means the default, yes (V-9).
  public var autorotate: Bool?
  /// The supported orientations; `nil` means the default (V-8).
  public var supported: OrientationMask?
  /// The orientation in which the controller prefers to be presented; `nil` means no preference
  /// (V-11).
  public var preferred: InterfaceOrientation?
  /// The orientations that the method of iOS 5 and earlier accepts (A-2, B-10); `nil` if the method
  /// is not declared.
  public var legacy: OrientationMask?

  /// Creates a policy; by default it overrides nothing.
  public init(
    autorotate: Bool? = nil, supported: OrientationMask? = nil,
    preferred: InterfaceOrientation? = nil, legacy: OrientationMask? = nil
  ) {
    self.autorotate = autorotate
    self.supported = supported
    self.preferred = preferred
    self.legacy = legacy
  }

  /// Returns the declared answer to a kind of question; `nil` if it is not declared.
  public func answer(_ kind: Question.Kind) -> Answer? {
    switch kind {
    case .shouldAutorotate: autorotate.map { .flag($0) }
    case .supported: supported.map { .mask($0) }
    case .preferred: preferred.map { .orientation($0) }
    case .legacy: legacy.map { .mask($0) }
    case .appSupported, .orientationLocked: nil
    }
  }

  /// Returns the event with which a live policy replies with the declared answer, or abstains if
  /// the answer is not declared.
  public func event(_ id: QuestionID, _ kind: Question.Kind, took: Duration?) -> Event {
    let value = kind == .legacy ? answeringOldMethod.map { .mask($0) } : answer(kind)
    guard let value else { return .abstained(id, took: took) }
    return .answer(id, value, took: took)
  }

  /// The orientations that the method of iOS 5 and earlier accepts; `nil` if the default applies.
  ///
  /// If the method is not declared, these are the supported orientations, or no orientation if
  /// autorotation is refused.
  public var answeringOldMethod: OrientationMask? {
    legacy ?? (autorotate == false ? [] : supported)
  }
}

extension DeclaredPolicy {
  /// Creates the declared answers with the effect of an override; overrides that change no answer
  /// declare none.
  init(_ override: Intervention.Override, current: InterfaceOrientation) {
    switch override {
    case .agrees: self.init(autorotate: true, supported: .all, legacy: .all)
    // Versions without shouldAutorotate need a mask that refuses: only the current orientation
    // (E-1).
    case .refuses: self.init(autorotate: false, supported: current.mask, legacy: current.mask)
    case .supports(let mask): self.init(autorotate: true, supported: mask, legacy: mask)
    case .follows, .leaves, .standard, .shows: self.init()
    }
  }
}

/// A policy that runs code in this or another process, as described in a scene.
public struct LivePolicy: Sendable, Hashable {
  /// The policy's number in questions.
  public var id: PolicyID
  /// The name that verdicts and explanations use.
  public var name: String
  /// The ring in which the policy runs.
  public var ring: PluginRing
  /// The answers that apply if the policy abstains, fails, or misses a deadline without earlier
  /// answers.
  public var fallback: DeclaredPolicy

  /// Creates a policy; by default it is linked code, and its fallback is the default answers.
  public init(
    id: PolicyID, name: String = "", ring: PluginRing = .linked,
    fallback: DeclaredPolicy = DeclaredPolicy()
  ) {
    self.id = id
    self.name = name
    self.ring = ring
    self.fallback = fallback
  }
}

/// The number of a live policy, which answers by events.
public struct PolicyID: Sendable, Hashable {
  /// The policy's number.
  public var rawValue: Int32

  /// Creates an identifier with a number.
  public init(_ rawValue: Int32) { self.rawValue = rawValue }
}

/// The place where a plug-in runs; raw values are those of the JSON output.
public enum PluginRing: String, Sendable, Hashable, CaseIterable {
  /// Swift code linked into the program, as fast and as dangerous as the program itself.
  case linked
  /// A shared library behind the C interface; a crash in the library ends the process.
  case library
  /// Another process; its end has no consequences for the program.
  case client

  /// The ring's number: 1 for linked code, 2 for libraries, 3 for other processes.
  public var number: Int {
    switch self {
    case .linked: 1
    case .library: 2
    case .client: 3
    }
  }
}
