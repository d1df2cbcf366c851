// SPDX-License-Identifier: Apache-2.0
import Explanation
import Arbitration
import ArgumentParser
import Configuration
import Daemon
import Formats
import Text

struct RulesSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rule sets, or show the rules of one with their sources.",
    discussion: """
      EXAMPLES
        swivel rules
        swivel rules show uikit-8
        swivel rules show uikit-8 --json
        swivel rules show C-5
            one rule
      """,
    subcommands: [List.self, Show.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the rule sets.")

    @OptionGroup var json: JSONOption

    func run() throws {
      let counts = RuleSetCatalog.names.map { name in
        (name, RuleID.allCases.filter { $0.applies(to: name) }.count)
      }
      if json.isChosen {
        let list = counts.map { name, count in
          JSONValue.object([
            .init("id", .string(name)),
            .init("family", .string(RuleSetCatalog.family(name)?.rawValue ?? "")),
            .init("rules", .int(Int64(count))),
          ])
        }
        return print(JSONValue.array(list).pretty())
      }
      for (name, count) in counts {
        let pad = String(repeating: " ", count: max(1, 14 - name.count))
        print("\(name)\(pad)\(counted(count, "rule"))")
      }
      let cures = Mitigation.allCases.map { "+\($0.rawValue)" }.joined(separator: " ")
      print("\nUIKit sets and desktop also come with a cure appended: \(cures)")
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the rules of a set, or one rule: statement, evidence, sources.")

    @Argument(help: ArgumentHelp("A rule set or a rule's number.", valueName: "name"))
    var name: String

    @OptionGroup var json: JSONOption

    func run() throws {
      let rules: [Rule]
      if let id = RuleID(rawValue: name) {
        rules = [Rule[id]]
      } else {
        _ = try RuleSetName.resolve(name, option: "rules show")
        rules = Rule.all.filter { $0.id.applies(to: name) }
      }
      json.print(
        .array(rules.map(\.json)), or: rules.map(\.text).joined(separator: "\n"))
    }
  }
}

extension Rule {
  var text: String {
    let head = ["\(id.rawValue)  [\(mark.rawValue)]", "    \(statement)"]
    return (head + sources.map { "    - \($0)" }).joined(separator: "\n")
  }

  fileprivate var json: JSONValue {
    [
      "id": .string(id.rawValue), "statement": .string(statement), "mark": .string(mark.rawValue),
      "sources": .array(sources.map { .string($0) }),
    ]
  }
}
