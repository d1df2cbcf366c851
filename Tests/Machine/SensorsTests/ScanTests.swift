// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Sensors

@Suite struct ScanTests {
  @Test func scanTypesOfTheKernelAreRead() throws {
    let type = try #require(ScanType("le:s12/16>>4"))
    #expect(!type.isBigEndian && type.isSigned && type.bits == 12 && type.bytes == 2)
    #expect(type.shift == 4)
    #expect(ScanType("be:u64/64>>0")?.bytes == 8)
    #expect(ScanType("le:s16/32")?.shift == 0)
  }

  @Test(arguments: [
    "", "le", "le:", "le:s", "xe:s16/16>>0", "le:f32/32>>0", "le:s16/16>>1", "le:s0/16>>0",
    "le:s17/16>>0", "le:s16/24>>0", "le:s16/16>0", "le:s16/16>>", "le:s16/16X3>>0", "le:s-1/16>>0",
    "le:s16/16>>-1", "le:s16/16>>0>>0", "le:s99999999999999999999/16>>0", "le:s16/16>>0:x",
  ])
  func malformedScanTypesAreRefused(text: String) {
    #expect(ScanType(text) == nil)
  }

  @Test func bitsAreExtractedInBothByteOrders() throws {
    let little = try #require(ScanType("le:s12/16>>4"))
    #expect(little.value(in: [0xf0, 0xff], at: 0) == -1)
    #expect(little.value(in: [9, 0x10, 0x00], at: 1) == 1)
    let big = try #require(ScanType("be:s16/16>>0"))
    #expect(big.value(in: [0x80, 0x00], at: 0) == -32768)
    #expect(try #require(ScanType("be:u16/16>>0")).value(in: [0x80, 0x00], at: 0) == 32768)
    let wide = try #require(ScanType("le:s64/64>>0"))
    #expect(wide.value(in: [UInt8](repeating: 0xff, count: 8)[...], at: 0) == -1)
    #expect(try #require(ScanType("le:u1/8>>7")).value(in: [0x80], at: 0) == 1)
  }

  private func channel(_ name: String, _ index: Int, _ type: String) throws -> ScanLayout.Channel {
    ScanLayout.Channel(name: name, index: index, type: try #require(ScanType(type)))
  }

  /// 16 bits in slots of 32, and the time at the next multiple of 8.
  private func recordedLayout() throws -> ScanLayout {
    try #require(
      ScanLayout([
        channel("in_timestamp", 3, "le:s64/64>>0"), channel("in_accel_z", 2, "le:s16/32>>0"),
        channel("in_accel_x", 0, "le:s16/32>>0"), channel("in_accel_y", 1, "le:s16/32>>0"),
      ]))
  }

  static func bytes(_ x: Int16, _ y: Int16, _ z: Int16, _ nanoseconds: Int64) -> [UInt8] {
    func slot(_ value: Int16) -> [UInt8] {
      let bits = UInt16(bitPattern: value)
      return [UInt8(bits & 0xff), UInt8(bits >> 8), 0, 0]
    }
    let time = (0..<8).map { UInt8(truncatingIfNeeded: nanoseconds >> (8 * Int64($0))) }
    return slot(x) + slot(y) + slot(z) + [0, 0, 0, 0] + time
  }

  @Test func channelsAreAlignedToTheirSize() throws {
    #expect(try recordedLayout().length == 24)
    let small = try #require(
      ScanLayout([
        channel("in_accel_x", 0, "le:s8/8>>0"), channel("in_accel_y", 1, "le:s16/16>>0"),
        channel("in_accel_z", 2, "le:s8/8>>0"),
      ]))
    #expect(small.length == 6)
    let scan: [UInt8] = [0xff, 0x55, 0x01, 0x00, 0x02, 0x55]
    #expect(small.decode(scan[...])?.raw == SIMD3(-1, 1, 2))
    #expect(small.decode(scan.dropLast()) == nil)
    #expect(ScanLayout([]) == nil)
    #expect(try ScanLayout([channel("in_accel_x", 0, "le:s8/8>>0")]) == nil)
  }

  @Test func scansAreReadWhereverTheBytesAreSplit() throws {
    let turn: [(Int16, Int16, Int16, Int64)] = [
      (173, -829, -581, 0), (378, -922, -644, 135_500_000), (598, -212, -113, 317_600_000),
      (1024, -18, -86, 423_300_000), (840, -238, -201, 634_900_000),
    ]
    let bytes = turn.flatMap { Self.bytes($0.0, $0.1, $0.2, $0.3 + 7_000_000_000) }
    let now = Instant(milliseconds: 1000)
    for size in [1, 7, 24, 25, 1000] {
      var stream = ScanStream(try recordedLayout())
      var scans: [SIMD3<Double>] = []
      var start = 0
      while start < bytes.count {
        let end = min(start + size, bytes.count)
        scans += stream.decode(bytes[start..<end], now: now).map(\.raw)
        start = end
      }
      #expect(scans == turn.map { SIMD3(Double($0.0), Double($0.1), Double($0.2)) })
      #expect(stream.waiting == 0)
    }
    var stream = ScanStream(try recordedLayout())
    let instants = stream.decode(bytes, now: now).map(\.instant.nanoseconds)
    #expect(instants == [365_100_000, 500_600_000, 682_700_000, 788_400_000, 1_000_000_000])
  }

  @Test func jumpingDeviceTimestampsAreIgnored() throws {
    var stream = ScanStream(try recordedLayout())
    let now = Instant(milliseconds: 1000)
    let bytes =
      Self.bytes(0, -1000, 0, .min) + Self.bytes(0, -1000, 0, 5) + Self.bytes(0, -1000, 0, .max)
      + Self.bytes(0, -1000, 0, 0)
    let instants = stream.decode(bytes, now: now).map(\.instant)
    #expect(instants.allSatisfy { $0 == now })
  }
}
