// SPDX-License-Identifier: Apache-2.0
import Formats
public import Orientation

/// The offsets of the axes and the timestamp within a scan, the record that a device's buffer
/// delivers.
public struct ScanLayout: Sendable {
  /// An enabled channel.
  public struct Channel: Hashable, Sendable {
    /// The kernel's name, such as `in_accel_x`.
    public let name: String
    /// The channel's rank in the scan, not its byte offset.
    public let index: Int
    /// The channel's encoding.
    public let type: ScanType
  }

  /// The length of one scan in bytes.
  public let length: Int
  private let axes: [(offset: Int, type: ScanType)]
  private let time: (offset: Int, type: ScanType)?

  /// Creates a layout from the channels, in the order of their indices; `nil` if an axis of
  /// acceleration is missing.
  ///
  /// Every channel is aligned to its own size, and the scan's length to the largest size.
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

  /// Reads the enabled channels from a device's `scan_elements`; `nil` if an axis is not enabled,
  /// or if an enabled channel's index or encoding is unknown.
  init?(of device: Accelerometer) {
    let directory = "\(device.directory)/scan_elements"
    var channels: [Channel] = []
    for file in DirectoryListing.names(in: directory) where file.hasSuffix("_en") {
      let name = String(file.dropLast(3))
      guard DeviceTree.text(of: "\(directory)/\(file)") == "1" else { continue }
      // An unknown encoding would misplace all channels after it.
      guard let index = DeviceTree.text(of: "\(directory)/\(name)_index").flatMap({ Int($0) }),
        let type = DeviceTree.text(of: "\(directory)/\(name)_type").flatMap(ScanType.init)
      else { return nil }
      channels.append(Channel(name: name, index: index, type: type))
    }
    self.init(channels)
  }

  /// Returns the raw values and the timestamp in nanoseconds, which is `nil` if its channel is not
  /// enabled; returns `nil` unless the bytes are one whole scan.
  public func decode(_ scan: ArraySlice<UInt8>) -> (raw: SIMD3<Double>, nanoseconds: Int64?)? {
    guard scan.count == length else { return nil }
    var raw = SIMD3<Double>.zero
    for (index, axis) in axes.enumerated() {
      raw[index] = Double(axis.type.value(in: scan, at: axis.offset))
    }
    return (raw, time.map { $0.type.value(in: scan, at: $0.offset) })
  }
}

/// The encoding of one channel in a scan, in the kernel's notation: `le:s12/16>>4`.
public struct ScanType: Hashable, Sendable {
  /// Whether the most significant byte comes first.
  public let isBigEndian: Bool
  /// Whether the value is signed.
  public let isSigned: Bool
  /// The number of significant bits: 1 to 64.
  public let bits: Int
  /// The storage size in bytes: 1, 2, 4 or 8.
  public let bytes: Int
  /// The number of low bits to drop.
  public let shift: Int

  /// Parses the kernel's text; `nil` for any other text, and for the repeated channels of
  /// quaternions.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "le" || parts[0] == "be", let sign = parts[1].first,
      sign == "s" || sign == "u"
    else { return nil }
    let sizes = parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard sizes.count == 2, let bits = Int(sizes[0]) else { return nil }
    let storage = sizes[1].split(separator: ">", omittingEmptySubsequences: false)
    // The storage is `SIZE>>SHIFT` or `SIZE`; splitting `16>>4` at `>` gives 16, an empty part and
    // 4.
    let hasShift = storage.count == 3 && storage[1].isEmpty
    guard hasShift || storage.count == 1, let storageBits = Int(storage[0]),
      let shift = hasShift ? Int(storage[2]) : 0,
      [8, 16, 32, 64].contains(storageBits), (1...storageBits).contains(bits),
      (0...(storageBits - bits)).contains(shift)
    else { return nil }
    isBigEndian = parts[0] == "be"
    isSigned = sign == "s"
    self.bits = bits
    bytes = storageBits / 8
    self.shift = shift
  }

  /// Returns the value at an offset, which must lie within the scan.
  func value(in scan: ArraySlice<UInt8>, at offset: Int) -> Int64 {
    var word: UInt64 = 0
    for index in 0..<bytes {
      let byte = scan[scan.startIndex + offset + (isBigEndian ? index : bytes - 1 - index)]
      word = word << 8 | UInt64(byte)
    }
    let unused = UInt64(64 - bits)
    let aligned = (word >> UInt64(shift)) << unused
    return isSigned
      ? Int64(bitPattern: aligned) >> Int64(unused) : Int64(bitPattern: aligned >> unused)
  }
}

/// A stream of scans, cut from a buffer's bytes, with timestamps converted to the host's clock.
public struct ScanStream: Sendable {
  private let layout: ScanLayout
  private var rest: [UInt8] = []

  /// Creates a stream of scans with one layout.
  public init(_ layout: ScanLayout) { self.layout = layout }

  /// The number of bytes of the incomplete scan at the end.
  public var waiting: Int { rest.count }

  /// Returns the raw values of all whole scans in `bytes`, each with its instant.
  ///
  /// The last scan has the instant `now`, and the others precede it as their timestamps do. A scan
  /// without a timestamp, or with one later than the last scan's or at least one second before it,
  /// also has the instant `now`. Within a call no instant precedes an earlier scan's.
  public mutating func decode(
    _ bytes: some Collection<UInt8>, now: Instant
  ) -> [(raw: SIMD3<Double>, instant: Instant)] {
    rest += bytes
    var scans: [(raw: SIMD3<Double>, nanoseconds: Int64?)] = []
    var start = 0
    while start + layout.length <= rest.count {
      if let scan = layout.decode(rest[start..<(start + layout.length)]) { scans.append(scan) }
      start += layout.length
    }
    rest.removeFirst(start)
    let last = scans.last?.nanoseconds
    var previous: Instant?
    return scans.map { scan in
      var instant = now
      if let last, let own = scan.nanoseconds {
        let age = last.subtractingReportingOverflow(own)
        if !age.overflow, (0..<1_000_000_000).contains(age.partialValue) {
          instant = now - .nanoseconds(age.partialValue)
        }
      }
      if let earlier = previous, instant < earlier { instant = earlier }
      previous = instant
      return (scan.raw, instant)
    }
  }
}
