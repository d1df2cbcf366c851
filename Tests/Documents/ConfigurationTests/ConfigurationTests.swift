// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Fixtures
import Foundation
import Orientation
import Testing
import Text

import Configuration
import Formats

@Suite struct ConfigurationTests {
  private func parse(_ text: String) throws -> Configuration {
    try Configuration.parse(text, file: "c")
  }

  /// Rules: W-3, W-9.
  @Test(arguments: ["", "\n", "# nothing yet\n", "  # a\r\n\n#b", "{}\n"])
  func anEmptyFileMeansTheDefaults(text: String) throws {
    let configuration = try parse(text)
    #expect(configuration == Configuration())
    #expect(configuration.rules == "desktop")
    #expect(configuration.policy(for: WindowFacts(appID: "foot", title: "")) == WindowPolicy())
    #expect(configuration.manages(output: "eDP-1", isBuiltIn: true))
    #expect(!configuration.manages(output: "HDMI-A-1", isBuiltIn: false))
  }

  @Test func touchScreensBelongToTheirConfiguredOutputs() throws {
    let configuration = try Configuration.parse(
      """
      outputs:
        - {match: eDP-1, policy: auto, touch: a}
        - {match: eDP-*, policy: leave, touch: [a, b]}
      """, file: "c")
    #expect(configuration.touchOutputs(among: ["HDMI-A-1", "eDP-1"]) == ["a": "eDP-1"])
    #expect(
      configuration.touchOutputs(among: ["eDP-1", "eDP-2"]) == ["a": "eDP-1", "b": "eDP-2"])
    #expect(try Configuration.parse(configuration.json.compact(), file: "c") == configuration)
  }

  /// Rules: W-3.
  @Test func rulesOutputPolicyAndWindowsAreRead() throws {
    let configuration = try parse(
      """
      rules: desktop+follow-key
      output: HDMI-A-1
      policy: {autorotate: false, supported: landscape, preferred: landscape-left, veto: true}
      windows:
        - {app-id: mpv, title: "*", autorotate: true, supported: [portrait, landscape-right],
           preferred: portrait, veto: false, policy: key-only}
      """)
    #expect(
      configuration
        == Configuration(
          rules: "desktop+follow-key", turningOutputs: ["HDMI-A-1"],
          policy: WindowPolicy(
            answers: DeclaredPolicy(
              autorotate: false, supported: .landscape, preferred: .landscapeLeft), veto: true),
          windows: [
            WindowRule(
              appID: .glob(Glob("mpv")), title: .glob(Glob("*")),
              policy: WindowPolicy(
                answers: DeclaredPolicy(
                  autorotate: true, supported: [.portrait, .landscapeRight], preferred: .portrait),
                veto: false, cure: .keyOnly))
          ]))
    #expect(configuration.manages(output: "HDMI-A-1", isBuiltIn: false))
    #expect(!configuration.manages(output: "eDP-1", isBuiltIn: true))
  }

  @Test func theFirstMatchingRuleIsCompletedByTheDefaultPolicy() throws {
    let configuration = try parse(
      """
      policy: {autorotate: false, veto: true}
      windows:
        - {app-id: "org.*", title: "Talk *", supported: portrait}
        - {app-id: "org.*", autorotate: true}
        - {app-id: "org.kde.*", supported: none}
      """)
    let talk = configuration.policy(for: WindowFacts(appID: "org.kde.okular", title: "Talk 1"))
    #expect(talk.answers == DeclaredPolicy(autorotate: false, supported: .portrait))
    #expect(talk.veto == true)
    let other = configuration.policy(for: WindowFacts(appID: "org.kde.okular", title: "Letter"))
    #expect(other.answers == DeclaredPolicy(autorotate: true))
    #expect(configuration.rule(for: WindowFacts(appID: "foot", title: "Talk 1")) == nil)
    #expect(
      configuration.policy(for: WindowFacts(appID: "foot", title: "")).answers.autorotate == false)
  }

  @Test(arguments: Mitigation.allCases)
  func everyMitigationCanBeAWindowRulesPolicy(cure: Mitigation) throws {
    let configuration = try parse("windows: [{app-id: a, policy: \(cure.rawValue)}]")
    #expect(configuration.policy(for: WindowFacts(appID: "a", title: "")).cure == cure)
  }

  @Test(arguments: RuleSetName.all)
  func everyRuleSetCanBeNamed(name: String) throws {
    #expect(try parse("rules: \(name)").rules == name)
  }

  @Test func theFirstMatchingRuleDecidesAnOutputsPolicy() throws {
    let configuration = try parse(
      """
      output: [eDP-1, DP-3]
      outputs:
        - {match: DP-3, policy: leave}
        - {match: DP-*, policy: {fixed: 270}}
        - {match: HDMI-*, policy: {follow: eDP-1}}
      """)
    func policy(_ name: String) -> OutputPolicy {
      configuration.policy(forOutput: name, isBuiltIn: false)
    }
    #expect(policy("eDP-1") == .auto && policy("DSI-1") == .leave)
    #expect(policy("DP-3") == .leave && policy("DP-4") == .fixed(.rotated270))
    #expect(policy("HDMI-A-1") == .follow("eDP-1"))
    #expect(configuration.manages(output: "eDP-1", isBuiltIn: true))
    #expect(!configuration.manages(output: "DP-3", isBuiltIn: true))
  }

  @Test func circumstancesChangeAnOutputsPolicy() throws {
    let configuration = try parse(
      """
      outputs:
        - match: eDP-1
          policy: auto
          when:
            {external-display: leave, keyboard: {fixed: 90}, laptop: {fixed: 270}, tablet: {follow: DP-1}}
        - {match: "*", policy: leave}
      """)
    func policy(_ change: (inout OutputCircumstances) -> Void) -> OutputPolicy {
      var circumstances = OutputCircumstances()
      change(&circumstances)
      #expect(
        configuration.policy(forOutput: "DP-1", isBuiltIn: true, in: circumstances) == .leave)
      return configuration.policy(forOutput: "eDP-1", isBuiltIn: true, in: circumstances)
    }
    #expect(policy { _ in } == .auto)
    #expect(policy { $0.tabletMode = false } == .fixed(.rotated270))
    #expect(policy { $0.tabletMode = true } == .follow("DP-1"))
    #expect(policy { ($0.tabletMode, $0.hasKeyboard) = (true, true) } == .fixed(.rotated90))
    #expect(policy { ($0.hasKeyboard, $0.hasExternalDisplay) = (true, true) } == .leave)
    #expect(try parse(configuration.yaml).outputs == configuration.outputs)
    let own = #expect(throws: InputError.self) {
      try self.parse("outputs: [{match: e*, policy: auto, when: {laptop: {follow: eDP-1}}}]")
    }
    #expect(own?.description.contains("follows itself") == true)
  }

  @Test func keyboardsAreKnownByTheirNames() throws {
    let choice = try parse("keyboard: {names: [\"Duo Keyboard*\", Folio]}").keyboard
    #expect(choice.isAttached(among: ["Power Button", "Duo Keyboard Touchpad"]))
    #expect(choice.isAttached(among: ["Folio"]) && !choice.isAttached(among: ["Folio 2"]))
    #expect(!choice.isAttached(among: []) && !KeyboardChoice().isAttached(among: ["Folio"]))
  }

  @Test func aRuleThatAWindowMissesOnlyByCaseIsNamed() throws {
    let configuration = try parse(
      """
      windows:
        - {app-id: "Org.*", title: "Talk", supported: portrait}
        - {app-id: MPV, supported: landscape}
        - {app-id: foot, supported: landscape}
        - {app-id: FOOT, supported: portrait}
      """)
    func hint(_ appID: String, _ title: String = "") -> String? {
      configuration.caseHint(for: WindowFacts(appID: appID, title: title))?.english
    }
    #expect(
      hint("mpv") == #"the rule for app-id "MPV" does not apply to "mpv": case matters"#)
    #expect(hint("org.a", "Talk")?.contains(#""Org.*""#) == true)
    #expect(hint("org.a", "talk") == nil && hint("MPV") == nil && hint("other") == nil)
    // A rule matches before the one of another case.
    #expect(hint("foot") == nil)
  }

  @Test func aWindowRuleCanMatchOutputRoleAndExpression() throws {
    let configuration = try parse(
      """
      windows:
        - {title: {regex: "^(Talk|Vortrag) é.$"}, supported: landscape}
        - {output: HDMI-*, role: dialog, supported: portrait}
        - {role: lock-screen, autorotate: false}
      """)
    func rule(_ window: WindowFacts) -> Int? {
      configuration.rule(for: window).flatMap { configuration.windows.firstIndex(of: $0) }
    }
    #expect(rule(WindowFacts(appID: "a", title: "Vortrag éü")) == 0)
    #expect(rule(WindowFacts(appID: "a", title: "Vortrag éüü")) == nil)
    #expect(rule(WindowFacts(appID: "a", outputs: ["eDP-1", "HDMI-A-1"], role: .dialog)) == 1)
    #expect(rule(WindowFacts(appID: "a", outputs: ["eDP-1"], role: .dialog)) == nil)
    #expect(rule(WindowFacts(appID: "a", outputs: ["HDMI-A-1"])) == nil)
    #expect(rule(WindowFacts(appID: "", role: .lockScreen)) == 2)
  }

  @Test func controlAndLineBreakCharactersAreWrittenEscaped() throws {
    for scalar: Unicode.Scalar in [
      "\u{7F}", "\u{85}", "\u{9B}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}",
    ] {
      let digits = String(scalar.value, radix: 16)
      let escaped = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      let text = "windows:\n  - app-id: \"a\(escaped)b\"\n    veto: true\n"
      let configuration = try parse(text)
      #expect(configuration.windows.first?.appID == .glob(Glob("a\(scalar)b")))
      #expect(configuration.yaml.contains("a\(escaped)b"))
      #expect(!configuration.yaml.unicodeScalars.contains(scalar))
      #expect(try parse(configuration.yaml) == configuration)
      #expect(try parse(configuration.json.pretty()) == configuration)
    }
  }

  @Test func writtenConfigurationsReadBackEqual() throws {
    let texts = SchemaTests.good + [Documentation.text("examples/config/config.yaml")]
    for text in texts {
      let configuration = try parse(text)
      #expect(try parse(configuration.yaml) == configuration, "\(configuration.yaml)")
      #expect(try parse(configuration.json.pretty()) == configuration)
    }
  }

  @Test func theStarterFileIsEmptyUntilItsKeysAreUncommented() throws {
    #expect(try parse(Configuration.exampleFile) == Configuration())
    let lines = Configuration.exampleFile.split(separator: "\n", omittingEmptySubsequences: false)
    let on = lines.map { line in
      let isProse = line.hasPrefix("# ") && !line.hasPrefix("#  ")
      return line.hasPrefix("#") && !isProse ? line.dropFirst() : line
    }.joined(separator: "\n")
    let keys = JSONValue(try Document.parse(on, file: "c").root).object?.map(\.name)
    let schema = try JSONValue.parse(Documentation.text("docs/config.schema.json"), file: "schema")
    let current = schema["properties"]?.object?.filter { $0.value["deprecated"] == nil }
    #expect(keys == current?.map(\.name))
    #expect(try parse(on).windows.count == 4)
  }

  @Test func theExampleFileMatchesItsComments() throws {
    let root = ExampleFiles.root.path
    let configuration = try Configuration.load(path: "\(root)/examples/config/config.yaml")
    #expect(configuration.rules == "desktop")
    #expect(configuration.windows.count == 7)
    #expect(
      configuration.policy(for: WindowFacts(appID: "mpv", title: "film")).answers.autorotate
        == false)
    #expect(
      configuration.policy(for: WindowFacts(appID: "some.overlay", title: "")).cure == .followKey)
    #expect(
      configuration.policy(for: WindowFacts(appID: "impress", title: "Q3 - Presentation")).veto
        == true)
    let reader = configuration.policy(
      for: WindowFacts(appID: "com.github.johnfactotum.Foliate", title: "A book"))
    #expect(reader.answers.supported == [.portrait, .portraitUpsideDown])
    #expect(
      configuration.policy(for: WindowFacts(appID: "foot", title: "")).answers.supported
        == .allButUpsideDown)
  }
}
