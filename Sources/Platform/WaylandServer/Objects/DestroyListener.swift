// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// An entry in one of libwayland's lists of those who want to hear of an object's end.
///
/// The entry comes first in the box, so the address that libwayland hands back is the box's own.
@safe
struct DestroyListener {
  // SAFETY: the box lives from `keep` to the one call of `notify`, which frees it.

  /// What hears of the end, kept alive until then.
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

  // One address for all: it is also the key by which libwayland finds the entry again.
  private static let notify:
    @convention(c) (
      UnsafeMutablePointer<wl_listener>?, UnsafeMutableRawPointer?
    ) -> Void = { entry, _ in
      guard let entry = unsafe entry else { return }
      let box = unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      let owner = unsafe box.pointee.owner.takeRetainedValue()
      unsafe wl_list_remove(&entry.pointee.link)
      unsafe box.deallocate()
      // The object must still be there while it hears of the end.
      withExtendedLifetime(owner) { owner.ended() }
    }

  /// Keeps an object until libwayland's ends; `attach` puts the entry into the latter's list.
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

  /// The object that was attached before; `find` asks libwayland's for the entry.
  static func owner(
    _ find: (wl_notify_func_t?) -> UnsafeMutablePointer<wl_listener>?
  ) -> AnyObject? {
    guard let entry = unsafe find(notify) else { return nil }
    return unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      .pointee.owner.takeUnretainedValue().object
  }
}

/// An entry in a client's list of those who want to hear of its new objects, libwayland's included.
///
/// The entry comes first in the box, so the address that libwayland hands back is the box's own.
@safe
struct CreationListener {
  // SAFETY: the box lives from `attach` to `detach`; the client that it names does both.
  private var listener: wl_listener
  private let client: Unmanaged<Client>

  /// Hears of every object from now on; the box is freed by `detach`.
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

  /// Hears of nothing any more.
  static func detach(_ box: UnsafeMutablePointer<CreationListener>) {
    unsafe wl_list_remove(&box.pointee.listener.link)
    unsafe box.deallocate()
  }
}
