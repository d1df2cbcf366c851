// SPDX-License-Identifier: Apache-2.0
import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

// Prints the mutants of the files on the command line, one line of JSON each. Paths are relative to
// the current folder. Which of them are tried, and how, is `Tests/Mutation/run`'s.

var files: [(name: String, bytes: [UInt8], tree: SourceFileSyntax)] = []
var cases = EnumCases()
for name in CommandLine.arguments.dropFirst() {
  guard let data = FileManager.default.contents(atPath: name) else {
    FileHandle.standardError.write(Data("find-mutants: cannot read \(name)\n".utf8))
    exit(2)
  }
  let parsed = Parser.parse(source: String(decoding: data, as: UTF8.self))
  let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
  let tree = folded.as(SourceFileSyntax.self) ?? parsed
  files.append((name, Array(data), tree))
  cases.add(tree)
}
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
for file in files {
  let finder = Finder(file: file.name, bytes: file.bytes, tree: file.tree, cases: cases)
  finder.walk(file.tree)
  for mutant in finder.mutants {
    FileHandle.standardOutput.write(try encoder.encode(mutant) + Data("\n".utf8))
  }
}
