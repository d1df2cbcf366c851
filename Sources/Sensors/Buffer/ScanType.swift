// SPDX-License-Identifier: Apache-2.0

/// How one channel lies in a scan, as the kernel writes it: `le:s12/16>>4`.
public struct ScanType: Hashable, Sendable {
  /// Whether the most significant byte comes first.
  public let isBigEndian: Bool
  /// Whether the highest used bit is a sign.
  public let isSigned: Bool
  /// How many bits count: 1 to 64.
  public let bits: Int
  /// How many bytes they take: 1, 2, 4 or 8.
  public let bytes: Int
  /// How many bits to drop at the low end.
  public let shift: Int

  /// Reads the kernel's text; nil for anything else, and for the repeated channels of quaternions.
  public init?(_ text: String) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0] == "le" || parts[0] == "be", let sign = parts[1].first,
      sign == "s" || sign == "u"
    else { return nil }
    let sizes = parts[1].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard sizes.count == 2, let bits = Int(sizes[0]) else { return nil }
    let storage = sizes[1].split(separator: ">", omittingEmptySubsequences: false)
    // `16>>4` splits into 16, nothing, 4; without a shift there is only the size.
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

  /// The value at an offset that the caller has checked to lie within the bytes.
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
