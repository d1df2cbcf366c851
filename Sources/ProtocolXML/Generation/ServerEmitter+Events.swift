// SPDX-License-Identifier: Apache-2.0

extension ServerEmitter {
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
