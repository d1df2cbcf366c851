// SPDX-License-Identifier: Apache-2.0
import CWaylandServer

/// Something that a server offers in its registry.
@safe
public final class Global {
  // SAFETY: the display keeps us until its own end, so the context that libwayland holds stays
  // valid.
  private var raw: OpaquePointer?
  private let bind: (Client, UInt32, UInt32) -> Void
  private unowned let display: Display

  /// Offers an interface; `bound` gets each object that a client makes of it.
  ///
  /// - Parameter version: the newest version offered, at most what the bindings know.
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

  /// Takes the offer back; who binds it in the same moment gets an object all the same.
  public func withdraw() {
    guard let raw = unsafe raw else { return }
    unsafe wl_global_remove(raw)
  }

  /// Frees the entry; nobody can bind it any more.
  func end() {
    guard let raw = unsafe raw else { return }
    unsafe self.raw = nil
    unsafe wl_global_destroy(raw)
  }
}
