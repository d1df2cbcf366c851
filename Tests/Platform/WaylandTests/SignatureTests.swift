// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import XML

/// Our own XML against the facts kept beside this test: a change has to be made in both.
@Suite struct SignatureTests {
  @Test func protocolFilesStateTheKnownFacts() throws {
    let known = try PackageFiles.text("Tests/Platform/WaylandTests/Facts/signatures.txt")
      .split(separator: "\n").map { String($0) }.filter { !$0.hasPrefix("#") }
    let stated = try PackageFiles.ownProtocols().flatMap(\.interfaces).flatMap(facts)
    let difference = stated.sorted().difference(from: known.sorted())
    #expect(difference.isEmpty)
    #expect(known.count > 120)
  }

  private func facts(_ interface: InterfaceDescription) -> [String] {
    let head = "\(interface.name) \(interface.version)"
    let messages = [("request", interface.requests), ("event", interface.events)]
      .flatMap { kind, messages in
        messages.enumerated().map { opcode, message in
          let arguments = message.arguments.map(fact).joined(separator: ",")
          return "\(head) \(kind)\(message.isDestructor ? "!" : "") \(opcode) \(message.name) "
            + "\(dash(message.signature)) \(message.since) \(dash(arguments))"
        }
      }
    let enumerations = interface.enumerations.map { enumeration in
      let entries = enumeration.entries.map {
        "\($0.name)=\($0.value)" + ($0.since > 1 ? "@\($0.since)" : "")
      }
      return "\(head) \(enumeration.isBitfield ? "bitfield" : "enum") - \(enumeration.name) - 1 "
        + entries.joined(separator: ",")
    }
    return messages + enumerations
  }

  private func fact(_ argument: ArgumentDescription) -> String {
    let type = (argument.interface ?? argument.enumeration).map { "<\($0)>" } ?? ""
    return "\(argument.name):\(argument.kind.rawValue)\(type)\(argument.allowsNull ? "?" : "")"
  }

  private func dash(_ text: String) -> String { text.isEmpty ? "-" : text }
}
