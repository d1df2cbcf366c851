// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc

/// The members of an interface as sd-bus takes them (sd_bus_add_object_vtable(3)).
///
/// The library keeps the pointer, so this has to outlive the slot that it was given with.
final class BusVtable {
  let pointer: UnsafeMutablePointer<sd_bus_vtable>
  private let count: Int
  private var texts: [UnsafeMutablePointer<CChar>] = []

  init(
    _ members: [BusMember], method: @escaping sd_bus_message_handler_t,
    property: @escaping sd_bus_property_get_t
  ) {
    count = members.count + 2
    pointer = .allocate(capacity: count)
    // The unused part of a union would be indeterminate otherwise.
    memset(pointer, 0, count * MemoryLayout<sd_bus_vtable>.stride)
    pointer[0].type = UInt8(_SD_BUS_VTABLE_START)
    pointer[0].x.start.element_size = MemoryLayout<sd_bus_vtable>.size
    pointer[0].x.start.features = UInt64(_SD_BUS_VTABLE_PARAM_NAMES)
    pointer[0].x.start.vtable_format_reference = swivel_bus_object_vtable_format()
    for (index, member) in members.enumerated() {
      fill(&pointer[index + 1], member, method, property)
    }
    pointer[count - 1].type = UInt8(_SD_BUS_VTABLE_END)
  }

  deinit {
    pointer.deallocate()
    for text in texts { text.deallocate() }
  }

  private func fill(
    _ entry: inout sd_bus_vtable, _ member: BusMember,
    _ method: @escaping sd_bus_message_handler_t, _ property: @escaping sd_bus_property_get_t
  ) {
    let name = text(member.name)
    switch member {
    case .method(_, let takes, let gives, _):
      entry.type = UInt8(_SD_BUS_VTABLE_METHOD)
      // The session's bus is the user's own; whoever may talk to it may ask us.
      entry.flags = UInt64(SD_BUS_VTABLE_UNPRIVILEGED)
      entry.x.method.member = name
      entry.x.method.signature = text(takes.map(\.type).joined())
      entry.x.method.result = text(gives.map(\.type).joined())
      entry.x.method.handler = method
      entry.x.method.names = names(takes + gives)
    case .property(_, let type, _), .constant(_, let type, _):
      entry.type = UInt8(_SD_BUS_VTABLE_PROPERTY)
      let isConstant = if case .constant = member { true } else { false }
      entry.flags = UInt64(
        isConstant
          ? SD_BUS_VTABLE_PROPERTY_CONST : SD_BUS_VTABLE_PROPERTY_EMITS_CHANGE)
      entry.x.property.member = name
      entry.x.property.signature = text(type)
      entry.x.property.get = property
    case .signal(_, let parameters):
      entry.type = UInt8(_SD_BUS_VTABLE_SIGNAL)
      entry.x.signal.member = name
      entry.x.signal.signature = text(parameters.map(\.type).joined())
      entry.x.signal.names = names(parameters)
    }
  }

  /// A name after the other, each with its end, and an empty one after the last.
  private func names(_ parameters: [BusParameter]) -> UnsafePointer<CChar> {
    var bytes: [CChar] = []
    for parameter in parameters { bytes += parameter.name.utf8CString }
    bytes.append(0)
    return keep(bytes)
  }

  private func text(_ text: String) -> UnsafePointer<CChar> { keep(Array(text.utf8CString)) }

  private func keep(_ bytes: [CChar]) -> UnsafePointer<CChar> {
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    texts.append(copy)
    return UnsafePointer(copy)
  }
}
