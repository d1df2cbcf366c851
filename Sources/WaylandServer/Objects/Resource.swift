// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
import WaylandABI

/// The server's side of one object of a client.
///
/// libwayland keeps it alive until the object's end, which comes by a destructor request, by
/// `destroy()`, or by the client's leaving, in any order among objects. Then `onDestroy` is called
/// once, the handlers are dropped, and whatever is posted to it afterwards is ignored: a reference
/// kept too long is harmless. Without a request handler it is inert: it creates inert objects,
/// closes descriptors, and obeys destructors, all else is ignored.
public class Resource {
  /// The client that the object belongs to.
  public final let client: Client
  final private(set) var raw: OpaquePointer?
  /// What the object stands for, so that a request that names it finds it.
  public final weak var owner: AnyObject?
  /// Called at the object's end, when `isAlive` is already false.
  public final var onDestroy: (() -> Void)?

  // The address marks resources that this class has made: nobody else can have it.
  nonisolated(unsafe) static let mark = UnsafeMutableRawPointer.allocate(
    byteCount: 1, alignment: 1)

  /// Makes the object, or tells the client that there is no memory for it.
  required init?(
    client: Client, interface: UnsafePointer<wl_interface>, version: UInt32, id: UInt32
  ) {
    guard client.isAlive,
      let raw = wl_resource_create(client.raw, interface, Int32(clamping: version), id)
    else {
      client.refuseMemory()
      return nil
    }
    self.client = client
    self.raw = raw
    wl_resource_set_dispatcher(
      raw,
      { _, object, opcode, _, arguments in
        guard let object, let arguments, let own = wl_resource_get_user_data(OpaquePointer(object))
        else { return 0 }
        // Retained until the handler returns: it may end the object.
        Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue().deliver(opcode, arguments)
        return 0
      }, Self.mark, Unmanaged.passRetained(self).toOpaque(),
      { raw in
        guard let own = wl_resource_get_user_data(raw) else { return }
        Unmanaged<Resource>.fromOpaque(own).takeRetainedValue().ended()
      })
  }

  /// Stands for an object that libwayland itself serves, such as a buffer of `wl_shm`.
  required init(borrowing raw: OpaquePointer, client: Client) {
    self.client = client
    self.raw = raw
    DestroyListener.keep(
      self, ended: { [unowned self] in ended() },
      attach: { wl_resource_add_destroy_listener(raw, $0) })
  }

  /// Whether the object still exists.
  public final var isAlive: Bool { raw != nil }

  /// The protocol's number for the object, 0 once it is gone.
  public final var objectID: UInt32 { raw.map { wl_resource_get_id($0) } ?? 0 }

  /// The version that the object was bound with, 0 once it is gone.
  public final var version: UInt32 { raw.map { UInt32(wl_resource_get_version($0)) } ?? 0 }

  /// Ends the object; doing so twice is harmless.
  public final func destroy() {
    guard let raw else { return }
    wl_resource_destroy(raw)
  }

  /// Cuts the object off from what it stood for: from now on only destructors work.
  public final func makeInert() { forgetHandler() }

  /// Ends the client's connection with an error about this object, and nothing else.
  public final func post(error code: UInt32, _ message: String) {
    guard let raw, client.isAlive, !client.hasFailed else { return }
    swivel_resource_post_error(raw, code, message)
    client.noteFailure(message)
  }

  final func ended() {
    raw = nil
    forgetHandler()
    let action = onDestroy
    onDestroy = nil
    action?()
  }

  /// Drops the request handler; generated classes override it.
  func forgetHandler() {}

  /// Decodes one request and hands it to the handler; generated classes override it.
  func deliver(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>) {}
}
