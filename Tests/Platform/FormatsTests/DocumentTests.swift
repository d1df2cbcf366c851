// SPDX-License-Identifier: Apache-2.0
import Testing

import Formats

@Suite struct DocumentTests {
  @Test func parsingKeepsOrderStructureAndPlaces() throws {
    let root = try Document.parse(
      "b: 1\na:\n  - x\n  - \"1\"\nü: {k: [1, 2]}\n", file: "f.yaml"
    ).root
    let pairs = try root.pairs()
    #expect(pairs.map(\.name) == ["b", "a", "ü"])
    #expect(pairs[1].mark == Mark(file: "f.yaml", line: 2, column: 1))
    let items = try pairs[1].value.sequence()
    #expect(
      items[0] == Node(.scalar("x", isPlain: true), at: Mark(file: "f.yaml", line: 3, column: 5)))
    #expect(items[1].content == .scalar("1", isPlain: false))
    #expect(try pairs[2].value.pairs()[0].value.mark.column == 8)
  }

  @Test(arguments: [
    ("", "1:1: found an empty file"),
    ("# only a comment\n", "1:1: found an empty file"),
    ("a: 1\n---\nb: 2\n", "2:1: found a second document"),
    ("a: 1\nb: 2\n\"a\": 3\n", "3:1: found key \"a\" on line 3, which line 1 already has"),
    ("a: !!str 1\n", "1:4: found a tag"),
    ("%TAG ! tag:x,2000:\n---\na: 1\n", "1:1: found a tag directive"),
    ("? [a]\n: 1\n", "1:3: found a list as a key"),
    ("a: *nowhere\n", "1:4: found an alias to the unknown anchor \"nowhere\""),
    ("a: &me [*me]\n", "1:9: found an alias to the value that it stands in"),
    ("a:\n\t- b\n", "2:1: found a tab"),
    ("a: b: c\n", "1:5: found invalid YAML"),
    ("a: [1, 2\n", "2:1: found invalid YAML"),
    ("a: 1\nb: \"x\u{0}\"\n", "2:6: found the character U+0000"),
    ("é: \u{1}\n", "1:4: found the character U+0001"),
  ])
  func invalidYAMLIsRejectedWithItsPlace(text: String, start: String) {
    let error = #expect(throws: InputError.self) { try Document.parse(text, file: "f") }
    #expect(error?.description.hasPrefix("f:" + start) == true, "\(String(describing: error))")
  }

  @Test func aBadByteIsReportedWithItsPlace() {
    let error = #expect(throws: InputError.self) {
      try Document.parse(Array("a: 1\nü: ".utf8) + [0xC3, 0x28], file: "f")
    }
    #expect(
      error?.description == "f:2:4: found byte 0xc3, which is not UTF-8; valid here: UTF-8 text")
  }

  @Test(
    arguments: [
      [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
      [0xFE, 0xFF, 0, 0x61], [0x61, 0, 0xFF],
    ] as [[UInt8]])
  func invalidUTF8IsRejected(bytes: [UInt8]) {
    #expect(throws: InputError.self) { try Document.parse(bytes, file: "f") }
  }

  @Test func anAliasRepeatsTheAnchoredValue() throws {
    let root = try Document.parse("a: &x {k: [1]}\nb: *x\nc: [*x, *x]\n", file: "f").root
    let pairs = try root.pairs()
    #expect(pairs[0].value == pairs[1].value)
    #expect(try pairs[2].value.sequence() == [pairs[0].value, pairs[0].value])
  }

  @Test func anAliasBombIsRefused() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      let alias = "*a\(level - 1)"
      let row = Array(repeating: alias, count: 10).joined(separator: ", ")
      text += "a\(level): &a\(level) [\(row)]\n"
    }
    let error = #expect(throws: InputError.self) { try Document.parse(text, file: "f") }
    #expect(error?.problem == "more than 1000000 values, with aliases written out")
  }

  @Test func nestingDepthIsBoundedThroughAliases() {
    var text = "a0: &a0 [x]\n"
    for level in 1...300 { text += "a\(level): &a\(level) [*a\(level - 1)]\n" }
    let error = #expect(throws: InputError.self) { try Document.parse(text, file: "f") }
    #expect(error?.problem == "lists and maps nested deeper than 200")
    #expect(error?.line == 200)
  }

  @Test func nestingDepthIsBounded() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try Document.parse(nested(200), file: "f")
    for text in [nested(201), nested(100_000), String(repeating: "{a: ", count: 5000)]
      + [String(repeating: "- ", count: 100_000), String(repeating: "? ", count: 100_000)]
    {
      let error = #expect(throws: InputError.self) { try Document.parse(text, file: "f") }
      #expect(error?.line == 1)
    }
  }

  @Test func aLongLineIsReadAndItsErrorIsShort() throws {
    let long = String(repeating: "long ", count: 200_000) + "end"
    #expect(try Document.parse("- \(long)", file: "f").root.sequence()[0].string() == long)
    let error = #expect(throws: InputError.self) { try Document.parse(long + ": 1", file: "f") }
    #expect(error?.description.utf8.count ?? .max < 300)
  }

  @Test func noPrefixOrChangedByteTraps() {
    let text = Array("a: &x [1, \"b\\n\", {c: ~}]\n? k\n: *x\nd: |\n  t\n  u\n'e': >-\n  v\n".utf8)
    for count in text.indices { _ = try? Document.parse(Array(text[..<count]), file: "f") }
    for index in text.indices {
      for byte in [0, 9, 10, 35, 42, 58, 91, 125, 128, 255] as [UInt8] {
        var changed = text
        changed[index] = byte
        _ = try? Document.parse(changed, file: "f")
      }
    }
  }
}
