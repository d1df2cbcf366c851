// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// A destroy listener of a libwayland object.
///
/// The entry comes first in the box, so the address that libwayland passes back is the box's own.
@safe
struct DestroyListener {
  // SAFETY: the box lives from `keep` to the one call of `notify`, which frees it.

  /// The object to be notified, kept alive until then.
  final class Owner {
    let object: AnyObject
    let ended: () -> Void

    init(_ object: AnyObject, ended: @escaping () -> Void) {
      self.object = object
      self.ended = ended
    }
  }

  private var listener: wl_listener
  private let owner: Unmanaged<Owner>

  // One function for all listeners: it is also the key by which libwayland finds the entry again.
  private static let notify:
    @convention(c) (
      UnsafeMutablePointer<wl_listener>?, UnsafeMutableRawPointer?
    ) -> Void = { entry, _ in
      guard let entry = unsafe entry else { return }
      let box = unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      let owner = unsafe box.pointee.owner.takeRetainedValue()
      unsafe wl_list_remove(&entry.pointee.link)
      unsafe box.deallocate()
      // The object must stay alive during the notification.
      withExtendedLifetime(owner) { owner.ended() }
    }

  /// Keeps an object until libwayland's object ends; `attach` adds the entry to the latter's list.
  static func keep(
    _ object: AnyObject, ended: @escaping () -> Void,
    attach: (UnsafeMutablePointer<wl_listener>) -> Void
  ) {
    let owner = Owner(object, ended: ended)
    let box = UnsafeMutablePointer<DestroyListener>.allocate(capacity: 1)
    unsafe box.initialize(
      to: DestroyListener(
        listener: wl_listener(link: wl_list(prev: nil, next: nil), notify: notify),
        owner: .passRetained(owner)))
    unsafe attach(UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self))
  }

  /// Returns the object that was attached; `find` gets the entry from libwayland's object.
  static func owner(
    _ find: (wl_notify_func_t?) -> UnsafeMutablePointer<wl_listener>?
  ) -> AnyObject? {
    guard let entry = unsafe find(notify) else { return nil }
    return unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      .pointee.owner.takeUnretainedValue().object
  }
}

/// A listener for new objects of a client, libwayland's own included.
///
/// The entry comes first in the box, so the address that libwayland passes back is the box's own.
@safe
struct CreationListener {
  // SAFETY: the box lives from `attach` to `detach`; the client calls both.
  private var listener: wl_listener
  private let client: Unmanaged<Client>

  /// Begins to listen for new objects; `detach` frees the box.
  static func attach(
    _ client: Client, to raw: OpaquePointer
  ) -> UnsafeMutablePointer<CreationListener> {
    let box = UnsafeMutablePointer<CreationListener>.allocate(capacity: 1)
    unsafe box.initialize(
      to: CreationListener(
        listener: wl_listener(
          link: wl_list(prev: nil, next: nil),
          notify: { entry, resource in
            guard let entry = unsafe entry, let resource = unsafe resource else { return }
            unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: CreationListener.self)
              .pointee.client.takeUnretainedValue().noteCreation(of: OpaquePointer(resource))
          }),
        client: unsafe .passUnretained(client)))
    unsafe wl_client_add_resource_created_listener(
      raw, UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self))
    return unsafe box
  }

  /// Stops listening and frees the box.
  static func detach(_ box: UnsafeMutablePointer<CreationListener>) {
    unsafe wl_list_remove(&box.pointee.listener.link)
    unsafe box.deallocate()
  }
}
