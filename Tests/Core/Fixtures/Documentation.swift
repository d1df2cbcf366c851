// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The documents for users and their fenced blocks.
package enum Documentation {
  /// The text between two fences.
  package struct Block: Sendable, CustomStringConvertible {
    /// The document's path within the package.
    package let document: String
    /// The line of the opening fence, from 1.
    package let line: Int
    /// The word after the opening fence; empty for none.
    package let language: String
    package let text: String

    /// The name of the block in errors.
    package var name: String { "\(document):\(line)" }
    package var description: String { name }
  }

  /// README.md and every page of `docs/` for users that is not written from the sources.
  package static let documents: [String] = {
    let docs = ExampleFiles.root.appending(path: "docs").path
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: docs)) ?? []
    let written = ["messages.md", "rules.md", "tested-rules.md"]
    let pages = found.filter {
      $0.hasSuffix(".md") && !$0.hasPrefix("design/") && !written.contains($0)
    }.sorted()
    return ["README.md"] + pages.map { "docs/\($0)" }
  }()

  /// Returns all fenced blocks in a language.
  package static func blocks(_ language: String) -> [Block] {
    documents.flatMap { blocks(in: $0) }.filter { $0.language == language }
  }

  /// Every block of YAML.
  package static let yaml = blocks("yaml")
  /// The blocks that are scenarios.
  package static let scenarios = yaml.filter { $0.text.hasPrefix("swivel: 1") }
  /// The blocks that are configuration files.
  package static let configurations = yaml.filter {
    $0.text.hasPrefix("# config.yaml") || $0.text.hasPrefix("rules:")
  }

  /// Returns the text of a document; empty when there is no such file.
  package static func text(_ document: String) -> String {
    let file = ExampleFiles.root.appending(path: document)
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }

  /// Returns every text between backquotes in a document, outside of fenced blocks.
  package static func words(in document: String) -> Set<String> {
    var isFenced = false
    var words: Set<String> = []
    for line in text(document).split(separator: "\n") {
      if line.hasPrefix("```") { isFenced.toggle() }
      guard !isFenced else { continue }
      let parts = line.split(separator: "`", omittingEmptySubsequences: false)
      for index in parts.indices where index % 2 == 1 { words.insert(String(parts[index])) }
    }
    return words
  }

  /// Returns all fenced blocks of a document, in order.
  package static func blocks(in document: String) -> [Block] {
    var blocks: [Block] = []
    var open: (line: Int, language: String, text: String)?
    let lines = text(document).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      guard line.hasPrefix("```") else {
        open?.text += line + "\n"
        continue
      }
      if let block = open {
        blocks.append(
          Block(
            document: document, line: block.line, language: block.language, text: block.text))
        open = nil
      } else {
        open = (index + 1, String(line.dropFirst(3)), "")
      }
    }
    return blocks
  }
}
