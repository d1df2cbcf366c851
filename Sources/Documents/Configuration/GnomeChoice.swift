// SPDX-License-Identifier: Apache-2.0
import Formats

/// The settings of GNOME that are kept equal to Swivel's.
public struct GnomeChoice: Equatable, Sendable {
  /// Whether GNOME's rotation lock and Swivel's are kept equal.
  public var orientationLock: Bool

  /// Creates a choice; by default no setting is kept equal.
  public init(orientationLock: Bool = false) { self.orientationLock = orientationLock }
}

extension GnomeChoice: ConfigurationTable {
  static var blank: GnomeChoice { GnomeChoice() }
  static var sample: String { "{orientation-lock: true}" }

  static let keys: [ConfigurationKey<GnomeChoice>] = [
    .init(
      "orientation-lock", \.orientationLock, .bool,
      "Whether the rotation lock of GNOME's quick settings and that of `swivel lock` are one.")
  ]
}
