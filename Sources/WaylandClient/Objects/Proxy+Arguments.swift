// SPDX-License-Identifier: Apache-2.0
import CWaylandClient
import Glibc

extension Proxy {
  /// The proxy that an event's argument names; nil if it is gone or not of the expected class.
  final func find<Found: Proxy>(_ raw: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let raw, let own = wl_proxy_get_user_data(raw) else { return nil }
    return Unmanaged<Proxy>.fromOpaque(own).takeUnretainedValue() as? Found
  }

  /// Takes over an object that an event has created.
  ///
  /// It must happen inside the handler, or the object's first events find no dispatcher.
  final func adopt<Created: InterfaceProxy>(
    _ raw: OpaquePointer?, as type: Created.Type
  ) -> Created? {
    raw.map { Created(adopting: $0, connection: connection) }
  }

  /// Closes a descriptor from an event that nobody listens to.
  final func closeUnheard(_ descriptor: Int32) {
    if descriptor >= 0 { close(descriptor) }
  }
}

/// Gives the body room for a message's arguments on the stack.
func withArguments<Result>(
  _ count: Int, _ body: (UnsafeMutableBufferPointer<wl_argument>) -> Result
) -> Result {
  withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: count, body)
}

/// Lends optional text as C text.
func withOptionalCString<Result>(
  _ text: String?, _ body: (UnsafePointer<CChar>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  return text.withCString { body($0) }
}

/// Lends bytes as an array of libwayland.
func withWaylandArray<Result>(
  _ bytes: [UInt8], _ body: (UnsafeMutablePointer<wl_array>) -> Result
) -> Result {
  var bytes = bytes
  return bytes.withUnsafeMutableBytes { bytes in
    var array = wl_array(size: bytes.count, alloc: bytes.count, data: bytes.baseAddress)
    return body(&array)
  }
}
