// SPDX-License-Identifier: Apache-2.0

struct ArgumentCoding {
  let interface: InterfaceDescription
  /// The suffix of the generated classes: `Proxy` or `Resource`.
  let family: String

  func objectType(_ argument: ArgumentDescription) -> String {
    argument.interface.map { SwiftNames.type($0) + family } ?? family
  }

  private func numberType(_ argument: ArgumentDescription) -> String {
    if let enumeration = argument.enumeration {
      return SwiftNames.enumeration(enumeration, in: interface.name)
    }
    return switch argument.kind {
    case .uint: "UInt32"
    case .fixed: "Fixed"
    default: "Int32"
    }
  }

  /// Returns the Swift type of a received argument that is not an object.
  func receivedType(_ argument: ArgumentDescription) -> String {
    switch argument.kind {
    case .string: argument.allowsNull ? "BorrowedCString?" : "BorrowedCString"
    case .array: "BorrowedArray"
    default: numberType(argument)
    }
  }

  /// Returns the expression that reads an argument, other than an object, from its slot.
  func decoded(_ argument: ArgumentDescription, index: Int) -> String {
    let slot = "arguments[\(index)]"
    if argument.enumeration != nil {
      let number = argument.kind == .int ? "UInt32(bitPattern: \(slot).i)" : "\(slot).u"
      return "\(numberType(argument))(rawValue: \(number))"
    }
    switch argument.kind {
    case .uint: return "\(slot).u"
    case .fixed: return "Fixed(rawValue: \(slot).f)"
    case .string:
      return argument.allowsNull
        ? "\(slot).s.map { unsafe BorrowedCString($0) }" : "BorrowedCString(\(slot).s)"
    case .array: return "BorrowedArray(\(slot).a)"
    case .descriptor: return "\(slot).h"
    default: return "\(slot).i"
    }
  }

  /// Returns the sending function's parameter for an argument; `nil` for a new object.
  func parameter(_ argument: ArgumentDescription) -> String? {
    let (label, inside) = SwiftNames.parameter(argument.name)
    let declaration = label == inside ? label : "\(label) \(inside)"
    let null = argument.allowsNull ? "?" : ""
    switch argument.kind {
    case .newObject: return nil
    case .object: return "\(declaration): \(objectType(argument))\(null)"
    case .string: return "\(declaration): String\(null)"
    case .array: return "\(declaration): [UInt8]"
    default: return "\(declaration): \(numberType(argument))"
    }
  }

  func encoded(_ argument: ArgumentDescription) -> String {
    let (_, inside) = SwiftNames.parameter(argument.name)
    if argument.enumeration != nil {
      return argument.kind == .int
        ? "i: Int32(bitPattern: \(inside).rawValue)" : "u: \(inside).rawValue"
    }
    switch argument.kind {
    case .int: return "i: \(inside)"
    case .uint: return "u: \(inside)"
    case .fixed: return "f: \(inside).rawValue"
    case .string, .array: return "\(argument.kind.letter): \(inside)Bytes"
    case .object: return "o: \(inside)\(argument.allowsNull ? "?" : "").raw"
    case .newObject: return "n: 0"
    case .descriptor: return "h: \(inside)"
    }
  }

  /// Returns the beginnings of the closures that provide C values to a message, the outermost
  /// first; `slots` is the number of its `wl_argument`s.
  func lending(_ message: MessageDescription, slots: Int) -> [String] {
    var heads: [String] = []
    for argument in message.arguments {
      let (_, inside) = SwiftNames.parameter(argument.name)
      switch argument.kind {
      case .string where argument.allowsNull:
        heads.append("withOptionalCString(\(inside)) { \(inside)Bytes in")
      case .string: heads.append("\(inside).withCString { \(inside)Bytes in")
      case .array: heads.append("withWaylandArray(\(inside)) { \(inside)Bytes in")
      default: break
      }
    }
    if slots > 0 { heads.append("withArguments(\(slots)) { slots in") }
    return heads
  }

  /// Writes a statement `result call`, within the closures `heads` that provide its arguments.
  ///
  /// `result` is a beginning such as `let raw = `, or empty; `values` are the initialiser arguments
  /// of the `wl_argument` slots.
  func emitCall(
    _ call: String, result: String, lending heads: [String], values: [String],
    into writer: inout SourceWriter
  ) {
    guard !heads.isEmpty else { return writer.line(result + "unsafe " + call) }
    var indent = ""
    for (index, head) in heads.enumerated() {
      writer.line(indent + (index == 0 ? result : "") + "unsafe " + head)
      indent += "  "
    }
    for (index, value) in values.enumerated() {
      writer.line("\(indent)unsafe slots[\(index)] = wl_argument(\(value))")
    }
    writer.line("\(indent)\(result.isEmpty ? "" : "return ")unsafe \(call)")
    for _ in heads {
      indent.removeLast(2)
      writer.line(indent + "}")
    }
  }
}
