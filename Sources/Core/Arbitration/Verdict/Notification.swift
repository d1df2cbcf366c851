// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A posted notification (N-2, N-4).
public enum Notification: Sendable, Hashable {
  case deviceOrientationDidChange(DeviceOrientation)
  /// Carries the new value (N-4).
  case willChangeStatusBarOrientation(InterfaceOrientation)
  /// Carries the old value (N-4).
  case didChangeStatusBarOrientation(InterfaceOrientation)

  /// The name used in JSON.
  public var name: String {
    switch self {
    case .deviceOrientationDidChange: "device-orientation-did-change"
    case .willChangeStatusBarOrientation: "will-change-status-bar-orientation"
    case .didChangeStatusBarOrientation: "did-change-status-bar-orientation"
    }
  }

  /// The names of all, in the order in which a rotation posts them.
  public static let names = [
    deviceOrientationDidChange(.unknown), willChangeStatusBarOrientation(.unknown),
    didChangeStatusBarOrientation(.unknown),
  ].map(\.name)

  /// The name of the orientation that the notification carries.
  public var value: String {
    switch self {
    case .deviceOrientationDidChange(let value): value.name
    case .willChangeStatusBarOrientation(let value), .didChangeStatusBarOrientation(let value):
      value.name
    }
  }
}
