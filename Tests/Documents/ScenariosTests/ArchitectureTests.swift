// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The names in the documents for developers exist, and the statements about targets are true.
@Suite struct ArchitectureTests {
  private static let documents = [
    "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/design/check.md", "docs/design/repairs.md",
    "docs/glossary.md",
  ]

  @Test(arguments: documents)
  func everyTypeNamedInADocumentExists(document: String) throws {
    let names = Documentation.words(in: document).compactMap {
      $0.wholeMatch(of: /([A-Z]\w*[a-z]\w*)(?:\.(\w+)(?:\(.*\))?)?/)
    }
    for name in names where !Self.targets.contains(String(name.1)) && name.2 != "swift" {
      let places = Self.sources.types[String(name.1)]
      #expect(places != nil, "\(document): there is no type \(name.1)")
      guard let places, let member = name.2 else { continue }
      #expect(
        places.contains { Self.sources.members[$0]?.contains(String(member)) == true },
        "\(document): \(name.1) has no \(member)")
    }
    #expect(names.count > (document == "CONTRIBUTING.md" ? 0 : 5))
  }

  @Test(arguments: Set(documents + Documentation.documents).sorted())
  func everyFileNamedInADocumentExists(document: String) {
    let roots = ["Sources/", "Tests/", "docs/", "examples/", "scripts/", "Benchmarks/"]
    for word in Documentation.words(in: document)
    where roots.contains(where: word.hasPrefix) && !word.contains(where: { " *<+".contains($0) }) {
      let path = ExampleFiles.root.appending(path: word).path
      #expect(FileManager.default.fileExists(atPath: path), "\(document): there is no \(word)")
    }
  }

  /// Each row of the table names a layer and targets that the manifest has in that layer.
  @Test func theTableOfTargetsMatchesTheManifest() throws {
    var documented: [String: Set<String>] = [:]
    for row in Documentation.text("ARCHITECTURE.md").matches(of: /(?m)^\| (\w+) \| (`.*?) \|/) {
      documented[String(row.1), default: []]
        .formUnion(row.2.matches(of: /`([\w-]+)`/).map { String($0.1) })
    }
    var layers: [String: Set<String>] = [:]
    var layer = ""
    let manifest = Documentation.text("Package.swift")
    for line in manifest.matches(of: /(?m)^  (?:(\w+)|  (?:library|program) ([\w-]+)):/) {
      if let target = line.2 {
        layers[layer, default: []].insert(String(target))
      } else if let name = line.1 {
        layer = String(name)
      }
    }
    #expect(layers.count == 7)
    #expect(layers.values.reduce(0) { $0 + $1.count } > 25)
    for (layer, targets) in layers {
      #expect(targets.subtracting(documented[layer] ?? []) == [], "\(layer)")
    }
  }

  /// Each large target has a comment on what it is and where to begin.
  @Test func everyLargeTargetSaysWhereToBegin() {
    let large = Self.sources.sizes.filter { $0.value > 5 }.keys
    #expect(large.count > 20)
    #expect(Set(large).subtracting(Self.sources.introduced) == [])
  }

  /// Layers, targets and the other names of the manifest.
  private static let targets = Set(
    Documentation.text("Package.swift").matches(of: /\w[\w-]*/).map { String($0.0) })

  private struct Sources {
    /// The files in which each type is declared or extended.
    var types: [String: Set<String>] = [:]
    /// The names that each file declares.
    var members: [String: Set<String>] = [:]
    /// The number of files of each target.
    var sizes: [String: Int] = [:]
    /// The targets with a comment that says where to begin.
    var introduced: Set<String> = []
  }

  private static let sources: Sources = {
    let typeWords: Set = ["actor", "class", "enum", "extension", "protocol", "struct", "typealias"]
    let memberWords: Set = ["case", "func", "let", "var"]
    var sources = Sources()
    let root = ExampleFiles.root.appending(path: "Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      guard let data = try? Data(contentsOf: file) else { continue }
      let words = [UInt8](data).split {
        !($0 >= 0x61 && $0 <= 0x7a || $0 >= 0x41 && $0 <= 0x5a || $0 >= 0x30 && $0 <= 0x39)
      }.map { String(decoding: $0, as: UTF8.self) }
      let target = file.pathComponents[root.pathComponents.count + 1]
      sources.sizes[target, default: 0] += 1
      if words.contains("Begin") { sources.introduced.insert(target) }
      for (word, next) in zip(words, words.dropFirst()) {
        if typeWords.contains(word) {
          sources.types[next, default: []].insert(file.path)
        } else if memberWords.contains(word) {
          sources.members[file.path, default: []].insert(next)
        }
      }
    }
    return sources
  }()
}
