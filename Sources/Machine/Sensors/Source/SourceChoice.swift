// SPDX-License-Identifier: Apache-2.0
public import Bus
public import Sensing

/// The requested sensor, as named on the command line.
public enum SourceChoice: Hashable, Sendable, CustomStringConvertible {
  /// The best source that is present.
  case auto
  /// iio-sensor-proxy.
  case proxy
  /// The kernel's accelerometer by polling; with a path, the one in that directory of sysfs.
  case iio(path: String?)
  /// The kernel's accelerometer through its buffer; with a path, the one in that directory.
  case buffer(path: String?)

  /// The accepted values, for messages.
  public static let valid = ["auto", "proxy", "iio", "iio:PATH", "iio-buffer", "iio-buffer:PATH"]

  /// Parses `auto`, `proxy`, `iio`, `iio:PATH`, `iio-buffer` or `iio-buffer:PATH`; `nil` for other
  /// texts.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let path = parts.count == 2 ? String(parts[1]) : nil
    if path == "" { return nil }
    switch (parts[0], path) {
    case ("auto", nil): self = .auto
    case ("proxy", nil): self = .proxy
    case ("iio", _): self = .iio(path: path)
    case ("iio-buffer", _): self = .buffer(path: path)
    default: return nil
    }
  }

  /// The value of `--sensor` that selects this source.
  public var description: String {
    switch self {
    case .auto: "auto"
    case .proxy: "proxy"
    case .iio(let path): "iio" + (path.map { ":\($0)" } ?? "")
    case .buffer(let path): "iio-buffer" + (path.map { ":\($0)" } ?? "")
    }
  }

  /// Creates the source, which is not yet started.
  public func makeSource(
    tree: DeviceTree = DeviceTree(), bus: BusAddress = .system,
    placement: SensorPlacement = SensorPlacement()
  ) -> any OrientationSource {
    switch self {
    case .auto: AutomaticSource(tree: tree, bus: bus, placement: placement)
    case .proxy: ProxySource(bus: bus, correction: placement.display.correction)
    case .iio(let path): IIOSource(tree: tree, path: path, placement: placement)
    case .buffer(let path): BufferSource(tree: tree, path: path, placement: placement)
    }
  }
}
