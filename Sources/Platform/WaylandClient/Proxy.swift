// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient
import Glibc

/// The client's side of an object in the compositor.
///
/// The caller retains a proxy as long as its events are needed. When the last reference is
/// released, the object is discarded locally and later events are dropped, but the compositor is
/// not notified. The destructor request (`destroy()` or `release()`) ends the object on both sides.
/// All use must be on the thread that dispatches the connection.
@safe
public class Proxy {
  /// The connection, which exists as long as any of its objects.
  public final let connection: Connection
  // SAFETY: `raw` is destroyed once and `nil` from then on; libwayland's unretained reference to
  // this object ends at the same time.
  final private(set) var raw: OpaquePointer?

  required init(adopting raw: OpaquePointer, connection: Connection) {
    unsafe self.raw = raw
    self.connection = connection
    let own = unsafe Unmanaged.passUnretained(self).toOpaque()
    // One dispatcher serves all interfaces, so libffi and listener tables are not needed.
    unsafe wl_proxy_add_dispatcher(
      raw,
      { implementation, _, opcode, _, arguments in
        guard let implementation = unsafe implementation, let arguments = unsafe arguments else {
          return 0
        }
        // The proxy is retained until the handler returns, which may release the last other
        // reference.
        let proxy = unsafe Unmanaged<Proxy>.fromOpaque(implementation).takeUnretainedValue()
        unsafe proxy.deliver(opcode, arguments)
        return 0
      }, unsafe own, unsafe own)
  }

  deinit {
    if let raw = unsafe raw { unsafe wl_proxy_destroy(raw) }
  }

  /// Whether requests can still be sent to the object.
  public final var isAlive: Bool { unsafe raw != nil }

  /// The object's ID in the protocol; 0 if the object no longer exists.
  public final var objectID: UInt32 { unsafe raw.map { unsafe wl_proxy_get_id($0) } ?? 0 }

  /// The object's bound version; 0 if the object no longer exists.
  public final var version: UInt32 { unsafe raw.map { unsafe wl_proxy_get_version($0) } ?? 0 }

  /// Discards the object locally without notifying the compositor; a second call has no effect.
  public final func discard() {
    guard let raw = unsafe raw else { return }
    unsafe self.raw = nil
    unsafe wl_proxy_destroy(raw)
  }

  /// Decodes an event and calls the handler; generated classes override this method.
  func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// Sends a request; has no effect if the object no longer exists.
  ///
  /// With `destroys`, the object ends locally too. The caller has checked the arguments.
  final func send(
    _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?, destroys: Bool = false
  ) {
    guard let raw = unsafe raw else { return }
    if destroys { unsafe self.raw = nil }
    unsafe wl_proxy_marshal_array_flags(
      raw, opcode, nil, wl_proxy_get_version(raw),
      destroys ? UInt32(WL_MARSHAL_FLAG_DESTROY) : 0, arguments)
  }

  /// Sends a request that creates an object, of this object's version unless `version` is given;
  /// returns the new proxy in libwayland's form.
  ///
  /// The result is `nil` if this object no longer exists or libwayland cannot create the proxy.
  final func send<Created: InterfaceProxy>(
    _ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?,
    creating type: Created.Type, version: UInt32? = nil
  ) -> OpaquePointer? {
    guard let raw = unsafe raw else { return nil }
    return unsafe wl_proxy_marshal_array_flags(
      raw, opcode, type.interface, version ?? wl_proxy_get_version(raw), 0, arguments)
  }

  /// Returns the proxy in an event's argument; `nil` for null, and if the proxy is destroyed or of
  /// another class.
  final func find<Found: Proxy>(_ raw: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let raw = unsafe raw, let own = unsafe wl_proxy_get_user_data(raw) else { return nil }
    return unsafe Unmanaged<Proxy>.fromOpaque(own).takeUnretainedValue() as? Found
  }

  /// Returns the proxy of an object that an event has created; `nil` for null.
  ///
  /// Must be called while the event is delivered; otherwise the object's first events are lost.
  final func adopt<Created: InterfaceProxy>(
    _ raw: OpaquePointer?, as type: Created.Type
  ) -> Created? {
    unsafe raw.map { unsafe Created(adopting: $0, connection: connection) }
  }

  final func closeUnheard(_ descriptor: Int32) {
    if descriptor >= 0 { close(descriptor) }
  }

  /// The interface's name in the protocol; "gone" if the object no longer exists.
  public final var interfaceName: String {
    unsafe raw.flatMap { unsafe wl_proxy_get_class($0) }.map { unsafe String(cString: $0) }
      ?? "gone"
  }

  final func canSend(since: UInt32) -> Bool {
    guard let raw = unsafe raw else { return false }
    return unsafe since == 1 || wl_proxy_get_version(raw) >= since
  }

  // libwayland aborts or ends the connection at a request that fails one of the following checks.

  final func check(since: UInt32, _ request: StaticString) throws(WaylandError) {
    guard let raw = unsafe raw else { throw .objectGone(request: "\(request)") }
    guard unsafe since == 1 || wl_proxy_get_version(raw) >= since else {
      throw .requestTooNew(
        interface: interfaceName, request: "\(request)", since: since, bound: version)
    }
  }

  final func check(argument: Proxy?, _ request: StaticString) throws(WaylandError) {
    guard let argument else { return }
    guard argument.isAlive, argument.connection === connection else {
      throw .objectGone(request: "\(request)")
    }
  }

  final func check(descriptor: Int32, _ request: StaticString) throws(WaylandError) {
    guard fcntl(descriptor, F_GETFD) >= 0 else { throw .badDescriptor(request: "\(request)") }
  }

  final func created<Created: InterfaceProxy>(
    _ raw: OpaquePointer?, as type: Created.Type, _ request: StaticString
  ) throws(WaylandError) -> Created {
    guard let raw = unsafe raw else { throw .creationFailed(request: "\(request)", errno: errno) }
    return unsafe Created(adopting: raw, connection: connection)
  }
}

/// A proxy class of one interface, which generated code implements.
public protocol InterfaceProxy: Proxy {
  /// The interface's entry in the table.
  static var interface: UnsafePointer<wl_interface> { get }
}

extension InterfaceProxy {
  /// The interface's name in the protocol.
  public static var interfaceName: String { unsafe String(cString: interface.pointee.name) }

  /// The newest version that the generated class supports.
  public static var newestVersion: UInt32 { unsafe UInt32(interface.pointee.version) }
}
