// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing
import XML

/// The generated Swift for a protocol that has one of everything.
///
/// To accept a change on purpose, run once with `SWIVEL_UPDATE_GOLDEN=1` and read the difference.
@Suite struct GoldenTests {
  @Test(arguments: GenerationSide.allCases)
  func generatedSourceIsAsReviewed(_ side: GenerationSide) throws {
    let description = try PackageFiles.parse(
      PackageFiles.url("Tests/Platform/WaylandTests/Facts/tiny.xml"))
    let path = "Tests/Platform/WaylandTests/Facts/tiny-\(side.rawValue).swift.txt"
    let source = SwiftGenerator.generate(description, side: side)
    if ProcessInfo.processInfo.environment["SWIVEL_UPDATE_GOLDEN"] != nil {
      try source.write(to: PackageFiles.url(path), atomically: true, encoding: .utf8)
    }
    let reviewed = try PackageFiles.text(path)
    #expect(source == reviewed)
  }
}
