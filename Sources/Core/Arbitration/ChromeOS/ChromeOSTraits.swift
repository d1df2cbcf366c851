// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// What only windows of the rule set chromeos have.
public struct ChromeOSTraits: Sendable, Hashable {
  /// Who can put a lock on a window.
  public enum Owner: String, Sendable, Hashable, CaseIterable {
    case app
    /// The user, for as long as this window decides.
    case user
  }

  /// The lock; nil means that none is set.
  public var lock: OrientationLock?
  /// Whose lock it is.
  public var owner: Owner
  /// What a lock to current holds; nil until it is set in a scene (CR-16).
  public var held: InterfaceOrientation?
  /// Whether it floats above the others and is passed over (CR-12).
  public var isFloated: Bool
  /// Whether it is an app's or a browser's, which decides even without a lock (CR-10).
  public var isApp: Bool

  /// An app's window without a lock unless told otherwise.
  public init(
    lock: OrientationLock? = nil, owner: Owner = .app, isFloated: Bool = false, isApp: Bool = true
  ) {
    self.lock = lock
    self.owner = owner
    self.held = nil
    self.isFloated = isFloated
    self.isApp = isApp
  }

  /// The lock with current replaced by what it holds; nil when none is set.
  var resolved: OrientationLock? {
    guard lock == .current else { return lock }
    return held.map { OrientationLock($0) } ?? .any
  }

  /// Sets a lock, or none; current holds what the window's former lock and the display agree on.
  mutating func set(
    _ lock: OrientationLock?, by owner: Owner, showing current: InterfaceOrientation,
    on panel: PanelNature
  ) {
    let former = resolved?.mask(on: panel) ?? .all
    held = lock == .current ? (former.allows(current) ? current : former.first) : nil
    self.lock = lock
    self.owner = owner
  }
}
