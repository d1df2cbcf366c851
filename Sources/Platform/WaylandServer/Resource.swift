// SPDX-License-Identifier: Apache-2.0
public import CWaylandServer
import Glibc
import WaylandABI

/// The server's side of an object of a client.
///
/// libwayland retains the resource until the object ends: by a destructor request, by `destroy()`,
/// or with the client, in any order of objects. Then `onDestroy` is called once, the handlers are
/// released, and later events are ignored, so using a stale reference is harmless. A resource
/// without a request handler creates inert objects, closes descriptors, executes destructors and
/// ignores all other requests.
@safe
public class Resource {
  /// The client that owns the object.
  public final let client: Client
  // SAFETY: libwayland reports every end of the object; from then on `raw` is `nil`.
  final private(set) var raw: OpaquePointer?
  /// The server's own object that this resource represents, for requests with this resource as an
  /// argument.
  public final weak var owner: AnyObject?
  /// Called when the object has ended; `isAlive` is then already false.
  public final var onDestroy: (() -> Void)?

  // The unique address by which resources that this class created are recognised.
  nonisolated(unsafe) static let mark = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// Creates the object; if that fails, sends the client the error `no_memory`.
  required init?(
    client: Client, interface: UnsafePointer<wl_interface>, version: UInt32, id: UInt32
  ) {
    guard client.isAlive,
      let raw = unsafe wl_resource_create(client.raw, interface, Int32(clamping: version), id)
    else {
      client.refuseMemory()
      return nil
    }
    self.client = client
    unsafe self.raw = raw
    unsafe wl_resource_set_dispatcher(
      raw,
      { _, object, opcode, _, arguments in
        guard let object = unsafe object, let arguments = unsafe arguments,
          let own = unsafe wl_resource_get_user_data(OpaquePointer(object))
        else { return 0 }
        // The resource is retained until the handler returns, which may end the object.
        unsafe Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue().deliver(opcode, arguments)
        return 0
      }, unsafe Self.mark, unsafe Unmanaged.passRetained(self).toOpaque(),
      { raw in
        guard let own = unsafe wl_resource_get_user_data(raw) else { return }
        unsafe Unmanaged<Resource>.fromOpaque(own).takeRetainedValue().ended()
      })
  }

  /// Creates a stand-in for an object that libwayland itself serves, such as a buffer of `wl_shm`.
  required init(borrowing raw: OpaquePointer, client: Client) {
    self.client = client
    unsafe self.raw = raw
    unsafe DestroyListener.keep(
      self, ended: { [unowned self] in ended() },
      attach: { unsafe wl_resource_add_destroy_listener(raw, $0) })
  }

  /// Whether the object still exists.
  public final var isAlive: Bool { unsafe raw != nil }

  /// The object's ID in the protocol; 0 if the object no longer exists.
  public final var objectID: UInt32 { unsafe raw.map { unsafe wl_resource_get_id($0) } ?? 0 }

  /// The object's bound version; 0 if the object no longer exists.
  public final var version: UInt32 {
    unsafe raw.map { unsafe UInt32(wl_resource_get_version($0)) } ?? 0
  }

  /// Destroys the object; a second call has no effect.
  public final func destroy() {
    guard let raw = unsafe raw else { return }
    unsafe wl_resource_destroy(raw)
  }

  /// Releases the request handler.
  public final func makeInert() { forgetHandler() }

  /// Ends the client's connection with a protocol error of this object; has no effect if the object
  /// no longer exists or the client has failed already.
  public final func post(_ error: some RawRepresentable<UInt32>, _ message: String) {
    guard let raw = unsafe raw, client.isAlive, !client.hasFailed else { return }
    unsafe swivel_resource_post_error(raw, error.rawValue, message)
    client.noteFailure(message)
  }

  final func ended() {
    unsafe raw = nil
    forgetHandler()
    let action = onDestroy
    onDestroy = nil
    action?()
  }

  /// Releases the request handler; generated classes override this method.
  func forgetHandler() {}

  /// Decodes a request and calls the handler; generated classes override this method.
  func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// Returns the object in a request's argument; `nil` for null, and if the object is of another
  /// class.
  ///
  /// libwayland has checked that the object exists and has the right interface. An object that
  /// libwayland itself serves is represented by one stand-in.
  final func find<Found: InterfaceResource>(_ raw: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let raw = unsafe raw else { return nil }
    if unsafe wl_resource_instance_of(raw, type.interface, Self.mark) != 0 {
      guard let own = unsafe wl_resource_get_user_data(raw) else { return nil }
      return unsafe Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue() as? Found
    }
    let known = unsafe DestroyListener.owner { unsafe wl_resource_get_destroy_listener(raw, $0) }
    return unsafe known.map { $0 as? Found } ?? Found(borrowing: raw, client: client)
  }

  /// Creates an object for a message; `nil` if that fails, which ends the client's connection.
  ///
  /// With the ID 0 libwayland assigns an ID.
  final func create<Created: InterfaceResource>(_ id: UInt32, as type: Created.Type) -> Created? {
    unsafe Created(client: client, interface: type.interface, version: version, id: id)
  }

  /// Returns whether an event that exists since version `since` may be sent to the object; false if
  /// the object or its client no longer exists.
  final func canPost(since: UInt32) -> Bool {
    guard let raw = unsafe raw, client.isAlive else { return false }
    return unsafe since == 1 || UInt32(wl_resource_get_version(raw)) >= since
  }

  final func canPost(argument: Resource) -> Bool {
    argument.isAlive && argument.client === client
  }

  final func canPost(argument: Resource?) -> Bool {
    argument.map { canPost(argument: $0) } ?? true
  }

  /// Sends an event; has no effect if the object no longer exists.
  ///
  /// The caller has checked the arguments.
  final func post(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?) {
    guard let raw = unsafe raw else { return }
    unsafe wl_resource_post_event_array(raw, opcode, arguments)
  }
}

/// A resource class of one interface, which generated code implements.
public protocol InterfaceResource: Resource {
  /// The interface's entry in the table.
  static var interface: UnsafePointer<wl_interface> { get }
}

extension InterfaceResource {
  /// The interface's name in the protocol.
  public static var interfaceName: String { unsafe String(cString: interface.pointee.name) }

  /// The newest version that the generated class supports.
  public static var newestVersion: UInt32 { unsafe UInt32(interface.pointee.version) }
}

/// A file descriptor received from a client, closed with its last reference unless it was taken.
public final class ReceivedDescriptor {
  private var raw: Int32

  /// Creates the owner of an open descriptor.
  public init(_ raw: Int32) { self.raw = raw }

  deinit {
    if raw >= 0 { close(raw) }
  }

  /// The descriptor, which this object still owns; -1 after `take`.
  public var descriptor: Int32 { raw }

  /// Returns the descriptor and passes its ownership to the caller.
  public func take() -> Int32 {
    defer { raw = -1 }
    return raw
  }
}

/// A view of a client's buffer in shared memory, valid while the buffer object exists.
@safe
public struct SharedBuffer {
  // SAFETY: the view is used only while the buffer object exists; libwayland catches bus errors.
  private let raw: OpaquePointer
  /// The width in pixels.
  public let width: Int32
  /// The height in pixels.
  public let height: Int32
  /// The distance between rows in bytes.
  public let stride: Int32
  /// The pixel format.
  public let format: WlShm.Format

  /// Creates a view; `nil` if the object was destroyed or is not in shared memory.
  public init?(_ buffer: WlBufferResource) {
    guard let resource = unsafe buffer.raw, let raw = unsafe wl_shm_buffer_get(resource) else {
      return nil
    }
    unsafe self.raw = raw
    width = unsafe wl_shm_buffer_get_width(raw)
    height = unsafe wl_shm_buffer_get_height(raw)
    stride = unsafe wl_shm_buffer_get_stride(raw)
    format = unsafe WlShm.Format(rawValue: wl_shm_buffer_get_format(raw))
  }

  /// Calls `body` with the bytes of all rows.
  ///
  /// If the client has truncated the file, `body` reads zeroes, since libwayland catches the bus
  /// error, and the client gets a protocol error.
  public func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe wl_shm_buffer_begin_access(raw)
    unsafe body(
      UnsafeMutableRawBufferPointer(
        start: wl_shm_buffer_get_data(raw), count: Int(stride) * Int(height)))
    unsafe wl_shm_buffer_end_access(raw)
  }
}
