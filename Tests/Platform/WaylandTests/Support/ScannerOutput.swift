// SPDX-License-Identifier: Apache-2.0

/// A reader of the tables in the C code that `wayland-scanner public-code` prints.
struct ScannerOutput {
  private var types: [String?] = []
  private var messages: [String: [InterfaceFacts.Message]] = [:]
  private(set) var interfaces: [InterfaceFacts] = []

  init(_ text: String) {
    var lines = text.split(separator: "\n").map { String($0) }[...]
    while let line = lines.popFirst() {
      if line.contains("_types[] = {") {
        while let entry = lines.popFirst(), entry != "};" { types.append(Self.type(entry)) }
      } else if line.contains("struct wl_message "), let name = Self.word(before: "[]", in: line) {
        while let entry = lines.popFirst(), entry != "};" {
          messages[name, default: []].append(message(entry))
        }
      } else if line.contains("struct wl_interface "), line.hasSuffix("_interface = {") {
        interfaces.append(interface(lines.prefix { $0 != "};" }.map { $0 }))
      }
    }
  }

  // Such as `&wl_surface_interface,` or `NULL,`.
  private static func type(_ line: String) -> String? {
    line.firstIndex(of: "&").map {
      String(line[line.index(after: $0)...].dropLast("_interface,".count))
    }
  }

  private static func word(before end: String, in line: String) -> String? {
    line.split(separator: " ").first { $0.hasSuffix(end) }.map { String($0.dropLast(end.count)) }
  }

  // Such as `{ "sync", "n", wayland_types + 8 },`.
  private func message(_ line: String) -> InterfaceFacts.Message {
    let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
    let signature = String(quoted[3])
    let offset = Int(line.split(separator: " ").dropLast().last ?? "") ?? -1
    let letters = signature.filter { $0.isLetter }.count
    return InterfaceFacts.Message(
      name: String(quoted[1]), signature: signature, types: Array(types[offset..<offset + letters]))
  }

  /// `"wl_display", 1,` then a line each for requests and events.
  private func interface(_ lines: [String]) -> InterfaceFacts {
    let head = lines[0].split(separator: "\"")
    let version = head[2].filter { $0.isNumber }
    let tables = lines[1...].map { line in
      line.split(separator: " ").last.flatMap { messages[String($0.dropLast())] } ?? []
    }
    return InterfaceFacts(
      name: String(head[1]), version: Int(version) ?? -1, requests: tables[0], events: tables[1])
  }
}
