// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

/// Calls `body` with temporary space for a message's arguments.
@inlinable
public func withArguments<Result>(
  _ count: Int, _ body: (UnsafeMutableBufferPointer<wl_argument>) -> Result
) -> Result {
  unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count, body)
}

/// Calls `body` with optional text converted to a C string.
@inlinable
public func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString { unsafe body($0) }
}

/// Calls `body` with bytes converted to a `wl_array`.
@inlinable
public func withWaylandArray<Result>(
  _ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> Result
) -> Result {
  var bytes = bytes
  return unsafe bytes.withUnsafeMutableBytes { bytes in
    var array = unsafe wl_array(size: bytes.count, alloc: bytes.count, data: bytes.baseAddress)
    return unsafe body(&array)
  }
}

/// An array in a message, which is valid only until the handler returns.
@safe
public struct BorrowedArray {
  // SAFETY: libwayland keeps the array until the handler returns; a handler must not store it.
  private let array: UnsafePointer<wl_array>?

  /// Creates a view of a `wl_array`; `nil` counts as empty.
  public init(_ array: UnsafePointer<wl_array>?) { unsafe self.array = unsafe array }

  /// The bytes.
  public var bytes: UnsafeRawBufferPointer {
    guard let array = unsafe array?.pointee, let data = unsafe array.data else {
      return unsafe UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return unsafe UnsafeRawBufferPointer(start: data, count: array.size)
  }

  /// The number of whole 32-bit words.
  public var wordCount: Int { unsafe bytes.count / 4 }

  /// Returns whether a 32-bit word has this value; bytes after the last whole word are ignored.
  public func contains(word: UInt32) -> Bool {
    let bytes = unsafe bytes
    for index in 0..<wordCount
    where unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) == word {
      return true
    }
    return false
  }
}

/// Text in a message, which is valid only until the handler returns.
///
/// Only `string` copies the text, which allocates memory above 15 bytes.
@safe
public struct BorrowedCString {
  // SAFETY: libwayland keeps the text until the handler returns; a handler must not store it.
  @usableFromInline
  let start: UnsafePointer<CChar>?

  /// Creates a view of NUL-terminated bytes; `nil` counts as empty.
  @inlinable
  public init(_ start: UnsafePointer<CChar>?) { unsafe self.start = unsafe start }

  /// A copy of the text; invalid UTF-8 is replaced by replacement characters.
  public var string: String { unsafe start.map { unsafe String(cString: $0) } ?? "" }

  /// Whether the text is empty or missing.
  public var isEmpty: Bool { unsafe start.map { unsafe $0.pointee == 0 } ?? true }
}

/// A fixed-point number of the wire format, signed, with 24 whole and 8 fractional bits.
public struct Fixed: RawRepresentable, Hashable, Sendable {
  /// The fixed-point bits: the number times 256.
  public var rawValue: Int32

  /// Creates a number from its raw value.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// Creates a number, rounded towards zero and clamped to the valid range; 0 for NaN.
  public init(_ value: Double) {
    let scaled = value * 256
    if scaled.isNaN {
      rawValue = 0
    } else if scaled >= Double(Int32.max) {
      rawValue = .max
    } else if scaled <= Double(Int32.min) {
      rawValue = .min
    } else {
      rawValue = Int32(scaled)
    }
  }

  /// The exact value.
  public var value: Double { Double(rawValue) / 256 }
}

extension Double {
  /// Creates the exact value of a fixed-point number.
  public init(_ fixed: Fixed) { self = fixed.value }
}
