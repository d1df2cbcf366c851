// SPDX-License-Identifier: Apache-2.0
import Configuration
import Formats
import Plugins
import Testing

/// Manifests are read without running anything, and every mistake is reported with its place.
@Suite struct ManifestTests {
  private static func read(_ text: String) -> Result<PluginManifest, InputError> {
    do throws(InputError) {
      return .success(
        try PluginManifest.parse(Array(text.utf8), file: "/x/night.swivel-plugin.json"))
    } catch {
      return .failure(error)
    }
  }

  private static func manifest(_ changes: [String: String] = [:], extra: String = "") -> String {
    let fields = [
      ("swivel-plugin", "1"), ("id", "\"night\""), ("kind", "\"policy\""),
      ("abi", "{\"major\": 1, \"minor\": 0}"), ("library", "\"libnight.so\""),
    ]
    let lines = fields.compactMap { name, value in
      let value = changes[name] ?? value
      return value.isEmpty ? nil : "  \"\(name)\": \(value)"
    }
    return "{\n" + lines.joined(separator: ",\n") + extra + "\n}"
  }

  private static func option(_ body: String) -> String { ",\n  \"options\": [{\(body)}]" }

  @Test func aCompleteManifestIsRead() throws {
    let options = """
      "name": "share", "type": "number", "range": [0, 1], "default": 0.5, "summary": "how much"
      """
    let text = Self.manifest(
      extra: ",\n \"budget-microseconds\": 200, \"summary\": \"s\"" + Self.option(options))
    let manifest = try Self.read(text).get()
    #expect(manifest.id == "night" && manifest.kind == .policy)
    #expect(manifest.library == "/x/libnight.so")
    #expect(manifest.budget == .microseconds(200))
    #expect(manifest.options.map(\.standard) == ["0.5"])
    #expect(manifest.options.map(\.kind) == [.number(0...1)])
  }

  @Test(arguments: [
    ("", "night.swivel-plugin.json"),
    ("{\"swivel-plugin\": 1", "1:20"),
    ("swivel-plugin: 1\nid: night", "1:1"),
    ("[1]", "1:1"),
  ])
  func aTextThatIsNoManifestIsReportedWithItsPlace(text: String, place: String) {
    guard case .failure(let error) = Self.read(text) else {
      Issue.record("read \(text)")
      return
    }
    #expect(error.description.contains("night.swivel-plugin.json"))
    #expect(error.description.contains(place), "\(error.description)")
  }

  @Test(arguments: [
    ("swivel-plugin", "2", "2:20: found 2; valid here: a whole number from 1 to 1"),
    ("id", "", "no key \"id\""),
    ("id", "\"Night Owl\"", "3:9: found the name \"Night Owl\"; valid here: 1 to 64 lower-case"),
    ("id", "7", "3:9: found 7; valid here: text"),
    ("kind", "\"polcy\"", "did you mean \"policy\"?"),
    (
      "abi", "{\"major\": 2, \"minor\": 0}", "version 2.0 of the plug-in interface; valid here: 1.0"
    ),
    ("abi", "{\"major\": 1, \"minor\": 9}", "version 1.9 of the plug-in interface"),
    ("abi", "{\"major\": 1}", "no key \"minor\""),
    ("abi", "{\"major\": 1, \"minor\": -1}", "valid here: a whole number from 0 to 1000"),
    ("library", "\"/usr/lib/libc.so.6\"", "the name of a file beside the manifest"),
    ("library", "\"../libnight.so\"", "the name of a file beside the manifest"),
  ])
  func mistakesInFieldsAreReported(field: String, value: String, message: String) {
    guard case .failure(let error) = Self.read(Self.manifest([field: value])) else {
      Issue.record("read \(field) \(value)")
      return
    }
    #expect(error.description.contains(message), "\(error)")
    #expect(error.description.hasPrefix("/x/night.swivel-plugin.json"))
  }

  @Test(arguments: [
    (",\n  \"libary\": 1", "unknown key \"libary\""),
    (",\n  \"budget-microseconds\": 0", "a whole number from 1 to 1000000"),
    (option("\"name\": \"x\", \"type\": \"int\""), "no key \"default\""),
    (option("\"name\": \"x\", \"type\": \"integer\", \"default\": 1"), "valid here: bool, int"),
    (
      option("\"name\": \"x\", \"type\": \"int\", \"range\": [1, 5], \"default\": 9"),
      "found 9; valid here: a whole number from 1 to 5"
    ),
    (
      option("\"name\": \"x\", \"type\": \"int\", \"range\": [5, 1], \"default\": 3"),
      "a range that ends before it begins"
    ),
    (
      option("\"name\": \"x\", \"type\": \"choice\", \"choices\": [], \"default\": \"a\""),
      "nothing to choose from"
    ),
    (
      option("\"name\": \"x\", \"type\": \"bool\", \"range\": [0, 1], \"default\": true"),
      "a range of an option that has none"
    ),
    (option("\"name\": \"x\", \"type\": \"bool\", \"default\": \"yes\""), "did you mean \"true\"?"),
    (
      ",\n  \"options\": [{\"name\": \"x\", \"type\": \"text\", \"default\": \"\"}, "
        + "{\"name\": \"x\", \"type\": \"text\", \"default\": \"\"}]",
      "two options called \"x\""
    ),
  ])
  func mistakesInOptionsAreReported(extra: String, message: String) {
    guard case .failure(let error) = Self.read(Self.manifest(extra: extra)) else {
      Issue.record("read \(extra)")
      return
    }
    #expect(error.description.contains(message), "\(error)")
  }

  @Test func configuredOptionsAreCheckedAgainstTheManifest() throws {
    let body = "\"name\": \"asks\", \"type\": \"int\", \"range\": [1, 9], \"default\": 2"
    let manifest = try Self.read(Self.manifest(extra: Self.option(body))).get()
    func values(_ yaml: String) throws -> [String: String] {
      let choices = try Configuration.parse(yaml, file: "config.yaml").plugins
      return try manifest.values(choices.flatMap(\.options))
    }
    #expect(try values("plugins: [night]") == ["asks": "2"])
    #expect(try values("plugins: [{id: night, options: {asks: 7}}]") == ["asks": "7"])
    func message(_ yaml: String) -> String {
      do {
        return "\(try values(yaml))"
      } catch {
        return "\(error)"
      }
    }
    #expect(
      message("plugins: [{id: night, options: {asks: 10}}]")
        == "config.yaml:1:39: found 10; valid here: a whole number from 1 to 9")
    #expect(
      message("plugins: [{id: night, options: {ask: 1}}]").contains("did you mean \"asks\"?"))
    #expect(message("plugins: [night, night]").contains("a second time"))
    #expect(message("plugins: [{options: {}}]").contains("no key \"id\""))
  }
}
