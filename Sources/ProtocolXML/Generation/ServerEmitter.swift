// SPDX-License-Identifier: Apache-2.0

/// Writes the resource class of one interface.
struct ServerEmitter {
  let interface: InterfaceDescription

  var coding: ArgumentCoding { ArgumentCoding(interface: interface, family: "Resource") }

  func emit(into writer: inout SourceWriter) {
    let namespace = SwiftNames.type(interface.name)
    writer.line()
    writer.document(interface.summary, fallback: "An object of the interface `\(interface.name)`.")
    writer.block("public final class \(namespace)Resource: Resource, InterfaceResource") { writer in
      writer.line("/// The table entry of `\(interface.name)`.")
      writer.block("public static var interface: UnsafePointer<wl_interface>") {
        $0.line("\(namespace).interface")
      }
      emitRequests(into: &writer)
      for (opcode, event) in interface.events.enumerated() {
        emit(event, opcode: opcode, into: &writer)
      }
    }
  }
}
