// SPDX-License-Identifier: Apache-2.0

/// Writes the `wl_interface` table of a protocol.
struct TableEmitter {
  let description: ProtocolDescription

  static func typeName(of protocolName: String) -> String {
    SwiftNames.type(protocolName) + "Protocol"
  }

  func emit(into writer: inout SourceWriter) {
    let messages = description.interfaces.flatMap { $0.requests + $0.events }
    let types = messages.reduce(0) { $0 + $1.signatureTypes.count }
    writer.line(
      "/// The interfaces of the protocol `\(description.name)` as libwayland reads them.")
    writer.block("public enum \(Self.typeName(of: description.name))") { writer in
      writer.line("/// Every interface in the order of the protocol file.")
      writer.block("public static var interfaces: UnsafeBufferPointer<wl_interface>") {
        $0.line("unsafe table.interfaces")
      }
      writer.line()
      writer.line("// Written once, then only read.")
      writer.block("nonisolated(unsafe) static let table: InterfaceTable =", tail: "()") { writer in
        writer.line(
          "let table = InterfaceTable(interfaces: \(description.interfaces.count), "
            + "messages: \(messages.count), types: \(types))")
        writer.line("var filler = InterfaceTable.Filler(table)")
        for interface in description.interfaces {
          emit(interface, into: &writer)
        }
        writer.line("return table")
      }
    }
  }

  private func emit(_ interface: InterfaceDescription, into writer: inout SourceWriter) {
    writer.line(
      "filler.add(\"\(interface.name)\", version: \(interface.version), "
        + "requests: \(interface.requests.count), events: \(interface.events.count))")
    for message in interface.requests + interface.events {
      let types = message.signatureTypes.map(pointer).joined(separator: ", ")
      writer.line(
        "unsafe filler.message(\"\(message.name)\", \"\(message.signature)\""
          + (types.isEmpty ? "" : ", \(types)") + ")")
    }
  }

  private func pointer(to name: String?) -> String {
    guard let name else { return "nil" }
    // A reference within the protocol uses the table being filled: reading the static variable here
    // would deadlock.
    if let index = description.interfaces.firstIndex(where: { $0.name == name }) {
      return "table[\(index)]"
    }
    return SwiftNames.type(name) + ".interface"
  }
}
