// SPDX-License-Identifier: Apache-2.0
public import Orientation

// The one list of what platforms add to a scene: to its device, to its windows, and the events that
// change either. A new platform is a case of `PlatformState`, a property of `Device` and `Window`, and
// the cases of the settings that change while a session runs. A setter changes nothing if its platform's
// state stays as it is: reading and hashing a recording sets the state of every platform.

/// The state that one platform adds to a device or to a window.
///
/// A state that equals its platform's default is `plain`, so that equal states compare equal.
public enum PlatformState<Android: Sendable & Hashable, ChromeOS: Sendable & Hashable>: Sendable,
  Hashable
{
  /// No state: UIKit, a desktop, or the defaults of any other platform.
  case plain
  case android(Android)
  case chromeOS(ChromeOS)
  /// Both at once, which only recordings of version 0.1.0 hold; they are replayed with both.
  case androidAndChromeOS(Android, ChromeOS)

  /// Creates the state of the platforms that are not `nil`.
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

  /// Returns the part that the rule sets of a family read.
  public func part(of family: RuleSetFamily) -> Self {
    switch family {
    case .uikit, .desktop: .plain
    case .android: Self(android, nil)
    case .chromeos: Self(nil, chromeOS)
    }
  }
}

extension Device {
  /// The state that its platform adds to a device.
  public typealias Platform = PlatformState<AndroidSettings, ChromeOSSettings>

  /// Settings of the rule set android.
  public var android: AndroidSettings {
    get { platform.android ?? AndroidSettings() }
    set { platform.android = newValue == AndroidSettings() ? nil : newValue }
  }

  /// Settings of the rule set chromeos.
  public var chromeOS: ChromeOSSettings {
    get { platform.chromeOS ?? ChromeOSSettings() }
    set { platform.chromeOS = newValue == ChromeOSSettings() ? nil : newValue }
  }
}

extension Window {
  /// The state that its platform adds to a window.
  public typealias Platform = PlatformState<AndroidTraits, ChromeOSTraits>

  /// The request and coverage of a window (rule set android).
  public var android: AndroidTraits {
    get { platform.android ?? AndroidTraits() }
    set { platform.android = newValue == AndroidTraits() ? nil : newValue }
  }

  /// The lock of a window (rule set chromeos).
  public var chromeOS: ChromeOSTraits {
    get { platform.chromeOS ?? ChromeOSTraits() }
    set { platform.chromeOS = newValue == ChromeOSTraits() ? nil : newValue }
  }

  /// Resolves a lock to current to the orientation shown when the window appears (CR-16).
  mutating func begin(showing current: InterfaceOrientation) {
    if let traits = platform.chromeOS, traits.lock == .current, traits.held == nil {
      chromeOS.held = current
    }
  }

  /// Returns the events that make the platform's state of a window that of another one.
  public func settings(toMatch other: Window) -> [WindowSetting] {
    var settings: [WindowSetting] = []
    if android.request != other.android.request { settings.append(.request(other.android.request)) }
    if chromeOS.lock != other.chromeOS.lock {
      settings.append(.lock(other.chromeOS.lock, by: other.chromeOS.owner))
    }
    return settings
  }
}

/// A setting of the rule sets android, chromeos and desktop that changes while they run.
public enum DeviceSetting: Sendable, Hashable {
  /// The rotation that the user locked on Android, chose for a ChromeOS laptop, or requested on a
  /// desktop (W-14); nil frees it.
  case userRotation(InterfaceOrientation?)
  /// Whether the display ignores the windows' requests (AN-26).
  case ignoresOrientationRequest(Bool)
  /// Lid, docks and so on (AN-1 to AN-13).
  case android(AndroidSettings)
  /// Clamshell or tablet (CR-1, CR-8, CR-13, CR-18).
  case posture(ChromeOSSettings.Posture)
  /// The user's lock on ChromeOS and on a desktop; nil frees rotation (CR-11, W-1, W-13).
  case userLock(OrientationLock?)
  /// Whether two windows share the screen (CR-9).
  case split(Bool)
}

/// A setting of one window that changes while the rule sets android and chromeos run.
public enum WindowSetting: Sendable, Hashable {
  /// Another request (rule set android); nil means unspecified.
  case request(AndroidRequest?)
  /// Another lock (rule set chromeos) and its owner; nil unlocks.
  case lock(OrientationLock?, by: ChromeOSTraits.Owner)
  /// Whether the window floats above the others (rule set chromeos, CR-12).
  case floated(Bool)
  /// Whether the window is on an external display (rule set chromeos, CR-19).
  case onExternalDisplay(Bool)
}
