// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A touch screen, as far as it is compared with outputs.
public struct TouchDevice: Hashable, Sendable {
  /// The kernel's name for it.
  public let name: String
  /// The size of its surface in millimetres; nil if it is not known.
  public let size: Size?

  /// Describes a device.
  public init(name: String, size: Size? = nil) {
    self.name = name
    self.size = size
  }
}

/// Which touch screen belongs to which output: as it is written down, else by the sizes of the panels,
/// else where one of each is left.
///
/// Nothing else tells it: a panel hangs on the graphics card and its touch screen on another bus, so
/// the two have no device above them in common.
public struct TouchPairing: Equatable, Sendable {
  /// A touch screen and the output that it belongs to.
  public struct Pair: Hashable, Sendable {
    /// The device's name.
    public let device: String
    /// The output's name.
    public let output: String
  }

  /// How much two sizes of the same panel may differ, as a part of the larger one.
  private static let tolerance = 0.1

  /// What belongs together, in the order of the devices within each way of finding out.
  public private(set) var pairs: [Pair] = []
  /// The devices of which it is not known.
  public private(set) var left: [TouchDevice] = []

  /// Pairs devices with outputs that are on, and built in or among those that turn; `assigned` names
  /// outputs by the devices' names, whichever they are.
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

  /// The outputs that may have a touch screen: those that are on, and built in or turning.
  static func candidates(_ outputs: [DesktopOutput], turning: [String]) -> [DesktopOutput] {
    outputs.filter { $0.enabled && ($0.isInternal || turning.contains($0.name)) }
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

  /// By how much the sizes differ, whichever way round the surface is mounted; nil if one is unknown.
  private static func ratio(_ device: TouchDevice, _ output: DesktopOutput) -> Double? {
    guard let size = device.size else { return nil }
    let touch = [size.width, size.height].sorted()
    let panel = [output.physicalSize.width, output.physicalSize.height].sorted()
    guard touch[0] > 0, panel[0] > 0 else { return nil }
    return zip(touch, panel).map { Double(abs(Int64($0) - Int64($1))) / Double(max($0, $1)) }.max()
  }
}
