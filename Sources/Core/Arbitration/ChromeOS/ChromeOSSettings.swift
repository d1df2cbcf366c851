// SPDX-License-Identifier: Apache-2.0

/// The state of a ChromeOS device that affects rotation.
public struct ChromeOSSettings: Sendable, Hashable {
  /// The ways to use the device.
  public enum Posture: String, Sendable, Hashable, CaseIterable {
    /// As a laptop: nothing rotates.
    case clamshell
    /// Folded like a tablet with, say, a mouse: the sensor counts, locks of apps do not (CR-13).
    case foldedClamshell = "folded-clamshell"
    /// As a tablet.
    case tablet
  }

  /// The way in which the device is used.
  public var posture: Posture
  /// Whether two windows share the screen (CR-9).
  public var isSplit: Bool
  /// Whether a switch allows auto-rotation in clamshell (CR-1).
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
