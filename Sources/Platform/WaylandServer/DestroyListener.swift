// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// A destroy listener of a libwayland object.
///
/// The listener entry is the first field of the box, so the address that libwayland passes back is
/// that of the box.
@safe
struct DestroyListener {
  /// The object to notify, retained until the notification.
  final class Owner {
    let object: AnyObject
    let ended: () -> Void

    init(_ object: AnyObject, ended: @escaping () -> Void) {
      self.object = object
      self.ended = ended
    }
  }

  // SAFETY: the box exists from `keep` until the only call of `notify`, which frees it.
  private var listener: wl_listener
  private let owner: Unmanaged<Owner>

  // All listeners have the same function, by which libwayland finds the entry.
  private static let notify:
    @convention(c) (
      UnsafeMutablePointer<wl_listener>?, UnsafeMutableRawPointer?
    ) -> Void = { entry, _ in
      guard let entry = unsafe entry else { return }
      let box = unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      let owner = unsafe box.pointee.owner.takeRetainedValue()
      unsafe wl_list_remove(&entry.pointee.link)
      unsafe box.deallocate()
      // The object must exist until the end of the notification.
      withExtendedLifetime(owner) { owner.ended() }
    }

  /// Retains an object until a libwayland object ends; `attach` adds the listener to the libwayland
  /// object.
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

  /// Returns the retained object; `nil` if `keep` has added no listener to the libwayland object.
  ///
  /// `find` gets the listener from the libwayland object.
  static func owner(
    _ find: (wl_notify_func_t?) -> UnsafeMutablePointer<wl_listener>?
  ) -> AnyObject? {
    guard let entry = unsafe find(notify) else { return nil }
    return unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      .pointee.owner.takeUnretainedValue().object
  }
}

/// A listener for the creation of a client's objects, including libwayland's own.
///
/// The listener entry is the first field of the box, so the address that libwayland passes back is
/// that of the box.
@safe
struct CreationListener {
  // SAFETY: the box exists from `attach` to `detach`; the client calls both.
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

  static func detach(_ box: UnsafeMutablePointer<CreationListener>) {
    unsafe wl_list_remove(&box.pointee.listener.link)
    unsafe box.deallocate()
  }
}
