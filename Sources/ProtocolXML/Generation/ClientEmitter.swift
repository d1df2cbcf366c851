// SPDX-License-Identifier: Apache-2.0

/// Writes the proxy class of one interface.
struct ClientEmitter {
  let interface: InterfaceDescription

  var coding: ArgumentCoding { ArgumentCoding(interface: interface, family: "Proxy") }

  func emit(into writer: inout SourceWriter) {
    let namespace = SwiftNames.type(interface.name)
    writer.line()
    writer.document(interface.summary, fallback: "An object of the interface `\(interface.name)`.")
    writer.block("public final class \(namespace)Proxy: Proxy, InterfaceProxy") {
      writer in
      writer.line("/// The table entry of `\(interface.name)`.")
      writer.block("public static var interface: UnsafePointer<wl_interface>") {
        $0.line("\(namespace).interface")
      }
      emitEvents(into: &writer)
      for (opcode, request) in interface.requests.enumerated() {
        emit(request, opcode: opcode, into: &writer)
      }
    }
  }
}
