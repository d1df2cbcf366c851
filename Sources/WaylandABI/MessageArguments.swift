// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

/// Gives the body room for a message's arguments on the stack.
@inlinable
public func withArguments<Result>(
  _ count: Int, _ body: (UnsafeMutableBufferPointer<wl_argument>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count, body)
}

/// Lends optional text as C text.
@inlinable
public func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}

/// Lends bytes as an array of libwayland.
@inlinable
public func withWaylandArray<Result>(
  _ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> Result
) -> Result {
  var bytes = bytes
  return bytes.withUnsafeMutableBytes { bytes in
    var array = wl_array(size: bytes.count, alloc: bytes.count, data: bytes.baseAddress)
    return body(&array)
  }
}
