// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

// What the client's and the server's side of libwayland have in common: tables of interfaces that
// generated code fills, arguments of a message, fixed-point numbers, and text and arrays that
// libwayland lends for the time of a call. It knows no protocol and holds no connection. Begin
// with `InterfaceTable` and `withArguments`.

/// The `wl_interface` entries of one protocol, in memory that lives as long as the process.
///
/// All entries have their address before the first is filled, so they may refer to each other.
public struct InterfaceTable {
  private let entries: UnsafeMutablePointer<wl_interface>
  private let count: Int
  fileprivate let messages: UnsafeMutableBufferPointer<wl_message>
  fileprivate let types: UnsafeMutableBufferPointer<UnsafePointer<wl_interface>?>

  /// Reserves zeroed memory for so many interfaces, messages, and argument types.
  public init(interfaces: Int, messages: Int, types: Int) {
    count = interfaces
    entries = .allocate(capacity: interfaces)
    entries.initialize(repeating: wl_interface(), count: interfaces)
    self.messages = .allocate(capacity: messages)
    self.messages.initialize(repeating: wl_message())
    self.types = .allocate(capacity: types)
    self.types.initialize(repeating: nil)
  }

  /// All entries in the order of the protocol file.
  public var interfaces: UnsafeBufferPointer<wl_interface> {
    UnsafeBufferPointer(start: entries, count: count)
  }

  /// The address of an entry, which never changes.
  public subscript(index: Int) -> UnsafePointer<wl_interface> {
    UnsafePointer(entries + index)
  }

  /// Writes the entries one after another; used by generated code only.
  public struct Filler {
    private let table: InterfaceTable
    private var interface = 0
    private var message = 0
    private var type = 0
    private var firstOfInterface = 0

    /// Begins at the first entry.
    public init(_ table: InterfaceTable) { self.table = table }

    /// Begins an interface, whose requests and then events must follow as messages.
    public mutating func add(
      _ name: StaticString, version: Int32, requests: Int, events: Int
    ) {
      let methods = table.messages.baseAddress.map { UnsafePointer($0 + firstOfInterface) }
      table.entries[interface] = wl_interface(
        name: Self.bytes(of: name), version: version,
        method_count: Int32(requests), methods: requests == 0 ? nil : methods,
        event_count: Int32(events), events: events == 0 ? nil : methods.map { $0 + requests })
      interface += 1
      firstOfInterface += requests + events
    }

    /// Writes the next message; a type is an interface or nil for each letter of the signature.
    public mutating func message(
      _ name: StaticString, _ signature: StaticString,
      _ argumentTypes: UnsafePointer<wl_interface>?...
    ) {
      let first = table.types.baseAddress.map { $0 + type }
      for argumentType in argumentTypes {
        table.types[type] = argumentType
        type += 1
      }
      table.messages[message] = wl_message(
        name: Self.bytes(of: name), signature: Self.bytes(of: signature), types: first)
      message += 1
    }

    // Literals end with NUL and never move, so nothing is copied.
    private static func bytes(of text: StaticString) -> UnsafePointer<CChar> {
      UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
    }
  }
}
