// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Foundation
import Testing

/// The list of findings for readers against the findings in the sources.
@Suite struct DocumentationTests {
  @Test func theDoctorPageListsExactlyTheFindings() throws {
    let sources = ExampleFiles.root.appendingPathComponent("Sources/Service/Doctor")
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    let kinds =
      "sensor|source|hinge|matrix|pose|proxy|arbiter|session|compositor|output|transform|touch|panel|"
      + "config|hook|hwdb|no|tablet|qualcomm|selinux"
    let made = try Regex<(Substring, Substring)>("\"((?:\(kinds))-[a-z-]+)\"")
    var ids: Set<Substring> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      ids.formUnion(text.matches(of: made).map(\.1))
    }
    let page = try String(
      contentsOf: ExampleFiles.root.appendingPathComponent("docs/doctor.md"), encoding: .utf8)
    let listed = Set(page.matches(of: /\| `([a-z-]+)` \|/).map(\.1))
    #expect(ids.count > 40)
    #expect(ids == listed, "\(ids.symmetricDifference(listed))")
  }
}
