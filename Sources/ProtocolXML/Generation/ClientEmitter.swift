// SPDX-License-Identifier: Apache-2.0

/// Writes the proxy class of one interface.
struct ClientEmitter {
  let interface: InterfaceDescription

  /// The name of the class that stands for an interface on the client's side.
  static func proxyName(_ interface: String) -> String { SwiftNames.type(interface) + "Proxy" }

  func emit(into writer: inout SourceWriter) {
    let namespace = SwiftNames.type(interface.name)
    writer.line()
    writer.document(interface.summary, fallback: "An object of the interface `\(interface.name)`.")
    writer.block("public final class \(Self.proxyName(interface.name)): Proxy, InterfaceProxy") {
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
