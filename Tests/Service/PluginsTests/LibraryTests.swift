// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Foundation
import Orientation
import Plugins
import Testing

/// Every fault that makes a library unusable is reported; no function is called too early.
@Suite struct LibraryTests {
  private static func failure(_ manifest: PluginManifest) -> String {
    do {
      let plugin = try LibraryPlugin.load(manifest)
      switch manifest.kind {
      case .policy: _ = try LibraryPolicy(plugin)
      case .ruleSet: _ = try LibraryRuleSet(plugin)
      case .sensor: _ = try LibrarySource(plugin)
      }
      return "it loads"
    } catch {
      return "\(error)"
    }
  }

  private static let good = Workshop.policy("sound", confirm: "return SWIVEL_NO_OPINION;")

  @Test func aValidLibraryLoads() throws {
    #expect(Self.failure(try Workshop().build("sound", Self.good)) == "it loads")
  }

  @Test(arguments: [
    ("nothing", "int nothing = 1;", "does not export swivel_plugin_entry_v1"),
    (
      "later", "void *swivel_plugin_entry_v2(void) { return 0; }",
      "exports swivel_plugin_entry_v2, not swivel_plugin_entry_v1"
    ),
    (
      "null",
      "const swivel_plugin_v1 *swivel_plugin_entry_v1(const swivel_host_v1 *h) "
        + "{ (void)h; return 0; }", "returned NULL"
    ),
    (
      "short",
      good.replacing("sound", with: "short").replacing(
        ".size = sizeof plugin", with: ".size = 12"),
      "its swivel_plugin_v1 has a size of 12 bytes, which is less than the"
    ),
    (
      "cut",
      good.replacing("sound", with: "cut").replacing(
        ".size = sizeof policy", with: ".size = 8"),
      "its swivel_policy_v1 has a size of 8 bytes"
    ),
    (
      "other", good.replacing("sound", with: "another"), "the library calls itself \"another\""
    ),
    (
      "odd",
      good.replacing("sound", with: "odd").replacing(
        "SWIVEL_KIND_POLICY", with: "SWIVEL_KIND_SENSOR"),
      "the library is of kind 3, its manifest says policy (1)"
    ),
    (
      "newer",
      good.replacing("sound", with: "newer").replacing(
        ".abi_minor = SWIVEL_ABI_MINOR", with: ".abi_minor = 3"),
      "made for version 1.3, its manifest says 1.0"
    ),
    (
      "empty",
      good.replacing("sound", with: "empty").replacing(
        ".policy = &policy", with: ".policy = 0")
        + "\nconst void *used = &policy;", "it has no swivel_policy_v1"
    ),
    (
      "mute",
      good.replacing("sound", with: "mute").replacing(
        ".confirm = confirm", with: ".confirm = 0")
        + "\nconst void *used = (const void *)confirm;", "its swivel_policy_v1 has no confirm"
    ),
    (
      "missing",
      "int gone(void);\n"
        + good.replacing("sound", with: "missing").replacing(
          "return SWIVEL_NO_OPINION;", with: "return gone();"), "does not load"
    ),
  ])
  func aMistakeInALibraryIsReported(id: String, source: String, message: String) throws {
    let text = Self.failure(try Workshop().build(id, source))
    #expect(text.hasPrefix("plug-in \"\(id)\": "), "\(text)")
    #expect(text.contains(message), "\(text)")
  }

  @Test func aManifestWithoutItsLibraryIsReported() throws {
    let workshop = try Workshop()
    #expect(Self.failure(try workshop.manifest("ghost")).contains("there is no library"))
    #expect(mkfifo("\(workshop.path)/libghost.so", 0o600) == 0)
    #expect(Self.failure(try workshop.manifest("ghost")).contains("this is a named pipe"))
    #expect(unlink("\(workshop.path)/libghost.so") == 0)
    try workshop.write("this is no library", to: "libghost.so")
    #expect(Self.failure(try workshop.manifest("ghost")).contains("does not load"))
  }

  /// A table of a later version, longer than ours: its known part is used.
  @Test func aTableOfALaterVersionIsAccepted() throws {
    let source = Self.good.replacing("sound", with: "longer").replacing(
      "static const swivel_policy_v1 policy = {.size = sizeof policy, .confirm = confirm};",
      with: """
        struct longer { swivel_policy_v1 known; void *later[4]; };
        static const struct longer long_policy =
          {.known = {.size = sizeof(struct longer), .confirm = confirm}};
        """
    ).replacing(".policy = &policy", with: ".policy = &long_policy.known")
    #expect(Self.failure(try Workshop().build("longer", source)) == "it loads")
  }

  /// An unlisted plug-in is not loaded; a broken one costs a message and nothing else.
  @Test func onlyListedPluginsAreLoaded() throws {
    let workshop = try Workshop()
    let trap = "__attribute__((constructor)) static void run(void) { __builtin_trap(); }"
    _ = try workshop.build("trap", trap + Self.good.replacing("sound", with: "trap"))
    _ = try workshop.build("listed", Self.good.replacing("sound", with: "listed"))
    _ = try workshop.build("void", "int nothing = 1;")
    let text = "plugins: [listed, void, nobody]"
    let choices = try Configuration.parse(text, file: "config.yaml").plugins
    let search = PluginSearch(first: [workshop.path]) { _ in nil }
    var list = try PluginList.builtIn()
    let problems = list.load(choices, from: search) { _ in }
    #expect(list.policies.map(\.name).suffix(1) == ["listed"])
    #expect(problems.count == 2)
    #expect(problems.first?.contains("plug-in \"void\"") == true)
    #expect(
      problems.last?.hasPrefix("config.yaml:1:25: found the plug-in \"nobody\", which is in none")
        == true)
  }

  @Test func pluginDirectoriesAreSearchedInOrder() {
    let environment = ["SWIVEL_PLUGIN_PATH": "/a:relative:/b", "HOME": "/home/me"]
    let search = PluginSearch(first: ["/first"]) { environment[$0] }
    #expect(
      search.directories == [
        "/first", "/a", "/b", "/home/me/.local/share/swivel/plugins",
        "/usr/local/lib/swivel/plugins", "/usr/lib/swivel/plugins",
      ])
  }

  /// The library of a rule set or a sensor is stopped with the list, that of a policy by its host.
  @Test func librariesOfRuleSetsAndSensorsAreStopped() throws {
    let workshop = try Workshop()
    let head = """
      #include <string.h>
      static const swivel_host_v1 *host;
      static void stop(void *state) { (void)state; host->log(host->context, 1, "stops", 5); }
      """
    let rules = """
      static int32_t decide(void *state, const swivel_scene_v1 *scene, swivel_decision_v1 *decision) {
        (void)state; (void)scene; (void)decision;
        return SWIVEL_NO_OPINION;
      }
      static const swivel_rule_set_v1 rule_set = {.size = sizeof rule_set, .decide = decide};
      """
    let sensor = """
      static int open_sensor(void *state) { (void)state; return -1; }
      static int read_sensor(void *state, swivel_reading_v1 *reading) {
        (void)state; (void)reading;
        return 0;
      }
      static const swivel_sensor_v1 sensor = {
        .size = sizeof sensor, .poll_milliseconds = 10, .open = open_sensor, .read = read_sensor};
      """
    _ = try workshop.build(
      "judge", kind: .ruleSet,
      head + rules
        + Workshop.entry("judge", "SWIVEL_KIND_RULE_SET", ".rule_set = &rule_set, .stop = stop"))
    _ = try workshop.build(
      "feeler", kind: .sensor,
      head + sensor
        + Workshop.entry("feeler", "SWIVEL_KIND_SENSOR", ".sensor = &sensor, .stop = stop"))
    let choices = try Configuration.parse("plugins: [judge, feeler]", file: "config.yaml").plugins
    var lines: [String] = []
    var list = try PluginList.builtIn()
    let problems = list.load(choices, from: PluginSearch(first: [workshop.path]) { _ in nil }) {
      lines.append($0)
    }
    #expect(problems == [])
    lines = []
    list.stop()
    #expect(lines == ["plug-in \"feeler\": stops", "plug-in \"judge\": stops"])
  }
}
