// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

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
