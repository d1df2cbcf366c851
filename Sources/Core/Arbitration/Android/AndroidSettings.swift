// SPDX-License-Identifier: Apache-2.0

/// The state of an Android device that affects rotation, apart from the user's (AN-1 to AN-13).
public struct AndroidSettings: Sendable, Hashable {
  /// The kinds of dock with a rule of their own.
  public enum Dock: String, Sendable, Hashable, CaseIterable {
    case car, desk
  }

  /// Whether the display always takes the user's rotation (AN-1).
  public var isFixedToUserRotation = false
  /// Whether the display is the default display (AN-2).
  public var isDefaultDisplay = true
  /// Whether the lid is open.
  public var isLidOpen = false
  /// The rotation for an open lid; nil when none is set (AN-3).
  public var lidOpenRotation: AndroidRotation?
  /// The dock that the device is in; nil for none (AN-4, AN-5).
  public var dock: Dock?
  /// Whether the dock lets the sensor decide.
  public var dockAllowsSensor = false
  /// The dock's own rotation; nil when none is set.
  public var dockRotation: AndroidRotation?
  /// Whether HDMI is plugged in.
  public var isHDMIPlugged = false
  /// The rotation of the demo lock for HDMI; nil while that lock is off (AN-6).
  public var demoHDMIRotation: AndroidRotation?
  /// The rotation for HDMI outside a dock; nil when none is set (AN-7).
  public var undockedHDMIRotation: AndroidRotation?
  /// The rotation of the demo lock; nil while that lock is off (AN-8).
  public var demoRotation: AndroidRotation?
  /// Whether a persistent VR mode is on (AN-9).
  public var isInVRMode = false
  /// Whether the device supports auto-rotation (AN-11).
  public var supportsAutoRotation = true
  /// Whether the sensor may rotate the display by 180 degrees (AN-13).
  public var allowsAllRotations = false
  /// Whether 90 and 270 degrees are exchanged where a class needs one of them (AN-18).
  public var reversesDefaultRotation = false

  /// Creates the settings of a phone without lid, dock, HDMI and locks.
  public init() {}
}

/// The traits that only windows of the rule set `android` have.
public struct AndroidTraits: Sendable, Hashable {
  /// The window's request; `nil` if none is written, which counts as unspecified.
  public var request: AndroidRequest?
  /// Whether the window covers the windows below (AN-23).
  public var fillsParent: Bool

  /// Creates traits, by default of a window that fills its parent and has no request.
  public init(request: AndroidRequest? = nil, fillsParent: Bool = true) {
    self.request = request
    self.fillsParent = fillsParent
  }

  /// The window's request, including the default.
  public var effectiveRequest: AndroidRequest { request ?? .unspecified }
}
