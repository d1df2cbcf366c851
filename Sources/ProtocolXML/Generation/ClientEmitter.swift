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

  func emit(_ request: MessageDescription, opcode: Int, into writer: inout SourceWriter) {
    let created = request.arguments.first { $0.kind == .newObject }
    let isGeneric = created?.isUntypedNewObject == true
    let name = SwiftNames.declared(request.name)
    let parameters = request.arguments.flatMap(parameters).joined(separator: ", ")
    let result = created.map { " -> \(isGeneric ? "Created" : coding.objectType($0))" } ?? ""
    // A destructor never fails: on a compositor too old for it the object is dropped locally.
    let isQuiet = request.isDestructor && !request.hasCheckedArguments
    let effect = isQuiet ? "" : " throws(WaylandError)"

    writer.line()
    writer.document(
      request.summary, fallback: "The request `\(request.name)`.", since: request.since)
    writer.block(
      "public func \(name)\(isGeneric ? "<Created: InterfaceProxy>" : "")(\(parameters))\(effect)\(result)"
    ) { writer in
      if isQuiet {
        writer.line("guard canSend(since: \(request.since)) else { return discard() }")
      } else {
        writer.line("try check(since: \(request.since), \"\(request.name)\")")
        for argument in request.arguments {
          emitCheck(of: argument, request: request.name, into: &writer)
        }
      }
      emitSend(request, opcode: opcode, into: &writer)
    }
  }

  private func parameters(_ argument: ArgumentDescription) -> [String] {
    argument.isUntypedNewObject
      ? ["as type: Created.Type", "version: UInt32"]
      : coding.parameter(argument).map { [$0] } ?? []
  }

  private func emitCheck(
    of argument: ArgumentDescription, request: String, into writer: inout SourceWriter
  ) {
    let (_, inside) = SwiftNames.parameter(argument.name)
    switch argument.kind {
    case .object: writer.line("try check(argument: \(inside), \"\(request)\")")
    case .descriptor: writer.line("try check(descriptor: \(inside), \"\(request)\")")
    case .newObject where argument.isUntypedNewObject:
      writer.line("let version = max(1, min(version, UInt32(type.interface.pointee.version)))")
    default: break
    }
  }

  private func emitSend(
    _ request: MessageDescription, opcode: Int, into writer: inout SourceWriter
  ) {
    let created = request.arguments.first { $0.kind == .newObject }
    let values = request.arguments.flatMap(encoded)

    let creation = created.map {
      ", creating: \($0.isUntypedNewObject ? "type" : coding.objectType($0) + ".self")"
        + ($0.isUntypedNewObject ? ", version: version" : "")
    }
    let call =
      "send(\(opcode), \(values.isEmpty ? "nil" : "slots.baseAddress")"
      + "\(creation ?? "")\(request.isDestructor ? ", destroys: true" : ""))"
    coding.emitCall(
      call, result: created == nil ? "" : "let raw = ",
      lending: coding.lending(request, slots: values.count), values: values, into: &writer)
    emitAdoption(created, request: request.name, into: &writer)
  }

  private func emitAdoption(
    _ created: ArgumentDescription?, request: String, into writer: inout SourceWriter
  ) {
    guard let created else { return }
    let type = created.isUntypedNewObject ? "type" : coding.objectType(created) + ".self"
    writer.line("return try created(raw, as: \(type), \"\(request)\")")
  }

  private func encoded(_ argument: ArgumentDescription) -> [String] {
    argument.isUntypedNewObject
      ? ["s: type.interface.pointee.name", "u: version", "n: 0"] : [coding.encoded(argument)]
  }
}

extension MessageDescription {
  /// Whether an argument can be wrong at run time although its type is right.
  var hasCheckedArguments: Bool {
    arguments.contains { $0.kind == .object || $0.kind == .descriptor || $0.kind == .newObject }
  }
}

extension ClientEmitter {
  private func emitEvents(into writer: inout SourceWriter) {
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
