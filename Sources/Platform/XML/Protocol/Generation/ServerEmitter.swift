// SPDX-License-Identifier: Apache-2.0

struct ServerEmitter: InterfaceEmitter {
  let interface: InterfaceDescription

  var coding: ArgumentCoding { ArgumentCoding(interface: interface, family: "Resource") }

  func emit(into writer: inout SourceWriter) {
    emitClass("Resource", into: &writer) { writer in
      emitRequests(into: &writer)
      for (opcode, event) in interface.events.enumerated() {
        emit(event, opcode: opcode, into: &writer)
      }
    }
  }

  private func emitRequests(into writer: inout SourceWriter) {
    guard !interface.requests.isEmpty else { return }
    writer.line()
    writer.line("/// A request; its borrowed text and arrays are valid until the handler returns.")
    emitCases(of: interface.requests, named: "Request", into: &writer, type: requestType)
    writer.line()
    writer.line("/// Called with each request; without a handler, only destructors have an effect.")
    writer.line("public var onRequest: ((Request) -> Void)?")
    writer.line()
    writer.block("override func forgetHandler()") { $0.line("onRequest = nil") }
    writer.line()
    emitDelivery(of: interface.requests, into: &writer) { writer in
      emitSwitch(over: Array(interface.requests.enumerated()), into: &writer, emitCase)
    }
  }

  private func emitCase(_ request: MessageDescription, _: Int, into writer: inout SourceWriter) {
    // New objects and descriptors are read first, since they must be taken over even if another
    // argument is invalid.
    for (index, argument) in request.arguments.enumerated() {
      switch argument.kind {
      case .newObject where !argument.isUntypedNewObject:
        writer.line(
          "  let new\(index) = unsafe create(arguments[\(index)].n, as: "
            + "\(coding.objectType(argument)).self)")
        writer.line("  guard let new\(index) else { return }")
      case .descriptor:
        writer.line("  let descriptor\(index) = unsafe ReceivedDescriptor(arguments[\(index)].h)")
      default: break
      }
    }
    for (index, argument) in request.arguments.enumerated()
    where argument.kind == .object && !argument.allowsNull {
      writer.line(
        "  guard let object\(index) = unsafe \(found(argument, index: index)) else { return }")
    }
    let list = associated(request) { decoded($0, index: $1) }
    writer.line("  \(marker(list))onRequest?(.\(SwiftNames.member(request.name))\(list))")
    if request.isDestructor { writer.line("  destroy()") }
  }

  private func found(_ argument: ArgumentDescription, index: Int) -> String {
    "find(arguments[\(index)].o, as: \(coding.objectType(argument)).self)"
  }

  private func decoded(_ argument: ArgumentDescription, index: Int) -> String {
    switch argument.kind {
    case .object: argument.allowsNull ? found(argument, index: index) : "object\(index)"
    // libwayland uses three slots for an untyped new object.
    case .newObject where argument.isUntypedNewObject: "arguments[\(index + 2)].n"
    case .newObject: "new\(index)"
    case .descriptor: "descriptor\(index)"
    default: coding.decoded(argument, index: index)
    }
  }

  private func requestType(_ argument: ArgumentDescription) -> String {
    switch argument.kind {
    case .object: coding.objectType(argument) + (argument.allowsNull ? "?" : "")
    case .newObject: argument.isUntypedNewObject ? "UInt32" : coding.objectType(argument)
    case .descriptor: "ReceivedDescriptor"
    default: coding.receivedType(argument)
    }
  }

  func emit(_ event: MessageDescription, opcode: Int, into writer: inout SourceWriter) {
    let created = event.arguments.first { $0.kind == .newObject }
    let parameters = event.arguments.compactMap(coding.parameter).joined(separator: ", ")
    let result = created.map { " -> \(coding.objectType($0))?" } ?? ""
    writer.line()
    writer.document(event.summary, fallback: "The event `\(event.name)`.", since: event.since)
    writer.block("public func \(SwiftNames.declared(event.name))(\(parameters))\(result)") {
      writer in
      emitBody(event, opcode: opcode, created: created, into: &writer)
    }
  }

  private func emitBody(
    _ event: MessageDescription, opcode: Int, created: ArgumentDescription?,
    into writer: inout SourceWriter
  ) {
    let nothing = created == nil ? "return" : "return nil"
    let conditions =
      ["canPost(since: \(event.since))"]
      + event.arguments.compactMap { argument in
        guard argument.kind == .object else { return nil }
        let (_, inside) = SwiftNames.parameter(argument.name)
        return "canPost(argument: \(inside))"
      }
    writer.line("guard \(conditions.joined(separator: ", ")) else { \(nothing) }")
    if let created {
      writer.line(
        "guard let created = create(0, as: \(coding.objectType(created)).self) else { return nil }")
    }
    let values = event.arguments.map { argument in
      argument.kind == .newObject ? "o: created.raw" : coding.encoded(argument)
    }
    coding.emitCall(
      "post(\(opcode), \(values.isEmpty ? "nil" : "slots.baseAddress"))", result: "",
      lending: coding.lending(event, slots: values.count), values: values, into: &writer)
    if created != nil { writer.line("return created") }
    if event.isDestructor { writer.line("destroy()") }
  }
}
