// SPDX-License-Identifier: Apache-2.0
public import Orientation

// The state that platforms add to the devices and windows of a scene, and the events that change
// this state.
//
// A new platform needs a case of `PlatformState`, a property of `Device` and of `Window`, and cases
// for the settings that can change. Setting a platform's state to an equal value must change
// nothing, since reading and hashing a recording sets the state of every platform.

/// The state that one platform adds to a device or a window.
///
/// A state that equals its platform's default is stored as `plain`, so that equal states compare
/// equal.
public enum PlatformState<Android: Sendable & Hashable, ChromeOS: Sendable & Hashable>: Sendable,
  Hashable
{
  /// No state: UIKit, a desktop, or the defaults of another platform.
  case plain
  case android(Android)
  case chromeOS(ChromeOS)
  /// The states of two platforms, which only recordings of version 0.1.0 contain; both are
  /// replayed.
  case androidAndChromeOS(Android, ChromeOS)

  private init(_ android: Android?, _ chromeOS: ChromeOS?) {
    switch (android, chromeOS) {
    case (nil, nil): self = .plain
    case (let state?, nil): self = .android(state)
    case (nil, let state?): self = .chromeOS(state)
    case (let android?, let chromeOS?): self = .androidAndChromeOS(android, chromeOS)
    }
  }

  fileprivate var android: Android? {
    get {
      switch self {
      case .android(let state), .androidAndChromeOS(let state, _): state
      case .plain, .chromeOS: nil
      }
    }
    set { if newValue != android { self = Self(newValue, chromeOS) } }
  }

  fileprivate var chromeOS: ChromeOS? {
    get {
      switch self {
      case .chromeOS(let state), .androidAndChromeOS(_, let state): state
      case .plain, .android: nil
      }
    }
    set { if newValue != chromeOS { self = Self(android, newValue) } }
  }

  /// Returns the part of the state that the rule sets of a family read.
  public func part(of family: RuleSetFamily) -> Self {
    switch family {
    case .uikit, .desktop: .plain
    case .android: Self(android, nil)
    case .chromeos: Self(nil, chromeOS)
    }
  }
}

extension Device {
  /// The type of the state that a platform adds to a device.
  public typealias Platform = PlatformState<AndroidSettings, ChromeOSSettings>

  /// The settings under Android's rule sets.
  public var android: AndroidSettings {
    get { platform.android ?? AndroidSettings() }
    set { platform.android = newValue == AndroidSettings() ? nil : newValue }
  }

  /// The settings under ChromeOS's rule sets.
  public var chromeOS: ChromeOSSettings {
    get { platform.chromeOS ?? ChromeOSSettings() }
    set { platform.chromeOS = newValue == ChromeOSSettings() ? nil : newValue }
  }

  mutating func apply(_ setting: DeviceSetting, showing shown: InterfaceOrientation) {
    switch setting {
    case .userRotation(let orientation): userRotation = orientation
    case .ignoresOrientationRequest(let ignores): ignoresOrientationRequest = ignores
    case .android(let settings): android = settings
    case .posture(let posture):
      // The orientation in clamshell mode is stored, since it is shown again afterwards (CR-18).
      if chromeOS.posture == .clamshell, posture != .clamshell { userRotation = shown }
      chromeOS.posture = posture
    case .userLock(let lock): userLock = lock == .current ? OrientationLock(shown) : lock
    case .split(let isSplit): chromeOS.isSplit = isSplit
    }
  }
}

extension Window {
  /// The type of the state that a platform adds to a window.
  public typealias Platform = PlatformState<AndroidTraits, ChromeOSTraits>

  /// The window's traits under Android's rule sets.
  public var android: AndroidTraits {
    get { platform.android ?? AndroidTraits() }
    set { platform.android = newValue == AndroidTraits() ? nil : newValue }
  }

  /// The window's traits under ChromeOS's rule sets.
  public var chromeOS: ChromeOSTraits {
    get { platform.chromeOS ?? ChromeOSTraits() }
    set { platform.chromeOS = newValue == ChromeOSTraits() ? nil : newValue }
  }

  /// Resolves a lock to `current` to the orientation shown when the window appears (CR-16).
  mutating func begin(showing current: InterfaceOrientation) {
    if let traits = platform.chromeOS, traits.lock == .current, traits.held == nil {
      chromeOS.held = current
    }
  }

  mutating func apply(
    _ setting: WindowSetting, showing shown: InterfaceOrientation, on panel: PanelNature,
    by primaries: PrimaryOrientations
  ) {
    switch setting {
    case .request(let request): android.request = request
    case .lock(let lock, let owner):
      let former = chromeOS.resolvedMask(on: panel, by: primaries)
      chromeOS.set(lock, owner, showing: shown, within: former)
    case .floated(let isFloated): chromeOS.isFloated = isFloated
    case .onExternalDisplay(let isOutside): chromeOS.isOnExternalDisplay = isOutside
    }
  }

  /// Returns the settings that give this window the request and the lock of another window.
  public func settings(toMatch other: Window) -> [WindowSetting] {
    var settings: [WindowSetting] = []
    if android.request != other.android.request { settings.append(.request(other.android.request)) }
    if chromeOS.lock != other.chromeOS.lock || chromeOS.owner != other.chromeOS.owner {
      settings.append(.lock(other.chromeOS.lock, by: other.chromeOS.owner))
    }
    return settings
  }
}

/// A setting of a device that can change while a rule set runs.
public enum DeviceSetting: Sendable, Hashable {
  /// The rotation that the user locked on Android, chose for a ChromeOS laptop, or requested on a
  /// desktop (W-14); `nil` removes it.
  case userRotation(InterfaceOrientation?)
  /// Whether the display ignores the windows' requests (AN-26).
  case ignoresOrientationRequest(Bool)
  /// The settings of an Android device, such as lid and docks.
  case android(AndroidSettings)
  /// The form in which a ChromeOS device is used (CR-1, CR-8, CR-13, CR-18).
  case posture(ChromeOSSettings.Posture)
  /// The user's lock on ChromeOS and on a desktop; `nil` unlocks rotation (CR-11, W-1, W-13).
  case userLock(OrientationLock?)
  /// Whether two windows share the screen (CR-9).
  case split(Bool)
}

/// A setting of one window that can change while a rule set of Android or ChromeOS runs.
public enum WindowSetting: Sendable, Hashable {
  /// The window's request (Android); `nil` means unspecified.
  case request(AndroidRequest?)
  /// The window's lock and its owner (ChromeOS); `nil` unlocks.
  case lock(OrientationLock?, by: ChromeOSTraits.Owner)
  /// Whether the window floats above other windows (ChromeOS, CR-12).
  case floated(Bool)
  /// Whether the window is on an external display (ChromeOS, CR-19).
  case onExternalDisplay(Bool)
}
