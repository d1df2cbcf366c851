// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// The members of an interface in sd-bus's format (sd_bus_add_object_vtable(3)).
///
/// The library keeps the pointer, so the table has to outlive its slot.
@safe
final class BusVtable {
  // SAFETY: everything is allocated here, never moved, and freed in `deinit`.
  let pointer: UnsafeMutablePointer<sd_bus_vtable>
  private let count: Int
  private var texts: [UnsafeMutablePointer<CChar>] = unsafe []

  init(
    _ members: [BusMember], method: @escaping sd_bus_message_handler_t,
    property: @escaping sd_bus_property_get_t
  ) {
    count = members.count + 2
    unsafe pointer = .allocate(capacity: count)
    // The unused part of a union would be indeterminate otherwise.
    unsafe memset(pointer, 0, count * MemoryLayout<sd_bus_vtable>.stride)
    unsafe pointer[0].type = UInt8(_SD_BUS_VTABLE_START)
    unsafe pointer[0].x.start.element_size = MemoryLayout<sd_bus_vtable>.size
    unsafe pointer[0].x.start.features = UInt64(_SD_BUS_VTABLE_PARAM_NAMES)
    unsafe pointer[0].x.start.vtable_format_reference = swivel_bus_object_vtable_format()
    for (index, member) in members.enumerated() {
      unsafe fill(&pointer[index + 1], member, method, property)
    }
    unsafe pointer[count - 1].type = UInt8(_SD_BUS_VTABLE_END)
  }

  deinit {
    unsafe pointer.deallocate()
    unsafe texts.forEach { unsafe $0.deallocate() }
  }

  private func fill(
    _ entry: inout sd_bus_vtable, _ member: BusMember,
    _ method: @escaping sd_bus_message_handler_t, _ property: @escaping sd_bus_property_get_t
  ) {
    let name = unsafe text(member.name)
    switch member {
    case .method(_, let takes, let gives, _):
      unsafe entry.type = UInt8(_SD_BUS_VTABLE_METHOD)
      // The session bus is the user's own; every client on it may call the method.
      unsafe entry.flags = UInt64(SD_BUS_VTABLE_UNPRIVILEGED)
      unsafe entry.x.method.member = name
      unsafe entry.x.method.signature = text(takes.map(\.type).joined())
      unsafe entry.x.method.result = text(gives.map(\.type).joined())
      unsafe entry.x.method.handler = method
      unsafe entry.x.method.names = names(takes + gives)
    case .property(_, let type, _), .constant(_, let type, _):
      unsafe entry.type = UInt8(_SD_BUS_VTABLE_PROPERTY)
      let isConstant = if case .constant = member { true } else { false }
      unsafe entry.flags = UInt64(
        isConstant
          ? SD_BUS_VTABLE_PROPERTY_CONST : SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
      unsafe entry.x.property.member = name
      unsafe entry.x.property.signature = text(type)
      unsafe entry.x.property.get = property
    case .signal(_, let parameters):
      unsafe entry.type = UInt8(_SD_BUS_VTABLE_SIGNAL)
      unsafe entry.x.signal.member = name
      unsafe entry.x.signal.signature = text(parameters.map(\.type).joined())
      unsafe entry.x.signal.names = names(parameters)
    }
  }

  /// Returns the names, each terminated, and an empty one after the last.
  private func names(_ parameters: [BusParameter]) -> UnsafePointer<CChar> {
    var bytes: [CChar] = []
    for parameter in parameters { bytes += parameter.name.utf8CString }
    bytes.append(0)
    return unsafe keep(bytes)
  }

  private func text(_ text: String) -> UnsafePointer<CChar> { unsafe keep(Array(text.utf8CString)) }

  private func keep(_ bytes: [CChar]) -> UnsafePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    unsafe copy.initialize(from: bytes, count: bytes.count)
    unsafe texts.append(copy)
    return unsafe UnsafePointer(copy)
  }
}
