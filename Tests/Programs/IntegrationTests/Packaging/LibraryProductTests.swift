// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The libraries as somebody sees them who has them from outside.
@Suite(.serialized) struct LibraryProductTests {
  private static let program = "examples/library/Sources/library-example/main.swift"
  /// The library products in the order of the manifest, with the targets in each.
  private static let products = Documentation.text("Package.swift")
    .matches(of: /\.library\(name: "(\w+)", targets: \[(.*)\]\)/)
    .map { (name: String($0.1), targets: $0.2.matches(of: /\w+/).map { String($0.0) }) }
  private static let page = "Sources/Core/Arbitration/Arbitration.docc/Arbitration.md"

  /// The manifest of an example declares what its sources import, and nothing else.
  @Test(arguments: ["library", "plugins/linked"])
  func theExampleDeclaresTheProductsThatItImports(package: String) throws {
    let folder = "examples/\(package)"
    let declared = Documentation.text("\(folder)/Package.swift")
      .matches(of: /\.product\(name: "(\w+)", package: "swivel"\)/).map { String($0.1) }
    let sources = "\(Swivel.packageRoot)/\(folder)/Sources"
    let imported = try FileManager.default.subpathsOfDirectory(atPath: sources)
      .filter { $0.hasSuffix(".swift") }
      .flatMap { file in
        Documentation.text("\(folder)/Sources/\(file)").matches(of: /(?m)^import (\w+)/)
          .map { String($0.1) }
      }
    let products = Self.products.filter { declared.contains($0.name) }
    #expect(products.count == declared.count)
    #expect(Set(imported).subtracting(["Glibc"]).isSubset(of: products.flatMap(\.targets)))
    for product in products { #expect(!Set(product.targets).isDisjoint(with: imported)) }
  }

  /// The libraries as a program sees them that is not part of the package.
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
    let pages = try FileManager.default.subpathsOfDirectory(atPath: "\(Swivel.packageRoot)/Sources")
      .compactMap { $0.wholeMatch(of: /\w+\/(\w+)\/(\w+)\.docc\/(\w+)\.md/) }
      .filter { $0.1 == $0.2 && $0.2 == $0.3 }.map { String($0.1) }
    let products = Self.products.map(\.name)
    let index = try #require(
      Documentation.text(".spi.yml").firstMatch(of: /documentation_targets: \[(.*)\]/))
    #expect(products.count >= 5)
    #expect(products.sorted() == pages.sorted())
    #expect(index.1.split(separator: ", ").map(String.init) == products)
  }
}
