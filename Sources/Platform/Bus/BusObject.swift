// SPDX-License-Identifier: Apache-2.0
import CSystemd
import Glibc
import Text

/// An object with one interface, served on a bus as long as it exists.
///
/// sd-bus implements introspection, `Properties`, and the errors for unknown members.
@safe
public final class BusObject {
  private let connection: BusConnection
  private let path: String
  private let interface: String
  private let members: [BusMember]
  private var vtable: BusVtable?
  // SAFETY: the slot ends in `deinit`, before the table and the context that sd-bus refers to.
  private var slot: OpaquePointer?

  /// Begins to serve the object; throws if the connection is lost, or if a name or type is
  /// malformed.
  public init(
    _ members: [BusMember], interface: String, at path: String, on connection: BusConnection
  ) throws(BusError) {
    self.connection = connection
    self.path = path
    self.interface = interface
    self.members = members
    guard let raw = unsafe connection.raw else { throw BusError.disconnected }
    let vtable = unsafe BusVtable(members, method: Self.onCall, property: Self.onRead)
    self.vtable = vtable
    let code = unsafe sd_bus_add_object_vtable(
      raw, &slot, path, interface, vtable.pointer, Unmanaged.passUnretained(self).toOpaque())
    guard code >= 0 else { throw BusError(call: "sd_bus_add_object_vtable", code) }
    connection.arm()
  }

  deinit { unsafe sd_bus_slot_unref(slot) }

  /// Emits the signal `PropertiesChanged` with the present values of the named properties.
  ///
  /// Has no effect if the list is empty or the connection is lost.
  public func changed(_ names: [String]) {
    guard let raw = unsafe connection.raw, !names.isEmpty else { return }
    var list: [UnsafeMutablePointer<CChar>?] = unsafe names.map { unsafe strdup($0) } + [nil]
    defer { unsafe list.forEach { unsafe free($0) } }
    unsafe sd_bus_emit_properties_changed_strv(raw, path, interface, &list)
    connection.arm()
  }

  /// Emits a signal; has no effect if the connection is lost or sd-bus rejects a value.
  public func emit(_ signal: String, _ values: [BusValue]) {
    var message: OpaquePointer?
    guard let raw = unsafe connection.raw,
      unsafe sd_bus_message_new_signal(raw, &message, path, interface, signal) >= 0,
      let message = unsafe message
    else { return }
    defer { unsafe sd_bus_message_unref(message) }
    guard unsafe (try? MessageWriter(message: message).append(values)) != nil else { return }
    unsafe sd_bus_send(raw, message, nil)
    connection.arm()
  }

  private func call(_ message: OpaquePointer) -> Result<[BusValue], BusError> {
    let name = unsafe sd_bus_message_get_member(message).map { unsafe String(cString: $0) }
    for case .method(let own, _, _, let answer) in members where own == name {
      return unsafe answer(MessageReader(message: message).readAll())
    }
    return .failure(
      BusError(name: "org.freedesktop.DBus.Error.UnknownMethod", message: "no such method"))
  }

  private func read(_ name: String) -> BusValue? {
    for member in members {
      switch member {
      case .property(name, _, let read), .constant(name, _, let read): return read()
      default: continue
      }
    }
    return nil
  }

  // This function sends a method's reply itself; sd-bus sends an error.
  private static let onCall: sd_bus_message_handler_t = { message, context, error in
    guard let message = unsafe message, let context = unsafe context else { return 0 }
    let object = unsafe Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
    switch unsafe object.call(message) {
    case .failure(let failure):
      return unsafe sd_bus_error_set(error, failure.name, failure.message.statement)
    case .success(let values):
      var reply: OpaquePointer?
      let code = unsafe sd_bus_message_new_method_return(message, &reply)
      guard code >= 0, let reply = unsafe reply else { return code }
      defer { unsafe sd_bus_message_unref(reply) }
      do throws(BusError) {
        try unsafe MessageWriter(message: reply).append(values)
      } catch let failure {
        return unsafe sd_bus_error_set(error, failure.name, failure.message.statement)
      }
      return unsafe sd_bus_send(nil, reply, nil)
    }
  }

  private static let onRead: sd_bus_property_get_t = { _, _, _, name, reply, context, _ in
    guard let name = unsafe name, let reply = unsafe reply, let context = unsafe context else {
      return -EINVAL
    }
    let object = unsafe Unmanaged<BusObject>.fromOpaque(context).takeUnretainedValue()
    guard let value = unsafe object.read(String(cString: name)) else { return -ENOENT }
    return unsafe (try? MessageWriter(message: reply).append([value])) == nil ? -EINVAL : 1
  }
}

/// A parameter of a method or signal.
public struct BusParameter: Sendable {
  /// The parameter's name in introspection.
  public let name: String
  /// The type, as a D-Bus signature of one complete type.
  public let type: String

  /// Creates a parameter.
  public init(_ name: String, _ type: String) {
    self.name = name
    self.type = type
  }
}

/// A method, a property or a signal of a served interface.
public enum BusMember {
  /// The implementation of a method; sd-bus has checked the types of the arguments.
  public typealias Answer = ([BusValue]) -> Result<[BusValue], BusError>

  case method(String, takes: [BusParameter] = [], gives: [BusParameter] = [], Answer)
  /// A readable property: its name, its D-Bus signature, and a function that returns its present
  /// value. The owner announces changes with ``BusObject/changed(_:)``.
  case property(String, String, () -> BusValue)
  /// A property whose value never changes: its name, its D-Bus signature, and a function that
  /// returns the value.
  case constant(String, String, () -> BusValue)
  case signal(String, [BusParameter])

  var name: String {
    switch self {
    case .method(let name, _, _, _), .property(let name, _, _), .constant(let name, _, _),
      .signal(let name, _):
      name
    }
  }
}

/// The members of an interface in sd-bus's format (sd_bus_add_object_vtable(3)).
///
/// sd-bus keeps the pointer, so the table must outlive its slot.
@safe
private final class BusVtable {
  // SAFETY: all memory is allocated here, never moved, and freed in `deinit`.
  let pointer: UnsafeMutablePointer<sd_bus_vtable>
  private let count: Int
  private var texts: [UnsafeMutablePointer<CChar>] = unsafe []

  init(
    _ members: [BusMember], method: @escaping sd_bus_message_handler_t,
    property: @escaping sd_bus_property_get_t
  ) {
    count = members.count + 2
    unsafe pointer = .allocate(capacity: count)
    // The unused part of a union would otherwise be indeterminate.
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
      // The session bus belongs to the user, so every client on it may call the method.
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

  /// Returns the names as C strings, each terminated by a zero, with an empty one at the end.
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
