// SPDX-License-Identifier: Apache-2.0
import CWaylandClient

/// The client's side of one object of the compositor.
///
/// Keep it as long as its events are wanted: when the last reference goes, the object is
/// forgotten locally and later events are dropped, but the compositor is not told. Send the
/// destructor request (`destroy()` or `release()`) to end it on both sides.
/// All use must be on the thread that dispatches the connection.
public class Proxy {
  /// The connection, kept open as long as any of its objects.
  public final let connection: Connection
  final private(set) var raw: OpaquePointer?

  required init(adopting raw: OpaquePointer, connection: Connection) {
    self.raw = raw
    self.connection = connection
    let own = Unmanaged.passUnretained(self).toOpaque()
    // One function serves every interface; libffi and listener tables are not involved.
    wl_proxy_add_dispatcher(
      raw,
      { implementation, _, opcode, _, arguments in
        guard let implementation, let arguments else { return 0 }
        // Retained until the handler returns: it may drop the last other reference.
        let proxy = Unmanaged<Proxy>.fromOpaque(implementation).takeUnretainedValue()
        proxy.deliver(opcode, arguments)
        return 0
      }, own, own)
  }

  deinit {
    if let raw { wl_proxy_destroy(raw) }
  }

  /// Whether requests can still be sent to the object.
  public final var isAlive: Bool { raw != nil }

  /// The protocol's number for the object, 0 once it is gone.
  public final var objectID: UInt32 { raw.map { wl_proxy_get_id($0) } ?? 0 }

  /// The version that the object was bound with, 0 once it is gone.
  public final var version: UInt32 { raw.map { wl_proxy_get_version($0) } ?? 0 }

  /// Forgets the object locally without telling the compositor; doing so twice is harmless.
  public final func discard() {
    guard let raw else { return }
    self.raw = nil
    wl_proxy_destroy(raw)
  }

  /// Decodes one event and hands it to the handler; generated classes override it.
  func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// Sends a request whose arguments have been checked.
  final func send(
    _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?, destroys: Bool = false
  ) {
    guard let raw else { return }
    if destroys { self.raw = nil }
    wl_proxy_marshal_array_flags(
      raw, opcode, nil, wl_proxy_get_version(raw),
      destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, arguments)
  }

  /// Sends a request that creates an object.
  final func send<Created: InterfaceProxy>(
    _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?,
    creating type: Created.Type, version: UInt32? = nil
  ) -> OpaquePointer? {
    guard let raw else { return nil }
    return wl_proxy_marshal_array_flags(
      raw, opcode, type.interface, version ?? wl_proxy_get_version(raw), 0, arguments)
  }
}
