// SPDX-License-Identifier: Apache-2.0

/// The state of an Android device that affects rotation, except the user's lock.
public struct AndroidSettings: Sendable, Hashable {
  /// The kinds of dock that have rules of their own.
  public enum Dock: String, Sendable, Hashable, CaseIterable {
    case car, desk
  }

  /// Whether the display always uses the user's rotation (AN-1).
  public var isFixedToUserRotation = false
  /// Whether the display is the default display (AN-2).
  public var isDefaultDisplay = true
  /// Whether the lid is open.
  public var isLidOpen = false
  /// The rotation for an open lid; `nil` if none is configured (AN-3).
  public var lidOpenRotation: AndroidRotation?
  /// The dock in which the device is; `nil` outside a dock (AN-4, AN-5).
  public var dock: Dock?
  /// Whether the sensor decides while the device is docked.
  public var dockAllowsSensor = false
  /// The rotation for a docked device; `nil` if none is configured.
  public var dockRotation: AndroidRotation?
  /// Whether HDMI is plugged in.
  public var isHDMIPlugged = false
  /// The rotation of the demo lock for HDMI; `nil` while that lock is off (AN-6).
  public var demoHDMIRotation: AndroidRotation?
  /// The rotation for HDMI outside a dock; `nil` if none is configured (AN-7).
  public var undockedHDMIRotation: AndroidRotation?
  /// The rotation of the demo lock; `nil` while that lock is off (AN-8).
  public var demoRotation: AndroidRotation?
  /// Whether a persistent VR mode is on (AN-9).
  public var isInVRMode = false
  /// Whether the device supports auto-rotation (AN-11).
  public var supportsAutoRotation = true
  /// Whether the sensor may rotate the display by 180 degrees (AN-13).
  public var allowsAllRotations = false
  /// Whether 90 and 270 degrees are exchanged when a class of rotations needs one of them (AN-18).
  public var reversesDefaultRotation = false

  /// Whether the user's rotation is used if auto-rotation is not supported (AN-30).
  public var takesUserRotationWithoutAutoRotation = false
  /// Whether the smallest width of the display is 600 dp or more (AN-31).
  public var isLargeScreen = false
  /// Whether the sensor is behind the display, as on the rear display of a foldable (AN-33).
  public var reversesSensor = false
  /// Whether the device is half folded and configured to follow the sensor in this state (AN-34).
  public var isHalfFolded = false

  /// Creates the settings of a phone without a lid, dock, HDMI cable and locks.
  public init() {}
}

/// The windowing mode of a task; only a task that fills the display provides an orientation
/// (AN-19).
public enum TaskMode: String, Sendable, Hashable, CaseIterable {
  case fullscreen
  /// One half of a split screen.
  case multiWindow = "multi-window"
  /// A small window that floats above other apps (picture in picture).
  case pinned
  /// A window of a desktop mode.
  case freeform
}

/// The traits of a window under the rule sets of Android.
public struct AndroidTraits: Sendable, Hashable {
  /// The window's request; `nil` means unspecified.
  public var request: AndroidRequest?
  /// Whether the window covers the windows below (AN-23).
  public var fillsParent: Bool

  /// The mode of the window's task.
  public var mode: TaskMode = .fullscreen
  /// Whether the window belongs to no activity, such as a system dialogue or a hidden lock screen
  /// (AN-32).
  public var isSystem = false

  /// Creates traits; by default the window fills its parent and has no request.
  public init(request: AndroidRequest? = nil, fillsParent: Bool = true) {
    self.request = request
    self.fillsParent = fillsParent
  }

  /// The window's request, with the default applied.
  public var effectiveRequest: AndroidRequest { request ?? .unspecified }

  /// Whether the search for the deciding request may use the window's request (AN-19, AN-32).
  var mayRequest: Bool {
    guard mode == .fullscreen else { return false }
    guard isSystem else { return true }
    switch effectiveRequest {
    case .unset, .unspecified, .behind: return false
    default: return true
    }
  }
}
