// SPDX-License-Identifier: Apache-2.0

/// Where the axes and the time lie in the scans of a device's buffer.
public struct ScanLayout: Sendable {
  /// A channel that is switched on.
  public struct Channel: Hashable, Sendable {
    /// The kernel's name, such as `in_accel_x`.
    public let name: String
    /// Its place in the order of the scan.
    public let index: Int
    /// How it lies there.
    public let type: ScanType
  }

  /// The bytes of one scan.
  public let length: Int
  private let axes: [(offset: Int, type: ScanType)]
  private let time: (offset: Int, type: ScanType)?

  /// Lays out channels in the order of their indices; nil without all three axes of acceleration.
  ///
  /// Every channel starts at a multiple of its own size, and so does the next scan for the largest.
  public init?(_ channels: [Channel]) {
    var position = 0
    var places: [String: (offset: Int, type: ScanType)] = [:]
    for channel in channels.sorted(by: { $0.index < $1.index }) {
      let size = channel.type.bytes
      position = (position + size - 1) / size * size
      places[channel.name] = (position, channel.type)
      position += size
    }
    guard let x = places["in_accel_x"], let y = places["in_accel_y"], let z = places["in_accel_z"]
    else { return nil }
    let largest = channels.map(\.type.bytes).max() ?? 1
    length = (position + largest - 1) / largest * largest
    axes = [x, y, z]
    time = places["in_timestamp"]
  }

  /// Reads the channels that are on from a device's `scan_elements`; nil if axes are missing.
  init?(of device: Accelerometer) {
    let directory = "\(device.directory)/scan_elements"
    var channels: [Channel] = []
    for file in DeviceTree.names(in: directory) where file.hasSuffix("_en") {
      let name = String(file.dropLast(3))
      guard DeviceTree.text(of: "\(directory)/\(file)") == "1" else { continue }
      // One channel that is not understood moves all those behind it.
      guard let index = DeviceTree.text(of: "\(directory)/\(name)_index").flatMap({ Int($0) }),
        let type = DeviceTree.text(of: "\(directory)/\(name)_type").flatMap(ScanType.init)
      else { return nil }
      channels.append(Channel(name: name, index: index, type: type))
    }
    self.init(channels)
  }

  /// The raw values and the device's own time in nanoseconds; nil unless it is a whole scan.
  public func decode(_ scan: ArraySlice<UInt8>) -> (raw: SIMD3<Double>, nanoseconds: Int64?)? {
    guard scan.count == length else { return nil }
    var raw = SIMD3<Double>.zero
    for (index, axis) in axes.enumerated() {
      raw[index] = Double(axis.type.value(in: scan, at: axis.offset))
    }
    return (raw, time.map { $0.type.value(in: scan, at: $0.offset) })
  }
}
