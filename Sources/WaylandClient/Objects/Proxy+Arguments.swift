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
