// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// Another answer than the one that somebody gave, put into a scene to see what comes of it.
public struct Intervention: Sendable, Hashable {
  /// Whose answer is amended.
  public enum Subject: Sendable, Hashable {
    case party(Party)
    /// The user's rotation lock.
    case lock
  }

  /// What is answered instead.
  public enum Override: Sendable, Hashable {
    /// Yes to every orientation; the lock is off.
    case agrees
    /// No to every turn; the lock is on.
    case refuses
    /// Whatever the page's window answers.
    case follows
    /// The window is not there.
    case leaves
    /// Yes to some orientations.
    case supports(OrientationMask)
    /// Whatever is answered where nothing is written.
    case standard
    /// Its own answers, but seen by people or not.
    case shows(Bool)
  }

  /// Whose answer.
  public var subject: Subject
  /// What instead.
  public var override: Override

  /// Pairs somebody with another answer.
  public init(_ subject: Subject, _ override: Override) {
    self.subject = subject
    self.override = override
  }

  /// Who answers otherwise; nil for the lock.
  var party: Party? { if case .party(let party) = subject { party } else { nil } }

  /// A window with another answer.
  public static func window(_ id: WindowID, _ override: Override) -> Intervention {
    Intervention(.party(.window(id)), override)
  }
}

extension Intervention.Subject: Comparable {
  /// The parties in their order, the lock last.
  public static func < (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.party(let left), .party(let right)): left < right
    case (.party, .lock): true
    case (.lock, _): false
    }
  }
}
