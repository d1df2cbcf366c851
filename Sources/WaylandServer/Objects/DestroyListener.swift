// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// An entry in one of libwayland's lists of those who want to hear of an object's end.
///
/// The entry comes first in the box, so the address that libwayland hands back is the box's own.
struct DestroyListener {
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
      guard let entry else { return }
      let box = UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      let owner = box.pointee.owner.takeRetainedValue()
      wl_list_remove(&entry.pointee.link)
      box.deallocate()
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
    box.initialize(
      to: DestroyListener(
        listener: wl_listener(link: wl_list(prev: nil, next: nil), notify: notify),
        owner: .passRetained(owner)))
    attach(UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self))
  }

  /// The object that was attached before; `find` asks libwayland's for the entry.
  static func owner(
    _ find: (wl_notify_func_t?) -> UnsafeMutablePointer<wl_listener>?
  ) -> AnyObject? {
    guard let entry = find(notify) else { return nil }
    return UnsafeMutableRawPointer(entry).assumingMemoryBound(to: DestroyListener.self)
      .pointee.owner.takeUnretainedValue().object
  }
}

/// An entry in a client's list of those who want to hear of its new objects, libwayland's included.
///
/// The entry comes first in the box, so the address that libwayland hands back is the box's own.
struct CreationListener {
  private var listener: wl_listener
  private let client: Unmanaged<Client>

  /// Hears of every object from now on; the box is freed by `detach`.
  static func attach(
    _ client: Client, to raw: OpaquePointer
  ) -> UnsafeMutablePointer<CreationListener> {
    let box = UnsafeMutablePointer<CreationListener>.allocate(capacity: 1)
    box.initialize(
      to: CreationListener(
        listener: wl_listener(
          link: wl_list(prev: nil, next: nil),
          notify: { entry, resource in
            guard let entry, let resource else { return }
            UnsafeMutableRawPointer(entry).assumingMemoryBound(to: CreationListener.self)
              .pointee.client.takeUnretainedValue().noteCreation(of: OpaquePointer(resource))
          }),
        client: .passUnretained(client)))
    wl_client_add_resource_created_listener(
      raw, UnsafeMutableRawPointer(box).assumingMemoryBound(to: wl_listener.self))
    return box
  }

  /// Hears of nothing any more.
  static func detach(_ box: UnsafeMutablePointer<CreationListener>) {
    wl_list_remove(&box.pointee.listener.link)
    box.deallocate()
  }
}
