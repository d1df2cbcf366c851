// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// A global in a server's registry.
@safe
public final class Global {
  // SAFETY: the display keeps its globals until its own end, so the context that libwayland holds
  // stays valid.
  private var raw: OpaquePointer?
  private let bind: (Client, UInt32, UInt32) -> Void
  private unowned let display: Display

  /// Creates a global; `bound` is called with each object that a client binds.
  ///
  /// - Parameter version: the newest version, limited to that of the bindings.
  init<Bound: InterfaceResource>(
    _ type: Bound.Type, version: UInt32, display: Display, bound: @escaping (Bound) -> Void
  ) {
    self.display = display
    bind = { client, version, id in
      guard
        let resource = unsafe Bound(
          client: client, interface: type.interface, version: version, id: id)
      else { return }
      bound(resource)
    }
    unsafe raw = wl_global_create(
      display.raw, type.interface, Int32(min(version, type.newestVersion)),
      Unmanaged.passUnretained(self).toOpaque()
    ) { rawClient, own, version, id in
      guard let rawClient = unsafe rawClient, let own = unsafe own else { return }
      let global = unsafe Unmanaged<Global>.fromOpaque(own).takeUnretainedValue()
      guard let client = unsafe global.display.client(rawClient) else { return }
      global.bind(client, version, id)
    }
  }

  /// Withdraws the global; a client that binds it at the same time still gets an object.
  public func withdraw() {
    guard let raw = unsafe raw else { return }
    unsafe wl_global_remove(raw)
  }

  /// Destroys the global; it cannot be bound any more.
  func end() {
    guard let raw = unsafe raw else { return }
    unsafe self.raw = nil
    unsafe wl_global_destroy(raw)
  }
}
