// SPDX-License-Identifier: Apache-2.0
import Testing

import Formats

@Suite struct JSONParserTests {
  @Test func everyKindOfValueIsParsed() throws {
    let text =
      " {\"a\" : [1, -0.5e1, true, false, null, \"\\u00e9\\ud83d\\ude00\\/\"],\r\n\t\"b\": {}} "
    #expect(
      try JSONValue.parse(text, file: "f") == ["a": [1, -5.0, true, false, nil, "é😀/"], "b": [:]])
    #expect(try JSONValue.parse("9223372036854775807", file: "f") == .int(.max))
    #expect(try JSONValue.parse("-0", file: "f") == .double(-0.0))
  }

  @Test(arguments: [
    ("", "1:1"), (" ", "1:2"), ("{", "1:2"), ("[1,]", "1:4"), ("[1 2]", "1:4"), ("{\"a\"}", "1:5"),
    ("{\"a\":1,}", "1:8"), ("{a:1}", "1:2"), ("'a'", "1:1"), ("01", "1:1"), ("-", "1:1"),
    ("1.", "1:3"), (".5", "1:1"), ("+1", "1:1"), ("1e", "1:3"), ("1e999", "1:1"),
    ("9223372036854775808", "1:1"), ("NaN", "1:1"), ("nul", "1:1"), ("1 2", "1:3"),
    ("[\n  \"é\", x]", "2:8"), ("\"a", "1:3"), ("\"a\nb\"", "1:3"), ("\"\\x\"", "1:3"),
    ("\"\\u12\"", "1:6"), ("\"\\ud800\"", "1:2"), ("\"\\ud800\\u0041\"", "1:2"),
    ("\"\\udc00\"", "1:2"), ("{\"a\":1,\"a\":2}", "1:8"), ("\u{FEFF}1", "1:1"), ("1\u{0}", "1:2"),
    ("\"\\", "1:3"), ("// c\n1", "1:1"),
  ])
  func invalidJSONIsRejectedWithItsPlace(text: String, place: String) {
    let error = #expect(throws: InputError.self) { try JSONValue.parse(text, file: "f") }
    #expect(
      error?.description.hasPrefix("f:\(place): found") == true, "\(String(describing: error))")
  }

  @Test func nestingDepthIsBounded() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try JSONValue.parse(deep, file: "f")
    for open in ["[", "{\"a\":"] {
      let text = String(repeating: open, count: 200_000)
      let error = #expect(throws: InputError.self) { try JSONValue.parse(text, file: "f") }
      #expect(error?.problem == "lists and objects nested deeper than 128")
    }
  }

  @Test func invalidUTF8IsRejected() {
    for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0xFE, 0xFF]] as [[UInt8]] {
      #expect(throws: InputError.self) { try JSONValue.parse(bytes, file: "f") }
    }
  }

  @Test func aLongStringIsParsedAndAnErrorIsShort() throws {
    let long = String(repeating: "x", count: 1_000_000)
    #expect(try JSONValue.parse("[\"\(long)\"]", file: "f")[0]?.string == long)
    let digits = String(repeating: "9", count: 1_000_000)
    let error = #expect(throws: InputError.self) { try JSONValue.parse(digits, file: "f") }
    #expect(error?.description.utf8.count ?? .max < 200)
  }

  @Test func noPrefixOrChangedByteTraps() {
    let text = Array("{\"a\": [1.5e-3, \"\\ud83d\\ude00é\", true], \"b\": {\"c\": null}}".utf8)
    for count in text.indices {
      #expect(throws: InputError.self) { try JSONValue.parse(Array(text[..<count]), file: "f") }
    }
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        _ = try? JSONValue.parse(changed, file: "f")
      }
    }
  }
}
