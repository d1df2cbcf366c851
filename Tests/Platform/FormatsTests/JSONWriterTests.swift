// SPDX-License-Identifier: Apache-2.0
import Testing

import Formats

@Suite struct JSONWriterTests {
  @Test func compactOutputHasNoSpaces() {
    let value: JSONValue = [
      "z": 1, "a": [true, nil, "x"], "d": 1.5, "empty": [:], "none": [], "n": .int(.min),
    ]
    #expect(
      value.compact()
        == "{\"z\":1,\"a\":[true,null,\"x\"],\"d\":1.5,\"empty\":{},\"none\":[],"
        + "\"n\":-9223372036854775808}")
  }

  @Test func controlAndLineSeparatorCharactersAreEscaped() {
    let text = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}é😀\u{2028}"
    #expect(
      JSONValue.string(text).compact()
        == "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\\u007fé😀\\u2028\"")
  }

  @Test func numbersReadBackEqual() throws {
    for number in [0.1, 1e-5, 1e300, -2.5, 5e-300, 100, 1e16] {
      let text = JSONValue.double(number).compact()
      #expect(try JSONValue.parse(text, file: "f") == .double(number))
    }
    #expect(JSONValue.double(.nan).compact() == "null")
    #expect(JSONValue.double(-.infinity).compact() == "null")
  }

  @Test func prettyOutputBreaksOnlyLongLines() {
    let value: JSONValue = [
      "swivel": 1, "mask": ["portrait", "landscape-right"],
      "windows": [["id": "main", "orientation": "portrait"]],
      "long": .array(Array(repeating: "portrait-upside-down", count: 5)),
      "empty": [],
    ]
    #expect(
      value.pretty() == """
        {
          "swivel": 1,
          "mask": ["portrait", "landscape-right"],
          "windows": [{"id": "main", "orientation": "portrait"}],
          "long": [
            "portrait-upside-down",
            "portrait-upside-down",
            "portrait-upside-down",
            "portrait-upside-down",
            "portrait-upside-down"
          ],
          "empty": []
        }
        """)
  }

  @Test(arguments: [85, 86, 87, 88, 89, 90, 91, 92])
  func prettyOutputStaysWithinItsColumns(length: Int) {
    let value: JSONValue = ["a": [.string(String(repeating: "ü", count: length))], "b": 1]
    let lines = value.pretty().split(separator: "\n")
    #expect(lines.count == (length <= 88 ? 4 : 6))
    if length <= 88 { #expect(lines.allSatisfy { $0.count <= 100 }) }
  }

  @Test func writtenValuesReadBackEqual() throws {
    let value: JSONValue = [
      "a": [["b": [[]]], ["c": ["d": .string(String(repeating: "x", count: 200))]]], "": "é\u{0}",
    ]
    #expect(try JSONValue.parse(value.compact(), file: "f") == value)
    #expect(try JSONValue.parse(value.pretty(), file: "f") == value)
    #expect(try JSONValue.parse(value.pretty(columns: 0), file: "f") == value)
  }

  @Test func aYAMLValueIsConvertedToJSON() throws {
    let root = try Document.parse(
      "a: [1, 1.5, ~, true, yes, '1', 0x10, .nan, 99999999999999999999]\nb: {c: d}\n", file: "f"
    ).root
    #expect(
      JSONValue(root).compact()
        == "{\"a\":[1,1.5,null,true,\"yes\",\"1\",16,\".nan\",\"99999999999999999999\"],"
        + "\"b\":{\"c\":\"d\"}}")
  }

  @Test func membersAndElementsAreFoundBySubscript() {
    let value: JSONValue = ["a": [1, "x", true, 2.5, nil]]
    #expect(value["a"]?[0]?.int == 1)
    #expect(value["a"]?[1]?.string == "x")
    #expect(value["a"]?[2]?.bool == true)
    #expect(value["a"]?[3]?.double == 2.5)
    #expect(value["a"]?[4]?.isNull == true)
    #expect(value["a"]?[5] == nil)
    #expect(value["b"] == nil)
    #expect(value["a"]?.array?.count == 5)
    #expect(value.object?.map(\.name) == ["a"])
  }
}
