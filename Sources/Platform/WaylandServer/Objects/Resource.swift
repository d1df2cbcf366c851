// SPDX-License-Identifier: Apache-2.0
public import CWaylandServer
import Glibc
import WaylandABI

/// The server's side of one object of a client.
///
/// libwayland keeps it alive until the object's end, which comes by a destructor request, by
/// `destroy()`, or by the client's leaving, in any order among objects. Then `onDestroy` is called
/// once, the handlers are dropped, and whatever is posted to it afterwards is ignored: a reference
/// kept too long is harmless. Without a request handler it is inert: it creates inert objects,
/// closes descriptors, and obeys destructors, all else is ignored.
@safe
public class Resource {
  // SAFETY: libwayland tells the end of the object, whoever ends it; from then on `raw` is nil.

  /// The client that the object belongs to.
  public final let client: Client
  final private(set) var raw: OpaquePointer?
  /// What the object stands for, so that a request that names it finds it.
  public final weak var owner: AnyObject?
  /// Called at the object's end, when `isAlive` is already false.
  public final var onDestroy: (() -> Void)?

  // The address marks resources that this class has made: nobody else can have it.
  nonisolated(unsafe) static let mark = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

  /// Makes the object, or tells the client that there is no memory for it.
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
        // Retained until the handler returns: it may end the object.
        unsafe Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue().deliver(opcode, arguments)
        return 0
      }, unsafe Self.mark, unsafe Unmanaged.passRetained(self).toOpaque(),
      { raw in
        guard let own = unsafe wl_resource_get_user_data(raw) else { return }
        unsafe Unmanaged<Resource>.fromOpaque(own).takeRetainedValue().ended()
      })
  }

  /// Stands for an object that libwayland itself serves, such as a buffer of `wl_shm`.
  required init(borrowing raw: OpaquePointer, client: Client) {
    self.client = client
    unsafe self.raw = raw
    unsafe DestroyListener.keep(
      self, ended: { [unowned self] in ended() },
      attach: { unsafe wl_resource_add_destroy_listener(raw, $0) })
  }

  /// Whether the object still exists.
  public final var isAlive: Bool { unsafe raw != nil }

  /// The protocol's number for the object, 0 once it is gone.
  public final var objectID: UInt32 { unsafe raw.map { unsafe wl_resource_get_id($0) } ?? 0 }

  /// The version that the object was bound with, 0 once it is gone.
  public final var version: UInt32 {
    unsafe raw.map { unsafe UInt32(wl_resource_get_version($0)) } ?? 0
  }

  /// Ends the object; doing so twice is harmless.
  public final func destroy() {
    guard let raw = unsafe raw else { return }
    unsafe wl_resource_destroy(raw)
  }

  /// Cuts the object off from what it stood for: from now on only destructors work.
  public final func makeInert() { forgetHandler() }

  /// Ends the client's connection with an error about this object, and nothing else.
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

  /// Drops the request handler; generated classes override it.
  func forgetHandler() {}

  /// Decodes one request and hands it to the handler; generated classes override it.
  func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}

  /// The object that a request names; nil if it is none of this class.
  ///
  /// libwayland has checked that it exists and has the right interface. One that libwayland serves
  /// itself gets a stand-in, the same each time.
  final func find<Found: InterfaceResource>(_ raw: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let raw = unsafe raw else { return nil }
    if unsafe wl_resource_instance_of(raw, type.interface, Self.mark) != 0 {
      guard let own = unsafe wl_resource_get_user_data(raw) else { return nil }
      return unsafe Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue() as? Found
    }
    let known = unsafe DestroyListener.owner { unsafe wl_resource_get_destroy_listener(raw, $0) }
    return unsafe known.map { $0 as? Found } ?? Found(borrowing: raw, client: client)
  }

  /// Makes an object that a message of this one creates; 0 lets libwayland choose the number.
  final func create<Created: InterfaceResource>(_ id: UInt32, as type: Created.Type) -> Created? {
    unsafe Created(client: client, interface: type.interface, version: version, id: id)
  }

  /// Whether an event of this age may be sent.
  final func canPost(since: UInt32) -> Bool {
    guard let raw = unsafe raw, client.isAlive else { return false }
    return unsafe since == 1 || UInt32(wl_resource_get_version(raw)) >= since
  }

  /// Whether an event may name an object: one that exists and belongs to the same client.
  final func canPost(argument: Resource) -> Bool {
    argument.isAlive && argument.client === client
  }

  /// Whether an event may name an object that may be missing.
  final func canPost(argument: Resource?) -> Bool {
    argument.map { canPost(argument: $0) } ?? true
  }

  /// Sends an event whose arguments have been checked.
  final func post(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>?) {
    guard let raw = unsafe raw else { return }
    unsafe wl_resource_post_event_array(raw, opcode, arguments)
  }
}

/// A resource class that stands for one interface; generated code conforms.
public protocol InterfaceResource: Resource {
  /// The table entry of the interface.
  static var interface: UnsafePointer<wl_interface> { get }
}

extension InterfaceResource {
  /// The name of the interface on the wire.
  public static var interfaceName: String { unsafe String(cString: interface.pointee.name) }

  /// The newest version that the generated class speaks.
  public static var newestVersion: UInt32 { unsafe UInt32(interface.pointee.version) }
}

/// A file descriptor that a client has sent; closed with its last reference unless taken.
public final class ReceivedDescriptor {
  private var raw: Int32

  /// Takes over an open descriptor.
  public init(_ raw: Int32) { self.raw = raw }

  deinit {
    if raw >= 0 { close(raw) }
  }

  /// The descriptor, still owned by this; -1 once taken.
  public var descriptor: Int32 { raw }

  /// Hands the descriptor over: the caller closes it.
  public func take() -> Int32 {
    defer { raw = -1 }
    return raw
  }
}
