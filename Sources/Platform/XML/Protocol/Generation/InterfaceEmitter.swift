// SPDX-License-Identifier: Apache-2.0

protocol InterfaceEmitter {
  var interface: InterfaceDescription { get }
  var coding: ArgumentCoding { get }
}

extension InterfaceEmitter {
  /// Writes the class of an interface; `body` writes the members of one side.
  func emitClass(
    _ family: String, into writer: inout SourceWriter, _ body: (inout SourceWriter) -> Void
  ) {
    let namespace = SwiftNames.type(interface.name)
    writer.line()
    writer.document(interface.summary, fallback: "An object of the interface `\(interface.name)`.")
    writer.block("public final class \(namespace)\(family): \(family), Interface\(family)") {
      writer in
      writer.line("/// The table entry of `\(interface.name)`.")
      writer.block("public static var interface: UnsafePointer<wl_interface>") {
        $0.line("unsafe \(namespace).interface")
      }
      body(&writer)
    }
  }

  func emitCases(
    of messages: [MessageDescription], named name: String, into writer: inout SourceWriter,
    type: (ArgumentDescription) -> String
  ) {
    writer.block("public enum \(name)") { writer in
      for message in messages {
        writer.document(
          message.summary, fallback: "The \(name.lowercased()) `\(message.name)`.",
          since: message.since)
        let list = associated(message) { argument, _ in type(argument) }
        writer.line("case \(SwiftNames.declared(message.name))\(list)")
      }
    }
  }

  func emitDelivery(
    of messages: [MessageDescription], into writer: inout SourceWriter,
    _ body: (inout SourceWriter) -> Void
  ) {
    let usesArguments = messages.contains { !$0.arguments.isEmpty }
    writer.block(
      "override func deliver(_ opcode: UInt32, _ \(usesArguments ? "arguments" : "_"): "
        + "UnsafeMutablePointer<wl_argument>)", body)
  }

  func emitSwitch(
    over messages: [(offset: Int, element: MessageDescription)], into writer: inout SourceWriter,
    _ body: (MessageDescription, Int, inout SourceWriter) -> Void
  ) {
    writer.block("switch opcode", indented: false) { writer in
      for (opcode, message) in messages {
        writer.line("case \(opcode):")
        body(message, opcode, &writer)
      }
      writer.line("default: break")
    }
  }

  /// Returns the marker of unsafe code for a call that reads libwayland's argument slots.
  func marker(_ values: String) -> String { values.contains("arguments[") ? "unsafe " : "" }

  /// Returns the associated values of a message's case in parentheses; empty if there are none.
  func associated(
    _ message: MessageDescription, _ value: (ArgumentDescription, Int) -> String
  ) -> String {
    let values = message.arguments.enumerated().map { index, argument in
      "\(SwiftNames.member(argument.name)): \(value(argument, index))"
    }
    return values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")"
  }
}
