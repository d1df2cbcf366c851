// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

/// An array inside a message, valid only until the event handler returns.
public struct BorrowedArray {
  private let array: UnsafePointer<wl_array>?

  /// Borrows an array of libwayland; nil counts as empty.
  public init(_ array: UnsafePointer<wl_array>?) { self.array = array }

  /// The bytes.
  public var bytes: UnsafeRawBufferPointer {
    guard let array = array?.pointee, let data = array.data else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: data, count: array.size)
  }

  /// The number of whole 32-bit words.
  public var wordCount: Int { bytes.count / 4 }

  /// Whether a 32-bit word has this value; bytes after the last whole word are ignored.
  public func contains(word: UInt32) -> Bool {
    let bytes = bytes
    for index in 0..<wordCount
    where bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) == word {
      return true
    }
    return false
  }
}
