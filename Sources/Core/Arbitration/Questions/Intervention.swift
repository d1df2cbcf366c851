// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A changed answer of a party, put into a scene to see its effect on the decision.
public struct Intervention: Sendable, Hashable {
  /// The source of the changed answer.
  public enum Subject: Sendable, Hashable {
    case party(Party)
    /// The user's rotation lock.
    case lock
  }

  /// The changed answer.
  public enum Override: Sendable, Hashable {
    /// Yes to every orientation; the lock is off.
    case agrees
    /// No to every turn; the lock is on.
    case refuses
    /// The answers of the page's window.
    case follows
    /// The removal of the window.
    case leaves
    /// Yes to some orientations.
    case supports(OrientationMask)
    /// The defaults, as if nothing were written.
    case standard
    /// The window's own answers, but shown or hidden.
    case shows(Bool)
  }

  /// The source of the changed answer.
  public var subject: Subject
  /// The changed answer.
  public var override: Override

  /// Creates a change of an answer.
  public init(_ subject: Subject, _ override: Override) {
    self.subject = subject
    self.override = override
  }

  /// The party whose answer changes; nil for the lock.
  var party: Party? { if case .party(let party) = subject { party } else { nil } }

  /// Returns a change of a window's answers.
  public static func window(_ id: WindowID, _ override: Override) -> Intervention {
    Intervention(.party(.window(id)), override)
  }
}

extension Intervention.Subject: Comparable {
  /// Returns whether a subject comes first: the parties in their order, the lock last.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.party(let left), .party(let right)): left < right
    case (.party, .lock): true
    case (.lock, _): false
    }
  }
}

extension Scene {
  /// Puts changed answers into the scene, as the rule set understands them.
  package mutating func amend(_ interventions: [Intervention], _ rules: any RuleSet) {
    for intervention in interventions {
      // Visibility is no answer, and means the same to every rule set.
      if case .party(.window(let id)) = intervention.subject,
        case .shows(let isShown) = intervention.override
      {
        show(id, isShown)
      } else {
        rules.amend(&self, with: intervention)
      }
    }
  }

  private mutating func show(_ id: WindowID, _ isShown: Bool) {
    guard let index = index(of: id), windows[index].isHidden == isShown else { return }
    windows[index].isHidden = !isShown
    if !isShown, keyWindow == id { reassignKeyWindow() }
  }

  /// Changes a window's answers through its controllers; the tree of controllers is kept.
  mutating func amendWindow(_ id: WindowID, _ override: Intervention.Override) {
    guard let index = index(of: id) else { return }
    switch override {
    case .leaves: return take(.remove, on: id)
    case .follows: windows[index].shell.cure = .followKey
    case .shows: break
    case .agrees, .refuses, .supports, .standard:
      if windows[index].shell.cure == .followKey { windows[index].shell.cure = nil }
      if override != .refuses { windows[index].disableCount = 0 }
      let name = windows[index].name
      var root = windows[index].root ?? Controller(id: name)
      root.answerThroughout(DeclaredPolicy(override, current: windows[index].orientation))
      windows[index].root = root
    }
  }
}

extension DeclaredPolicy {
  /// Creates the written answers for an override.
  fileprivate init(_ override: Intervention.Override, current: InterfaceOrientation) {
    switch override {
    case .agrees: self.init(autorotate: true, supported: .all, legacy: .all)
    // For versions without shouldAutorotate the mask refuses: only the current orientation (E-1).
    case .refuses: self.init(autorotate: false, supported: current.mask, legacy: current.mask)
    case .supports(let mask): self.init(autorotate: true, supported: mask, legacy: mask)
    case .follows, .leaves, .standard, .shows: self.init()
    }
  }
}

extension Controller {
  /// Makes every controller of the tree give the same answers itself.
  fileprivate mutating func answerThroughout(_ answers: DeclaredPolicy) {
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
