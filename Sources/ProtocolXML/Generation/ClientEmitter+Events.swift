// SPDX-License-Identifier: Apache-2.0

extension ClientEmitter {
  func emitEvents(into writer: inout SourceWriter) {
    guard !interface.events.isEmpty else { return }
    writer.line()
    writer.line("/// What the compositor says; borrowed text and arrays end with the handler.")
    writer.block("public enum Event") { writer in
      for event in interface.events {
        writer.document(event.summary, fallback: "The event `\(event.name)`.", since: event.since)
        let values = event.arguments.map {
          "\(SwiftNames.member($0.name)): \(eventType($0))"
        }
        let list = values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")"
        writer.line("case \(SwiftNames.declared(event.name))\(list)")
      }
    }
    writer.line()
    writer.line("/// Receives the events of this object; without it they are dropped.")
    writer.line("public var onEvent: ((Event) -> Void)?")
    writer.line()
    emitDelivery(into: &writer)
  }

  private func emitDelivery(into writer: inout SourceWriter) {
    let usesArguments = interface.events.contains { !$0.arguments.isEmpty }
    writer.block(
      "override func deliver(_ opcode: UInt32, _ \(usesArguments ? "arguments" : "_"): "
        + "UnsafeMutablePointer<wl_argument>)"
    ) { writer in
      let unheard = interface.events.enumerated().filter { $0.element.needsCareUnheard }
      writer.block("guard let onEvent else") { writer in
        if !unheard.isEmpty {
          writer.block("switch opcode", indented: false) { writer in
            for (opcode, event) in unheard {
              emitUnheard(event, opcode: opcode, into: &writer)
            }
            writer.line("default: break")
          }
        }
        writer.line("return")
      }
      writer.block("switch opcode", indented: false) { writer in
        for (opcode, event) in interface.events.enumerated() {
          emitHeard(event, opcode: opcode, into: &writer)
        }
        writer.line("default: break")
      }
    }
  }

  private func emitHeard(
    _ event: MessageDescription, opcode: Int, into writer: inout SourceWriter
  ) {
    writer.line("case \(opcode):")
    for (index, argument) in event.arguments.enumerated() where argument.kind == .newObject {
      writer.line(
        "  let new\(index) = adopt(arguments[\(index)].o, as: \(coding.objectType(argument)).self)")
      writer.line("  guard let new\(index) else { return }")
    }
    let values = event.arguments.enumerated().map { index, argument in
      "\(SwiftNames.member(argument.name)): \(decoded(argument, index: index))"
    }
    let list = values.isEmpty ? "" : "(" + values.joined(separator: ", ") + ")"
    writer.line("  onEvent(.\(SwiftNames.member(event.name))\(list))")
    if event.isDestructor { writer.line("  discard()") }
  }

  private func emitUnheard(
    _ event: MessageDescription, opcode: Int, into writer: inout SourceWriter
  ) {
    writer.line("case \(opcode):")
    for (index, argument) in event.arguments.enumerated() {
      switch argument.kind {
      case .newObject:
        writer.line("  _ = adopt(arguments[\(index)].o, as: \(coding.objectType(argument)).self)")
      case .descriptor: writer.line("  closeUnheard(arguments[\(index)].h)")
      default: break
      }
    }
    if event.isDestructor { writer.line("  discard()") }
  }

  private func decoded(_ argument: ArgumentDescription, index: Int) -> String {
    switch argument.kind {
    case .object: "find(arguments[\(index)].o, as: \(coding.objectType(argument)).self)"
    case .newObject: "new\(index)"
    default: coding.decoded(argument, index: index)
    }
  }

  private func eventType(_ argument: ArgumentDescription) -> String {
    switch argument.kind {
    // Even where null is not allowed: the object may be gone by the time the event arrives.
    case .object: coding.objectType(argument) + "?"
    case .newObject: coding.objectType(argument)
    default: coding.receivedType(argument)
    }
  }
}

extension MessageDescription {
  /// Whether dropping the event without looking would leak an object or a descriptor.
  var needsCareUnheard: Bool {
    isDestructor || arguments.contains { $0.kind == .newObject || $0.kind == .descriptor }
  }
}
