// SPDX-License-Identifier: Apache-2.0

/// Text inside a message, valid only until the event handler returns.
///
/// Reading `string` copies it, which allocates above 15 bytes; the rest allocates nothing.
public struct BorrowedCString {
  @usableFromInline
  let start: UnsafePointer<CChar>?

  /// Borrows NUL-terminated bytes; nil counts as empty.
  @inlinable
  public init(_ start: UnsafePointer<CChar>?) { self.start = start }

  /// A copy; bytes that are not UTF-8 become replacement characters.
  public var string: String { start.map { String(cString: $0) } ?? "" }

  /// Whether there is no text.
  public var isEmpty: Bool { start.map { $0.pointee == 0 } ?? true }
}
