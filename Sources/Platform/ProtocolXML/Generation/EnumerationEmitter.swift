// SPDX-License-Identifier: Apache-2.0

/// Writes the namespace of an interface for both sides: its table entry and its enumerations.
struct EnumerationEmitter {
  let interface: InterfaceDescription
  let index: Int
  let protocolName: String

  func emit(into writer: inout SourceWriter) {
    writer.line()
    writer.document(interface.summary, fallback: "The interface `\(interface.name)`.")
    writer.block("public enum \(SwiftNames.type(interface.name))") { writer in
      writer.line("/// The entry that libwayland reads.")
      writer.block("public static var interface: UnsafePointer<wl_interface>") {
        $0.line("unsafe \(TableEmitter.typeName(of: protocolName)).table[\(index)]")
      }
      for enumeration in interface.enumerations {
        emit(enumeration, into: &writer)
      }
    }
  }

  private func emit(_ enumeration: EnumerationDescription, into writer: inout SourceWriter) {
    let name = SwiftNames.nested(enumeration.name)
    let conformance = enumeration.isBitfield ? "OptionSet" : "RawRepresentable"
    writer.line()
    writer.document(
      enumeration.summary,
      fallback: "The numbers of `\(interface.name).\(enumeration.name)`.")
    writer.block("public struct \(name): \(conformance), Hashable, Sendable") { writer in
      writer.line("/// The number on the wire; unknown ones survive.")
      writer.line("public var rawValue: UInt32")
      writer.line()
      writer.line("/// Wraps a number from the wire.")
      writer.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
      for entry in enumeration.entries {
        // An entry of 0 is no member of a bit set: the empty set represents it.
        if enumeration.isBitfield && entry.value == 0 { continue }
        writer.line()
        writer.document(entry.summary, fallback: "The entry `\(entry.name)`.", since: entry.since)
        writer.line(
          "public static let \(SwiftNames.declared(entry.name)) = Self(rawValue: \(entry.value))")
      }
    }
  }
}
