// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A set of codes as the kernel writes it for an input device.
struct InputMask {
  /// Groups of 64 bits, the lowest first.
  private let words: [UInt64]

  /// Reads an attribute: hexadecimal groups of a machine word, the lowest last; empty if unreadable.
  init(file: String) {
    words = (DeviceTree.text(of: file) ?? "").split(separator: " ").reversed()
      .map { UInt64($0, radix: 16) ?? 0 }
  }

  func contains(_ code: UInt16) -> Bool {
    let (word, bit) = Int(code).quotientAndRemainder(dividingBy: 64)
    return words.indices.contains(word) && words[word] & 1 << UInt64(bit) != 0
  }

  /// Lets nothing but the beginnings and ends of touches through, so that a moving finger wakes
  /// nobody here; a node that knows no such thing tells everything.
  static func hearTouchesOnly(_ descriptor: Int32) {
    // Type 0 stands for the types themselves: keys only, of which touches are one.
    set(descriptor, type: 0, codes: [1 << UInt64(InputEventDecoder.keyType)])
    var keys = [UInt64](repeating: 0, count: 12)
    let (word, bit) = Int(InputEventDecoder.touchCode).quotientAndRemainder(dividingBy: 64)
    keys[word] = 1 << UInt64(bit)
    set(descriptor, type: UInt32(InputEventDecoder.keyType), codes: keys)
  }

  private static func set(_ descriptor: Int32, type: UInt32, codes: [UInt64]) {
    codes.withUnsafeBytes { bytes in
      // EVIOCSMASK: a type, the size of the set in bytes, and where it lies.
      var request = (type, UInt32(bytes.count), UInt64(UInt(bitPattern: bytes.baseAddress)))
      let number = UInt(1) << 30 | UInt(16) << 16 | UInt(0x45) << 8 | 0x93
      _ = ioctl(descriptor, number, &request)
    }
  }
}
