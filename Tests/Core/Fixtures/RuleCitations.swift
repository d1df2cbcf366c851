// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The rule numbers that the scenarios under `examples/` and the tests cite.
///
/// A scenario cites rules in a line `# rules: B-2, M-4`, a test or a whole suite in the last paragraph
/// of its documentation comment: `/// Rules: B-2, M-4.`
package struct RuleCitations {
  /// A scenario, a test or a suite, and the rules that it shows.
  package struct Source: Sendable {
    /// A scenario's path below `examples/`, `Suite.testName` of a test, or the name of a suite.
    package let name: String
    /// The file's path below the package's root.
    package let file: String
    /// The numbers in the order of the citation.
    package let rules: [String]
  }

  /// Scenarios, sorted by name.
  package private(set) var scenarios: [Source] = []
  /// Tests and suites, sorted by name.
  package private(set) var tests: [Source] = []
  /// Wrong citations, each with its file and line.
  package private(set) var mistakes: [String] = []

  package init() {}

  /// The citations of every scenario and of every Swift file under `Tests/`.
  package static let all: RuleCitations = {
    var citations = RuleCitations()
    let root = ExampleFiles.root.path + "/"
    for path in ExampleFiles.scenarios {
      let file = String(path.dropFirst(root.count))
      citations.readScenario(Documentation.text(file), file: file)
    }
    let tests = FileManager.default.enumerator(atPath: root + "Tests")?.compactMap { $0 as? String }
    for path in (tests ?? []).sorted() where path.hasSuffix(".swift") {
      citations.readTests(Documentation.text("Tests/" + path), file: "Tests/" + path)
    }
    citations.scenarios.sort { $0.name < $1.name }
    citations.tests.sort { $0.name < $1.name }
    return citations
  }()

  /// Reads the lines `# rules:` of a scenario.
  package mutating func readScenario(_ text: String, file: String) {
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("# rules:") }
    guard !lines.isEmpty else { return }
    let rules = lines.flatMap { Self.numbers(in: $0.dropFirst("# rules:".count)) }
    let name = String(file.dropFirst("examples/".count))
    add(Source(name: name, file: file, rules: rules), to: \.scenarios, at: file)
  }

  /// Reads the documentation comments above the tests and suites of a file.
  package mutating func readTests(_ text: String, file: String) {
    var reader = TestFileReader()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let place = "\(file):\(index + 1)"
      switch reader.read(line) {
      case .nothing: break
      case .citation(let name, let text):
        add(Source(name: name, file: file, rules: Self.numbers(in: text)), to: \.tests, at: place)
      case .misplaced:
        mistakes.append("\(place): rules are cited above what is neither a test nor a suite")
      case .repeated: mistakes.append("\(place): a second line of rules in one comment")
      }
    }
  }

  private mutating func add(
    _ source: Source, to list: WritableKeyPath<RuleCitations, [Source]>, at place: String
  ) {
    if self[keyPath: list].contains(where: { $0.name == source.name }) {
      mistakes.append("\(place): \(source.name) is cited twice")
    }
    if source.rules.isEmpty { mistakes.append("\(place): no rule is named") }
    if Set(source.rules).count != source.rules.count {
      mistakes.append("\(place): \(source.name) names a rule twice")
    }
    self[keyPath: list].append(source)
  }

  private static func numbers(in text: some StringProtocol) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}

/// A reader that finds the documentation comments of tests and suites, line by line.
private struct TestFileReader {
  enum Finding {
    case nothing
    case citation(name: String, rules: String)
    case misplaced, repeated
  }

  private enum Declaration { case none, test, suite }

  /// The suite whose body is being read.
  private var suite = ""
  /// The text after `Rules:` in the comment above the next declaration.
  private var rules: String?
  /// Whether the next line of the comment continues that text.
  private var isOpen = false
  /// The declaration that the last attribute announced.
  private var declaration = Declaration.none

  private static let types = ["struct ", "class ", "enum ", "actor ", "extension "]

  mutating func read(_ line: Substring) -> Finding {
    let text = line.drop { $0 == " " }
    if text.hasPrefix("///") { return readComment(text.dropFirst(3).drop { $0 == " " }) }
    isOpen = false
    if text.hasPrefix("@Test") { declaration = .test }
    if text.hasPrefix("@Suite") { declaration = .suite }
    if declaration == .test { return readTest(text) }
    if let first = line.first, first.isLetter || first == "@",
      let type = Self.types.firstRange(in: line)
    {
      suite = Self.name(in: line[type.upperBound...])
      // A type of tests is a suite with or without the attribute.
      let isSuite = declaration == .suite || suite.hasSuffix("Tests")
      declaration = .none
      return finish(isSuite ? suite : nil)
    }
    // An attribute can have lines of its own before the declaration.
    if declaration == .suite || text.hasPrefix("@") { return .nothing }
    return finish(nil)
  }

  private mutating func readComment(_ text: Substring) -> Finding {
    if text.isEmpty {
      isOpen = false
    } else if isOpen {
      rules = (rules ?? "") + " " + text
    } else if text.hasPrefix("Rules:") {
      guard rules == nil else { return .repeated }
      rules = String(text.dropFirst("Rules:".count))
      isOpen = true
    }
    if rules?.last == "." {
      rules?.removeLast()
      isOpen = false
    }
    return .nothing
  }

  private mutating func readTest(_ text: Substring) -> Finding {
    guard let function = text.range(of: "func ") else { return .nothing }
    declaration = .none
    return finish("\(suite).\(Self.name(in: text[function.upperBound...]))")
  }

  private mutating func finish(_ name: String?) -> Finding {
    guard let found = rules else { return .nothing }
    rules = nil
    guard let name else { return .misplaced }
    return .citation(name: name, rules: found)
  }

  private static func name(in text: Substring) -> String {
    String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }
}

extension [String] {
  /// Returns the range of the first of these words that a line contains.
  fileprivate func firstRange(in line: Substring) -> Range<Substring.Index>? {
    lazy.compactMap { line.range(of: $0) }.first
  }
}
