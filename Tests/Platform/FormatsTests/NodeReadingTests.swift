// SPDX-License-Identifier: Apache-2.0
import Testing

import Formats

@Suite struct NodeReadingTests {
  enum Colour: String, CaseIterable { case red, darkBlue = "dark-blue" }

  private func node(_ text: String) throws -> Node {
    try Document.parse("v: \(text)\n", file: "f").root.pairs()[0].value
  }

  private func message(_ text: String, _ read: (Node) throws -> Void) throws -> String? {
    let node = try node(text)
    return #expect(throws: InputError.self) { try read(node) }?.description
  }

  @Test(
    arguments: [
      ("", .null), ("~", .null), ("null", .null), ("Null", .text), ("\"\"", .text),
      ("true", .bool), ("false", .bool), ("True", .text), ("yes", .text), ("'true'", .text),
      ("0", .int), ("-12", .int), ("+7", .int), ("0o17", .int), ("0x1F", .int), ("010", .int),
      ("1_000", .text), ("0o8", .text), ("0x", .text), ("-x", .text), ("+", .text), ("1:30", .text),
      ("1.5", .double), (".5", .double), ("5.", .double), ("1e3", .double), ("-.inf", .double),
      (".nan", .double), ("1e", .text), ("1.2.3", .text), ("0x1p3", .text), ("inf", .text),
      ("[]", .sequence), ("{}", .mapping), ("uikit-8", .text),
    ] as [(String, Node.Kind)])
  func everyNodeHasItsKind(text: String, kind: Node.Kind) throws {
    #expect(try node(text).kind == kind)
  }

  @Test func valuesAreReadByTheirType() throws {
    #expect(try node("no").string() == "no")
    #expect(try node("\"5\"").string() == "5")
    #expect(try node("true").bool())
    #expect(try !node("false").bool())
    #expect(try node("0x1F").int(in: 0...31) == 31)
    #expect(try node("0o17").int() == 15)
    #expect(try node("-9223372036854775808").int() == .min)
    #expect(try node("-1.5e1").double() == -15)
    #expect(try node("3").double(in: 0...3) == 3)
    #expect(try node("[1, 2]").sequence { (item) throws(InputError) in try item.int() } == [1, 2])
    #expect(try node("[1, 2]").sequence(count: 2).count == 2)
    #expect(try node("dark-blue").oneOf(Colour.self) == .darkBlue)
    #expect(try node("b").oneOf(["a", "b"]) == 1)
    #expect(try node("null").isNull)
  }

  @Test func aWrongValueIsReportedWithTheValidOnes() throws {
    #expect(
      try message("yes") { _ = try $0.bool() }
        == "f:1:4: found \"yes\"; valid here: true, false; did you mean \"true\"?")
    #expect(
      try message("Off") { _ = try $0.bool() }
        == "f:1:4: found \"Off\"; valid here: true, false; did you mean \"false\"?")
    #expect(
      try message("\"true\"") { _ = try $0.bool() }
        == "f:1:4: found text \"true\"; valid here: true, false; did you mean \"true\"?")
    #expect(
      try message("8") { _ = try $0.int(in: 0...7) }
        == "f:1:4: found 8; valid here: a whole number from 0 to 7")
    #expect(
      try message("2048") { _ = try $0.string() }
        == "f:1:4: found 2048; valid here: text (write \"2048\")")
    #expect(
      try message("") { _ = try $0.string() } == "f:1:3: found nothing; valid here: text")
    #expect(
      try message("dark-bleu") { _ = try $0.oneOf(Colour.self) }
        == "f:1:4: found \"dark-bleu\"; valid here: red, dark-blue; did you mean \"dark-blue\"?")
    #expect(try message("{}") { _ = try $0.sequence() } == "f:1:4: found a map; valid here: a list")
    #expect(try message("[]") { _ = try $0.map() } == "f:1:4: found a list; valid here: a map")
    #expect(
      try message("[1]") { _ = try $0.sequence(count: 3) }
        == "f:1:4: found a list of 1; valid here: a list of 3")
  }

  @Test(arguments: ["1e999", ".inf", ".nan", "\"1\"", "0x1p3", "[1]", "nan"])
  func valuesThatAreNoFiniteNumberAreRejected(text: String) throws {
    #expect(try message(text) { _ = try $0.double() }?.contains("a finite number") == true)
  }

  @Test(arguments: ["9223372036854775808", "1.0", "1e3", "\"1\"", "1_000", "~"])
  func valuesThatAreNoWholeNumberAreRejected(text: String) throws {
    #expect(try message(text) { _ = try $0.int() }?.contains("a whole number") == true)
  }

  @Test func theMessageForALongNumberIsShort() throws {
    let digits = String(repeating: "9", count: 1_000_000)
    #expect(try message(digits) { _ = try $0.int() }?.utf8.count ?? .max < 200)
  }
}
