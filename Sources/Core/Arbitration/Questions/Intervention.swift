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
    /// The answers of the window whose page is shown, in place of the window's own.
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
