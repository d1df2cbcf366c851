// SPDX-License-Identifier: Apache-2.0
import SwiftSyntax

/// The enumerations of a set of files, and which other case can stand for a case.
struct EnumCases {
  private struct Enumeration {
    let name: String
    var plain: [String] = []
    var all: [String] = []
  }

  private var enumerations: [Enumeration] = []
  /// Static members of other types, of which `.name` could speak as well.
  private var members: Set<String> = []

  /// Notes what a file declares.
  mutating func add(_ file: SourceFileSyntax) {
    let collector = Collector(viewMode: .sourceAccurate)
    collector.walk(file)
    enumerations += collector.enumerations
    members.formUnion(collector.members)
  }

  /// Returns the next case without payload of the one enumeration that has this case.
  func neighbour(of name: String, in type: String? = nil) -> String? {
    let holders = enumerations.filter {
      $0.all.contains(name) && (type == nil || $0.name == type)
    }
    guard holders.count == 1, let index = holders[0].plain.firstIndex(of: name),
      holders[0].plain.count > 1, type != nil || !members.contains(name)
    else { return nil }
    return holders[0].plain[(index + 1) % holders[0].plain.count]
  }

  private final class Collector: SyntaxVisitor {
    var enumerations: [Enumeration] = []
    var members: Set<String> = []

    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
      var found = Enumeration(name: node.name.text)
      for member in node.memberBlock.members {
        guard let line = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
        for element in line.elements {
          found.all.append(element.name.text)
          if element.parameterClause == nil { found.plain.append(element.name.text) }
        }
      }
      enumerations.append(found)
      return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
      guard node.modifiers.contains(where: { $0.name.text == "static" }) else {
        return .skipChildren
      }
      for binding in node.bindings {
        if let name = binding.pattern.as(IdentifierPatternSyntax.self) {
          members.insert(name.identifier.text)
        }
      }
      return .skipChildren
    }
  }
}
