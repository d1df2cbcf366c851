// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The device as rule sets see it.
public struct Device: Sendable, Hashable {
  /// The kind of device: phone or pad.
  public var idiom: Idiom
  /// Whether the device has a home button; a phone without one never rotates upside down (V-12).
  public var hasHomeButton: Bool
  /// The screen's size in portrait, in points.
  public var size: Size
  /// The last device orientation: judged from sensor readings, written by an app, or set by a
  /// phone's lock (F-10).
  ///
  /// Apps read it only while `generatingCount` is above 0.
  public var orientation: DeviceOrientation
  /// The last upright device orientation, kept while the device is flat (N-3).
  public var felt: DeviceOrientation
  /// The number of unbalanced begin-generating calls; at 0 apps read `unknown` (N-1).
  public var generatingCount: Int
  /// Whether the user's rotation lock is on (F-10).
  public var isRotationLocked: Bool
  /// The user's lock on ChromeOS or a desktop (CR-11, W-13).
  ///
  /// `nil` if rotation is unlocked, and for a desktop's lock to the shown orientation.
  public var userLock: OrientationLock?
  /// The panel's native orientation; UIKit devices are portrait.
  public var panel: PanelNature
  /// The rotation that the user chose; `nil` if unset or unknown.
  ///
  /// On Android this is the locked rotation; on ChromeOS the one that a laptop shows outside tablet
  /// mode; on a desktop the one that the user requested, until the device turns (W-14).
  public var userRotation: InterfaceOrientation?
  /// Whether the display ignores the windows' requests (AN-26).
  public var ignoresOrientationRequest: Bool
  /// The settings of the device's platform.
  public var platform: Platform

  /// Creates a device; by default a phone held in portrait.
  ///
  /// The default size is 320 by 480 points for a phone and 768 by 1024 for a pad.
  public init(
    idiom: Idiom = .phone, hasHomeButton: Bool = true, size: Size? = nil,
    orientation: DeviceOrientation = .portrait, felt: DeviceOrientation? = nil,
    generatingCount: Int = 1, isRotationLocked: Bool = false, panel: PanelNature = .portrait
  ) {
    self.idiom = idiom
    self.hasHomeButton = hasHomeButton
    let usual =
      idiom == .phone ? Size(width: 320, height: 480) : Size(width: 768, height: 1024)
    self.size = size ?? usual
    self.orientation = orientation
    self.felt = felt ?? (orientation.interface == nil ? .portrait : orientation)
    self.generatingCount = generatingCount
    self.isRotationLocked = isRotationLocked
    self.panel = panel
    self.userLock = nil
    self.userRotation = nil
    self.ignoresOrientationRequest = false
    self.platform = .plain
  }

  /// Returns the orientation that the device requests on a panel; `nil` unless the device is held
  /// upright.
  public func interface(on panel: PanelNature) -> InterfaceOrientation? {
    orientation.edgeUp.map { InterfaceOrientation(transform: $0.transform, on: panel) }
  }

  /// The value of UIDevice.orientation: unknown while no notifications are generated (N-1).
  public var reported: DeviceOrientation { generatingCount > 0 ? orientation : .unknown }

  /// The default mask of app and controllers: all on a pad, all but upside down on a phone (V-8).
  var defaultMask: OrientationMask { idiom == .pad ? .all : .allButUpsideDown }

  /// The orientations that the device itself allows (V-12).
  public var mask: OrientationMask {
    idiom == .phone && !hasHomeButton ? .allButUpsideDown : .all
  }
}

/// The kind of device, on which defaults depend (V-8, V-12).
public enum Idiom: String, Sendable, Hashable, CaseIterable {
  case phone
  case pad
}
