// SPDX-License-Identifier: Apache-2.0
public import CWaylandServer
import Glibc
import WaylandABI

/// The server's side of one object of a client.
///
/// libwayland keeps it alive until the object ends, by a destructor request, by `destroy()`, or
/// with the client, in any order among objects. Then `onDestroy` is called once, the handlers are
/// dropped, and later events are ignored: a stale reference is harmless. Without a request handler
/// it is inert: it creates inert objects, closes descriptors, executes destructors and ignores all
/// other requests.
@safe
public class Resource {
  // SAFETY: libwayland reports every end of the object; from then on `raw` is `nil`.

  /// The client that owns the object.
  public final let client: Client
  final private(set) var raw: OpaquePointer?
  /// The server's object behind this one, for requests that have this one as an argument.
  public final weak var owner: AnyObject?
  /// Called when the object has ended and `isAlive` is already false.
  public final var onDestroy: (() -> Void)?

  // This unique address marks resources created by this class.
  nonisolated(unsafe) static let mark = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// Creates the object, or sends the client a `no_memory` error.
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
        // Retained until the handler returns, which may end the object.
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

  /// The protocol's ID of the object; 0 once it is gone.
  public final var objectID: UInt32 { unsafe raw.map { unsafe wl_resource_get_id($0) } ?? 0 }

  /// The bound version of the object; 0 once it is gone.
  public final var version: UInt32 {
    unsafe raw.map { unsafe UInt32(wl_resource_get_version($0)) } ?? 0
  }

  /// Destroys the object; a second call has no effect.
  public final func destroy() {
    guard let raw = unsafe raw else { return }
    unsafe wl_resource_destroy(raw)
  }

  /// Drops the request handler, so that only destructors work.
  public final func makeInert() { forgetHandler() }

  /// Ends the client's connection with a protocol error of this object.
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

  /// Drops the request handler; overridden by generated classes.
  func forgetHandler() {}

  /// Decodes one request and calls the handler; overridden by generated classes.
  func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// Returns the object in a request's argument; `nil` if it is of another class.
  ///
  /// libwayland has checked that it exists and has the right interface. An object that libwayland
  /// serves itself gets a stand-in, the same each time.
  final func find<Found: InterfaceResource>(_ raw: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let raw = unsafe raw else { return nil }
    if unsafe wl_resource_instance_of(raw, type.interface, Self.mark) != 0 {
      guard let own = unsafe wl_resource_get_user_data(raw) else { return nil }
      return unsafe Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue() as? Found
    }
    let known = unsafe DestroyListener.owner { unsafe wl_resource_get_destroy_listener(raw, $0) }
    return unsafe known.map { $0 as? Found } ?? Found(borrowing: raw, client: client)
  }

  /// Creates an object for a message of this one; the ID 0 lets libwayland choose an ID.
  final func create<Created: InterfaceResource>(_ id: UInt32, as type: Created.Type) -> Created? {
    unsafe Created(client: client, interface: type.interface, version: version, id: id)
  }

  /// Returns whether an event since this version may be sent.
  final func canPost(since: UInt32) -> Bool {
    guard let raw = unsafe raw, client.isAlive else { return false }
    return unsafe since == 1 || UInt32(wl_resource_get_version(raw)) >= since
  }

  /// Returns whether an event may contain an object: it exists and belongs to the same client.
  final func canPost(argument: Resource) -> Bool {
    argument.isAlive && argument.client === client
  }

  /// Returns whether an event may contain an object or null.
  final func canPost(argument: Resource?) -> Bool {
    argument.map { canPost(argument: $0) } ?? true
  }

  /// Sends an event, whose arguments must have been checked.
  final func post(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?) {
    guard let raw = unsafe raw else { return }
    unsafe wl_resource_post_event_array(raw, opcode, arguments)
  }
}

/// A resource class of one interface; generated code conforms.
public protocol InterfaceResource: Resource {
  /// The table entry of the interface.
  static var interface: UnsafePointer<wl_interface> { get }
}

extension InterfaceResource {
  /// The interface's name in the protocol.
  public static var interfaceName: String { unsafe String(cString: interface.pointee.name) }

  /// The newest version that the generated class supports.
  public static var newestVersion: UInt32 { unsafe UInt32(interface.pointee.version) }
}

/// A file descriptor received from a client, closed with its last reference unless taken.
public final class ReceivedDescriptor {
  private var raw: Int32

  /// Creates the owner of an open descriptor.
  public init(_ raw: Int32) { self.raw = raw }

  deinit {
    if raw >= 0 { close(raw) }
  }

  /// The descriptor, still owned by this object; -1 once taken.
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
  // SAFETY: used only while the buffer object exists; libwayland catches the bus error.
  private let raw: OpaquePointer
  /// The width in pixels.
  public let width: Int32
  /// The height in pixels.
  public let height: Int32
  /// The distance of rows in bytes.
  public let stride: Int32
  /// The pixel format.
  public let format: WlShm.Format

  /// Creates a view; `nil` if the object is gone or not in shared memory.
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
  /// If the client has truncated the file, it gets a protocol error, and `body` reads zeroes:
  /// libwayland catches the bus error.
  public func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    unsafe wl_shm_buffer_begin_access(raw)
    unsafe body(
      UnsafeMutableRawBufferPointer(
        start: wl_shm_buffer_get_data(raw), count: Int(stride) * Int(height)))
    unsafe wl_shm_buffer_end_access(raw)
  }
}
