// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

// Shared parts of libwayland's client and server side: tables of interfaces that generated code
// fills, arguments of a message, fixed-point numbers, and text and arrays that libwayland lends
// during a call. This target knows no protocol and holds no connection. Begin with `InterfaceTable`
// and `withArguments`.

/// The `wl_interface` entries of one protocol, in memory that is never freed.
///
/// All entries are allocated before the first is filled, so that they can refer to each other.
@safe
public struct InterfaceTable {
  // SAFETY: the memory is never freed, and generated code fills as many entries as it reserved.
  private let entries: UnsafeMutablePointer<wl_interface>
  private let count: Int
  fileprivate let messages: UnsafeMutableBufferPointer<wl_message>
  fileprivate let types: UnsafeMutableBufferPointer<UnsafePointer<wl_interface>?>

  /// Reserves zeroed memory for interfaces, messages and argument types, by their numbers.
  public init(interfaces: Int, messages: Int, types: Int) {
    count = interfaces
    unsafe entries = .allocate(capacity: interfaces)
    unsafe entries.initialize(repeating: wl_interface(), count: interfaces)
    unsafe self.messages = .allocate(capacity: messages)
    unsafe self.messages.initialize(repeating: wl_message())
    unsafe self.types = .allocate(capacity: types)
    unsafe self.types.initialize(repeating: nil)
  }

  /// All entries in the order of the protocol file.
  public var interfaces: UnsafeBufferPointer<wl_interface> {
    unsafe UnsafeBufferPointer(start: entries, count: count)
  }

  /// Returns the address of the entry at an index from 0; the address never changes.
  public subscript(index: Int) -> UnsafePointer<wl_interface> {
    unsafe UnsafePointer(entries + index)
  }

  /// A writer of the table's entries in order; used by generated code only.
  public struct Filler {
    private let table: InterfaceTable
    private var interface = 0
    private var message = 0
    private var type = 0
    private var firstOfInterface = 0

    /// Creates a filler at the first entry.
    public init(_ table: InterfaceTable) { self.table = table }

    /// Begins an interface; its requests and then its events must follow by calls of `message`.
    public mutating func add(_ name: StaticString, version: Int32, requests: Int, events: Int) {
      let methods = unsafe table.messages.baseAddress.map {
        unsafe UnsafePointer($0 + firstOfInterface)
      }
      unsafe table.entries[interface] = wl_interface(
        name: Self.bytes(of: name), version: version,
        method_count: Int32(requests), methods: requests == 0 ? nil : methods,
        event_count: Int32(events), events: events == 0 ? nil : methods.map { unsafe $0 + requests }
      )
      interface += 1
      firstOfInterface += requests + events
    }

    /// Writes the next message; `argumentTypes` has an interface or `nil` for each letter of the
    /// signature.
    public mutating func message(
      _ name: StaticString, _ signature: StaticString,
      _ argumentTypes: UnsafePointer<wl_interface>?...
    ) {
      let first = unsafe table.types.baseAddress.map { unsafe $0 + type }
      for index in unsafe argumentTypes.indices {
        unsafe table.types[type] = argumentTypes[index]
        type += 1
      }
      unsafe table.messages[message] = wl_message(
        name: Self.bytes(of: name), signature: Self.bytes(of: signature), types: first)
      message += 1
    }

    // Literals end with a NUL and never move, so they are not copied.
    private static func bytes(of text: StaticString) -> UnsafePointer<CChar> {
      unsafe UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
  }
}
