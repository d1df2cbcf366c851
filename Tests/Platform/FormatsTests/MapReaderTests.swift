// SPDX-License-Identifier: Apache-2.0
import Testing

import Formats

@Suite struct MapReaderTests {
  private func reader(_ text: String) throws -> MapReader {
    try Document.parse(text, file: "f").root.map()
  }

  @Test func keysAreTakenUntilTheMapIsFinished() throws {
    var map = try reader("id: main\nroot: null\nlevel: 5\n")
    #expect(try map.require("id").string() == "main")
    #expect(map.take("root")?.isNull == true)
    #expect(map.take("hidden") == nil)
    #expect(map.remaining.map(\.name) == ["level"])
    #expect(try map.take("level")?.int() == 5)
    try map.finish()
  }

  @Test func theFirstUnknownKeyIsReported() throws {
    var map = try reader("id: main\nhiden: true\nzzz: 1\n")
    _ = map.take("id")
    _ = map.take("hidden")
    let done = map
    let error = #expect(throws: InputError.self) { try done.finish() }
    #expect(
      error?.description
        == "f:2:1: found unknown key \"hiden\"; valid here: id, hidden; "
        + "did you mean \"hidden\"?")
  }

  @Test func aForbiddenKeyIsExplained() throws {
    var map = try reader("id: main\nrequest: user\n")
    _ = map.take("id")
    map.forbid("request", problem: "key \"request\", which belongs to rule set android")
    let done = map
    let error = #expect(throws: InputError.self) { try done.finish() }
    #expect(
      error?.description
        == "f:2:1: found key \"request\", which belongs to rule set android; valid here: id")
  }

  @Test func aMissingKeyIsNamed() throws {
    let error = #expect(throws: InputError.self) {
      var map = try reader("swivel: 1\nrule: uikit-8\n")
      _ = try map.require("rules")
    }
    #expect(
      error?.description == "f:1:1: found no key \"rules\" (only \"swivel\", \"rule\"); "
        + "valid here: rules")
  }

  @Test func remainingKeysAreListed() throws {
    var map = try reader("at: 5\ndevice: portrait\n")
    _ = map.take("at")
    let rest = map.remaining
    #expect(rest.map(\.name) == ["device"])
    #expect(try rest[0].key.oneOf(["launch", "device"]) == 1)
  }
}
