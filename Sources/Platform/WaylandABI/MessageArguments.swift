// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

/// Gives the body room for a message's arguments on the stack.
@inlinable
public func withArguments<Result>(
  _ count: Int, _ body: (UnsafeMutableBufferPointer<wl_argument>) -> Result
) -> Result {
  unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count, body)
}

/// Lends optional text as C text.
@inlinable
public func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return unsafe text.withCString { unsafe body($0) }
}

/// Lends bytes as an array of libwayland.
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

/// An array inside a message, valid only until the event handler returns.
@safe
public struct BorrowedArray {
  // SAFETY: lent by libwayland until the handler returns; a handler must not keep it.
  private let array: UnsafePointer<wl_array>?

  /// Borrows an array of libwayland; nil counts as empty.
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

  /// Whether a 32-bit word has this value; bytes after the last whole word are ignored.
  public func contains(word: UInt32) -> Bool {
    let bytes = unsafe bytes
    for index in 0..<wordCount
    where unsafe bytes.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self) == word {
      return true
    }
    return false
  }
}

/// Text inside a message, valid only until the event handler returns.
///
/// Reading `string` copies it, which allocates above 15 bytes; the rest allocates nothing.
@safe
public struct BorrowedCString {
  // SAFETY: lent by libwayland until the handler returns; a handler must not keep it.
  @usableFromInline
  let start: UnsafePointer<CChar>?

  /// Borrows NUL-terminated bytes; nil counts as empty.
  @inlinable
  public init(_ start: UnsafePointer<CChar>?) { unsafe self.start = unsafe start }

  /// A copy; bytes that are not UTF-8 become replacement characters.
  public var string: String { unsafe start.map { unsafe String(cString: $0) } ?? "" }

  /// Whether there is no text.
  public var isEmpty: Bool { unsafe start.map { unsafe $0.pointee == 0 } ?? true }
}
