// SPDX-License-Identifier: Apache-2.0

struct ClientEmitter: InterfaceEmitter {
  let interface: InterfaceDescription

  var coding: ArgumentCoding { ArgumentCoding(interface: interface, family: "Proxy") }

  func emit(into writer: inout SourceWriter) {
    emitClass("Proxy", into: &writer) { writer in
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
    // A destructor request whose arguments need no check never fails: if the compositor is too old
    // for it, the object is dropped locally.
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
      writer.line(
        "let version = unsafe max(1, min(version, UInt32(type.interface.pointee.version)))")
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
    writer.line("return try unsafe created(raw, as: \(type), \"\(request)\")")
  }

  private func encoded(_ argument: ArgumentDescription) -> [String] {
    argument.isUntypedNewObject
      ? ["s: type.interface.pointee.name", "u: version", "n: 0"] : [coding.encoded(argument)]
  }
}

extension MessageDescription {
  /// Whether an argument can be invalid at run time although its type is correct, or creates an
  /// object.
  var hasCheckedArguments: Bool {
    arguments.contains { $0.kind == .object || $0.kind == .descriptor || $0.kind == .newObject }
  }
}

extension ClientEmitter {
  private func emitEvents(into writer: inout SourceWriter) {
    guard !interface.events.isEmpty else { return }
    writer.line()
    writer.line("/// An event; its borrowed text and arrays are valid until the handler returns.")
    emitCases(of: interface.events, named: "Event", into: &writer, type: eventType)
    writer.line()
    writer.line("/// Called with each event of the object; without a handler, events are dropped.")
    writer.line("public var onEvent: ((Event) -> Void)?")
    writer.line()
    emitDelivery(into: &writer)
  }

  private func emitDelivery(into writer: inout SourceWriter) {
    emitDelivery(of: interface.events, into: &writer) { writer in
      let unheard = interface.events.enumerated().filter { $0.element.needsCareUnheard }
      writer.block("guard let onEvent else") { writer in
        if !unheard.isEmpty { emitSwitch(over: unheard, into: &writer, emitUnheard) }
        writer.line("return")
      }
      emitSwitch(over: Array(interface.events.enumerated()), into: &writer, emitHeard)
    }
  }

  private func emitHeard(_ event: MessageDescription, _: Int, into writer: inout SourceWriter) {
    for (index, argument) in event.arguments.enumerated() where argument.kind == .newObject {
      writer.line(
        "  let new\(index) = unsafe adopt(arguments[\(index)].o, as: \(coding.objectType(argument)).self)"
      )
      writer.line("  guard let new\(index) else { return }")
    }
    let list = associated(event) { decoded($0, index: $1) }
    writer.line("  \(marker(list))onEvent(.\(SwiftNames.member(event.name))\(list))")
    if event.isDestructor { writer.line("  discard()") }
  }

  private func emitUnheard(_ event: MessageDescription, _: Int, into writer: inout SourceWriter) {
    for (index, argument) in event.arguments.enumerated() {
      switch argument.kind {
      case .newObject:
        writer.line(
          "  _ = unsafe adopt(arguments[\(index)].o, as: \(coding.objectType(argument)).self)")
      case .descriptor: writer.line("  unsafe closeUnheard(arguments[\(index)].h)")
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
    // The argument is optional even if the protocol forbids null, since the object may be destroyed
    // when the event arrives.
    case .object: coding.objectType(argument) + "?"
    case .newObject: coding.objectType(argument)
    default: coding.receivedType(argument)
    }
  }
}

extension MessageDescription {
  /// Whether the event has an effect even without a handler: it creates an object, passes a
  /// descriptor, or destroys its object.
  var needsCareUnheard: Bool {
    isDestructor || arguments.contains { $0.kind == .newObject || $0.kind == .descriptor }
  }
}
