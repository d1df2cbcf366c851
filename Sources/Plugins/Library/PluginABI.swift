// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin

/// A version of the C interface.
public struct PluginABI: Sendable, Hashable, CustomStringConvertible {
  /// Changes when something is taken away; it is in the name of the entry function.
  public var major: Int
  /// Grows when something is added.
  public var minor: Int

  /// The version that this program offers.
  public static let own = PluginABI(major: Int(SWIVEL_ABI_MAJOR), minor: Int(SWIVEL_ABI_MINOR))
  /// The function that a library has to export.
  public static let entry = "swivel_plugin_entry_v\(own.major)"

  /// Takes both numbers.
  public init(major: Int, minor: Int) {
    self.major = major
    self.minor = minor
  }

  /// Whether a plug-in made for this version runs here.
  public var runsHere: Bool { major == Self.own.major && minor <= Self.own.minor }

  /// The usual notation, such as `1.0`.
  public var description: String { "\(major).\(minor)" }
}
