// SPDX-License-Identifier: Apache-2.0
public import Orientation
import Text

/// A touch screen, with the facts by which it is matched with an output.
public struct TouchDevice: Hashable, Sendable {
  /// The device's name, as the compositor reports it.
  public let name: String
  /// The size of the touch surface in millimetres; `nil` if unknown.
  public let size: Size?

  /// Creates a device.
  public init(name: String, size: Size? = nil) {
    self.name = name
    self.size = size
  }
}

/// The assignment of touch screens to outputs.
///
/// An assignment follows the configuration, otherwise the panels' sizes if they are unambiguous; a
/// single remaining screen gets the single remaining output, unless their sizes differ.
///
/// No interface reports the pairing: the panel and its touch screen are on different buses and have
/// no common parent device.
public struct TouchPairing: Equatable, Sendable {
  /// A touch screen and the output that it belongs to.
  public struct Pair: Hashable, Sendable {
    /// The device's name.
    public let device: String
    /// The output's name.
    public let output: String
  }

  /// The largest difference between a side of a touch screen and of its panel, as a fraction of the
  /// longer one.
  private static let tolerance = 0.1

  /// The pairs: first the configured ones, then those found by size, each in the order of the
  /// devices; then that of the only remaining device and output.
  public private(set) var pairs: [Pair] = []
  /// The devices without an output.
  public private(set) var left: [TouchDevice] = []

  /// Pairs devices with enabled outputs that are built in or in `turning`; `assigned` maps names of
  /// devices to those of any outputs, and takes precedence.
  public init(
    _ devices: [TouchDevice], outputs: [DesktopOutput], turning: [String] = [],
    assigned: [String: String] = [:]
  ) {
    left = devices
    for device in devices {
      if let output = assigned[device.name] { pair(device, output) }
    }
    var free = Self.candidates(outputs, turning: turning).filter { output in
      !pairs.contains { $0.output == output.name }
    }
    let bySize = left.compactMap { device in
      Self.only(free.filter { Self.fits(device, $0) }).map { (device, $0) }
    }
    for (device, output) in bySize
    where Self.only(left.filter { Self.fits($0, output) }) == device {
      pair(device, output.name)
      free.removeAll { $0.name == output.name }
    }
    if let device = Self.only(left), let output = Self.only(free), !Self.differ(device, output) {
      pair(device, output.name)
    }
  }

  static func candidates(_ outputs: [DesktopOutput], turning: [String]) -> [DesktopOutput] {
    outputs.filter { $0.enabled && ($0.isInternal || turning.contains($0.name)) }
  }

  static func unpaired(_ device: TouchDevice) -> String {
    let name = UntrustedText(device.name).name()
    return "Swivel does not know to which output the touch screen \(name) belongs; write "
      + "`touch: [\(name)]` into an entry of `outputs` in the configuration"
  }

  private mutating func pair(_ device: TouchDevice, _ output: String) {
    pairs.append(Pair(device: device.name, output: output))
    left.removeAll { $0 == device }
  }

  private static func only<Value>(_ values: [Value]) -> Value? {
    values.count == 1 ? values[0] : nil
  }

  private static func fits(_ device: TouchDevice, _ output: DesktopOutput) -> Bool {
    ratio(device, output).map { $0 <= tolerance } ?? false
  }

  private static func differ(_ device: TouchDevice, _ output: DesktopOutput) -> Bool {
    ratio(device, output).map { $0 > tolerance } ?? false
  }

  /// Returns the larger of the relative differences of the long sides and of the short sides,
  /// whichever side is the width; `nil` if a size is unknown.
  private static func ratio(_ device: TouchDevice, _ output: DesktopOutput) -> Double? {
    guard let size = device.size else { return nil }
    let touch = [size.width, size.height].sorted()
    let panel = [output.physicalSize.width, output.physicalSize.height].sorted()
    guard touch[0] > 0, panel[0] > 0 else { return nil }
    return zip(touch, panel).map { Double(abs(Int64($0) - Int64($1))) / Double(max($0, $1)) }.max()
  }
}
