// SPDX-License-Identifier: Apache-2.0
import Foundation
import ProjectFiles
import Testing

/// The libraries as somebody sees them who has them from outside.
@Suite(.serialized) struct LibraryProductTests {
  private static let program = "examples/library/Sources/library-example/main.swift"
  private static let page = "Sources/Arbitration/Arbitration.docc/Arbitration.md"

  /// Our own package as a dependency, and what its page says that the example prints.
  @Test func theExampleBuildsAndPrintsWhatThePageShows() throws {
    let bench = try PluginBench()
    let output = try bench.run(bench.build(package: "library", executable: "library-example"), [])
    let shown = try #require(Documentation.blocks(in: Self.page).first { $0.language.isEmpty })
    #expect(output == shown.text)
  }

  @Test func theArbitrationPageQuotesTheExampleSource() throws {
    let shown = try #require(Documentation.blocks(in: Self.page).first { $0.language == "swift" })
    #expect(
      Documentation.text(Self.program) == "// SPDX-License-Identifier: Apache-2.0\n" + shown.text)
  }

  /// Links lead somewhere and programs in pages compile; docc and the compiler say so.
  @Test func theDocumentationBuildsWithoutAWarning() throws {
    let directory = try RuntimeDirectory()
    let build = URL(fileURLWithPath: Swivel.path).deletingLastPathComponent().path
    let result = try Command.run(
      "\(Swivel.packageRoot)/scripts/build-docs", [build, directory.path],
      environment: ProcessInfo.processInfo.environment, within: PluginBench.patience)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  @Test func everyLibraryProductHasAPageAndAnIndexEntry() throws {
    let sources = "\(Swivel.packageRoot)/Sources"
    let targets = try FileManager.default.contentsOfDirectory(atPath: sources)
    let pages = targets.filter {
      FileManager.default.fileExists(atPath: "\(sources)/\($0)/\($0).docc/\($0).md")
    }
    let products = Documentation.text("Package.swift").matches(of: /\.library\(name: "(\w+)"/)
      .map { String($0.1) }
    let index = try #require(
      Documentation.text(".spi.yml").firstMatch(of: /documentation_targets: \[(.*)\]/))
    #expect(products.count >= 5)
    #expect(products.sorted() == pages.sorted())
    #expect(index.1.split(separator: ", ").map(String.init) == products)
  }
}
