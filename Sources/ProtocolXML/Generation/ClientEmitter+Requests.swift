// SPDX-License-Identifier: Apache-2.0

extension ClientEmitter {
  func emit(_ request: MessageDescription, opcode: Int, into writer: inout SourceWriter) {
    let created = request.arguments.first { $0.kind == .newObject }
    let isGeneric = created?.isUntypedNewObject == true
    let name = SwiftNames.declared(request.name)
    let parameters = request.arguments.flatMap(parameter).joined(separator: ", ")
    let result = created.map { " -> \(isGeneric ? "Created" : proxyType($0))" } ?? ""
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

  private func parameter(_ argument: ArgumentDescription) -> [String] {
    let (label, inside) = SwiftNames.parameter(argument.name)
    let declaration = label == inside ? label : "\(label) \(inside)"
    let null = argument.allowsNull ? "?" : ""
    switch argument.kind {
    case .newObject:
      return argument.isUntypedNewObject ? ["as type: Created.Type", "version: UInt32"] : []
    case .object: return ["\(declaration): \(proxyType(argument))\(null)"]
    case .string: return ["\(declaration): String\(null)"]
    case .array: return ["\(declaration): [UInt8]"]
    default: return ["\(declaration): \(numberType(argument))"]
    }
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
    var scopes: [(head: String, tail: String)] = []
    for argument in request.arguments {
      let (_, inside) = SwiftNames.parameter(argument.name)
      switch argument.kind {
      case .string where argument.allowsNull:
        scopes.append(("withOptionalCString(\(inside)) { \(inside)Bytes in", "}"))
      case .string: scopes.append(("\(inside).withCString { \(inside)Bytes in", "}"))
      case .array: scopes.append(("withWaylandArray(\(inside)) { \(inside)Bytes in", "}"))
      default: break
      }
    }
    let values = request.arguments.flatMap(encoded)
    if !values.isEmpty { scopes.append(("withArguments(\(values.count)) { slots in", "}")) }

    let creation = created.map {
      ", creating: \($0.isUntypedNewObject ? "type" : proxyType($0) + ".self")"
        + ($0.isUntypedNewObject ? ", version: version" : "")
    }
    let call =
      "send(\(opcode), \(values.isEmpty ? "nil" : "slots.baseAddress")"
      + "\(creation ?? "")\(request.isDestructor ? ", destroys: true" : ""))"
    let result = created == nil ? "" : "let raw = "
    guard !scopes.isEmpty else {
      writer.line(result + call)
      emitAdoption(created, request: request.name, into: &writer)
      return
    }
    var indent = ""
    for (index, scope) in scopes.enumerated() {
      writer.line(indent + (index == 0 ? result : "") + scope.head)
      indent += "  "
    }
    for (index, value) in values.enumerated() {
      writer.line("\(indent)slots[\(index)] = wl_argument(\(value))")
    }
    writer.line("\(indent)\(created == nil ? "" : "return ")\(call)")
    for scope in scopes {
      indent.removeLast(2)
      writer.line(indent + scope.tail)
    }
    emitAdoption(created, request: request.name, into: &writer)
  }

  private func emitAdoption(
    _ created: ArgumentDescription?, request: String, into writer: inout SourceWriter
  ) {
    guard let created else { return }
    let type = created.isUntypedNewObject ? "type" : proxyType(created) + ".self"
    writer.line("return try created(raw, as: \(type), \"\(request)\")")
  }

  private func encoded(_ argument: ArgumentDescription) -> [String] {
    let (_, inside) = SwiftNames.parameter(argument.name)
    if argument.enumeration != nil {
      return [
        argument.kind == .int ? "i: Int32(bitPattern: \(inside).rawValue)" : "u: \(inside).rawValue"
      ]
    }
    switch argument.kind {
    case .int: return ["i: \(inside)"]
    case .uint: return ["u: \(inside)"]
    case .fixed: return ["f: \(inside).rawValue"]
    case .string, .array: return ["\(argument.kind.letter): \(inside)Bytes"]
    case .object: return ["o: \(inside)\(argument.allowsNull ? "?" : "").raw"]
    case .newObject:
      guard argument.isUntypedNewObject else { return ["n: 0"] }
      return ["s: type.interface.pointee.name", "u: version", "n: 0"]
    case .descriptor: return ["h: \(inside)"]
    }
  }
}

extension MessageDescription {
  /// Whether an argument can be wrong at run time although its type is right.
  var hasCheckedArguments: Bool {
    arguments.contains { $0.kind == .object || $0.kind == .descriptor || $0.kind == .newObject }
  }
}
