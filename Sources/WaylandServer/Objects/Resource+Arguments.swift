// SPDX-License-Identifier: Apache-2.0
import CWaylandServer
import WaylandABI

extension Resource {
  /// The object that a request names; nil if it is none of this class.
  ///
  /// libwayland has checked that it exists and has the right interface. One that libwayland serves
  /// itself gets a stand-in, the same each time.
  final func find<Found: InterfaceResource>(_ raw: OpaquePointer?, as type: Found.Type) -> Found? {
    guard let raw else { return nil }
    if wl_resource_instance_of(raw, type.interface, Self.mark) != 0 {
      guard let own = wl_resource_get_user_data(raw) else { return nil }
      return Unmanaged<Resource>.fromOpaque(own).takeUnretainedValue() as? Found
    }
    let known = DestroyListener.owner { wl_resource_get_destroy_listener(raw, $0) }
    return known.map { $0 as? Found } ?? Found(borrowing: raw, client: client)
  }

  /// Makes an object that a message of this one creates; 0 lets libwayland choose the number.
  final func create<Created: InterfaceResource>(_ id: UInt32, as type: Created.Type) -> Created? {
    Created(client: client, interface: type.interface, version: version, id: id)
  }

  /// Whether an event of this age may be sent.
  final func canPost(since: UInt32) -> Bool {
    guard let raw, client.isAlive else { return false }
    return since == 1 || UInt32(wl_resource_get_version(raw)) >= since
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
    guard let raw else { return }
    wl_resource_post_event_array(raw, opcode, arguments)
  }
}
