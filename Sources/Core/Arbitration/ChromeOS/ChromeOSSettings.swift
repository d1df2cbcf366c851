// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The state of a ChromeOS device that affects rotation.
public struct ChromeOSSettings: Sendable, Hashable {
  /// The ways in which the device is used.
  public enum Posture: String, Sendable, Hashable, CaseIterable {
    /// The device is a laptop: the sensor rotates nothing, unless `rotatesInClamshell` is set.
    case clamshell
    /// The device is folded like a tablet and has, for example, a mouse: the sensor and the user's
    /// lock decide, apps' locks have no effect (CR-13).
    case foldedClamshell = "folded-clamshell"
    case tablet
  }

  /// The way in which the device is used.
  public var posture: Posture
  /// Whether two windows share the screen (CR-9).
  public var isSplit: Bool
  /// Whether a command-line switch allows auto-rotation in clamshell mode (CR-1).
  public var rotatesInClamshell: Bool

  /// Creates settings, by default of a laptop.
  public init(
    posture: Posture = .clamshell, isSplit: Bool = false, rotatesInClamshell: Bool = false
  ) {
    self.posture = posture
    self.isSplit = isSplit
    self.rotatesInClamshell = rotatesInClamshell
  }

  /// Whether the sensor may rotate the display (CR-1).
  public var allowsAutoRotation: Bool { posture != .clamshell || rotatesInClamshell }
}

/// The traits of a window under the rule sets of ChromeOS.
public struct ChromeOSTraits: Sendable, Hashable {
  /// The parties that can lock a window.
  public enum Owner: String, Sendable, Hashable, CaseIterable {
    case app
    /// The user; while this window decides, its lock replaces the user's lock of the whole display.
    case user
  }

  /// The lock; `nil` for a window without a lock.
  public var lock: OrientationLock?
  /// The party that set the lock.
  public var owner: Owner
  /// The orientation that a lock to `current` keeps (CR-16); `nil` for other locks, and before the
  /// window is in a scene.
  public var held: InterfaceOrientation?
  /// Whether the window floats above other windows and is skipped (CR-12).
  public var isFloated: Bool
  /// Whether the window is an app's or a browser's, so that it can decide without a lock (CR-10).
  public var isApp: Bool
  /// Whether the window is on an external display, where its lock has no effect (CR-19).
  public var isOnExternalDisplay = false

  /// Creates traits, by default of an app's window without a lock.
  public init(
    lock: OrientationLock? = nil, owner: Owner = .app, isFloated: Bool = false, isApp: Bool = true
  ) {
    self.lock = lock
    self.owner = owner
    self.held = nil
    self.isFloated = isFloated
    self.isApp = isApp
  }

  func resolved(on panel: PanelNature, by primaries: PrimaryOrientations) -> OrientationLock? {
    guard lock == .current else { return lock }
    return held.map { OrientationLock($0, on: panel, by: primaries) } ?? .any
  }

  func resolvedMask(on panel: PanelNature, by primaries: PrimaryOrientations) -> OrientationMask {
    resolved(on: panel, by: primaries)?.mask(on: panel, by: primaries) ?? .all
  }

  mutating func set(
    _ lock: OrientationLock?, _ owner: Owner, showing current: InterfaceOrientation,
    within former: OrientationMask
  ) {
    held = lock == .current ? (former.allows(current) ? current : former.first) : nil
    self.lock = lock
    self.owner = owner
  }
}
