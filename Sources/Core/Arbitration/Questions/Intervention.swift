// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A change of a party's answers, of a window's presence or visibility, or of the lock, applied to a
/// scene to see its effect on the decision.
public struct Intervention: Sendable, Hashable {
  /// The party or setting that is changed.
  public enum Subject: Sendable, Hashable {
    case party(Party)
    case lock
  }

  /// The changes to try: other answers, a window that is removed, shown or hidden, another state of
  /// the lock.
  public enum Override: Sendable, Hashable {
    /// The party accepts every orientation; the lock is off.
    case agrees
    /// The party refuses every rotation; the lock is on.
    case refuses
    /// The window answers as the page's window does.
    case follows
    /// The window is removed.
    case leaves
    /// The party accepts only these orientations.
    case supports(OrientationMask)
    /// The party overrides nothing, so the defaults apply.
    case standard
    /// The window keeps its answers, but is shown or hidden.
    case shows(Bool)
  }

  /// The party or setting that is changed.
  public var subject: Subject
  /// The change of the subject.
  public var override: Override

  /// Creates a change of a subject.
  public init(_ subject: Subject, _ override: Override) {
    self.subject = subject
    self.override = override
  }

  var party: Party? { if case .party(let party) = subject { party } else { nil } }

  /// Returns a change of a window's answers.
  public static func window(_ id: WindowID, _ override: Override) -> Intervention {
    Intervention(.party(.window(id)), override)
  }
}

extension Intervention.Subject: Comparable {
  /// Returns whether the first subject precedes the second: parties in their order, the lock last.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.party(let left), .party(let right)): left < right
    case (.party, .lock): true
    case (.lock, _): false
    }
  }
}
