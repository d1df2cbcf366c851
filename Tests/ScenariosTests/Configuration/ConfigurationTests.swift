// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Foundation
import Orientation
import Scenarios
import Testing

@Suite struct ConfigurationTests {
  private func parse(_ text: String) throws -> Configuration {
    try Configuration.parse(text, file: "c")
  }

  @Test(arguments: ["", "\n", "# nothing yet\n", "  # a\r\n\n#b", "{}\n"])
  func sayingNothingMeansTheDefaults(text: String) throws {
    let configuration = try parse(text)
    #expect(configuration == Configuration())
    #expect(configuration.rules == "desktop")
    #expect(configuration.policy(appID: "foot", title: "") == WindowPolicy())
    #expect(configuration.manages(output: "eDP-1", isBuiltIn: true))
    #expect(!configuration.manages(output: "HDMI-A-1", isBuiltIn: false))
  }

  @Test func readsEveryKey() throws {
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
          rules: "desktop+follow-key", outputs: ["HDMI-A-1"],
          policy: WindowPolicy(
            answers: DeclaredPolicy(
              autorotate: false, supported: .landscape, preferred: .landscapeLeft), veto: true),
          windows: [
            WindowRule(
              appID: Glob("mpv"), title: Glob("*"),
              policy: WindowPolicy(
                answers: DeclaredPolicy(
                  autorotate: true, supported: [.portrait, .landscapeRight], preferred: .portrait),
                veto: false, cure: .keyOnly))
          ]))
    #expect(configuration.manages(output: "HDMI-A-1", isBuiltIn: false))
    #expect(!configuration.manages(output: "eDP-1", isBuiltIn: true))
  }

  @Test func firstRuleThatMatchesCountsAndTheDefaultPolicyCompletesIt() throws {
    let configuration = try parse(
      """
      policy: {autorotate: false, veto: true}
      windows:
        - {app-id: "org.*", title: "Talk *", supported: portrait}
        - {app-id: "org.*", autorotate: true}
        - {app-id: "org.kde.*", supported: none}
      """)
    let talk = configuration.policy(appID: "org.kde.okular", title: "Talk 1")
    #expect(talk.answers == DeclaredPolicy(autorotate: false, supported: .portrait))
    #expect(talk.veto == true)
    let other = configuration.policy(appID: "org.kde.okular", title: "Letter")
    #expect(other.answers == DeclaredPolicy(autorotate: true))
    #expect(configuration.rule(appID: "foot", title: "Talk 1") == nil)
    #expect(configuration.policy(appID: "foot", title: "").answers.autorotate == false)
  }

  @Test(arguments: Cure.allCases)
  func everyCureCanBeARulesPolicy(cure: Cure) throws {
    let configuration = try parse("windows: [{app-id: a, policy: \(cure.rawValue)}]")
    #expect(configuration.policy(appID: "a", title: "").cure == cure)
  }

  @Test(arguments: RuleSetName.all)
  func everyRuleSetCanBeNamed(name: String) throws {
    #expect(try parse("rules: \(name)").rules == name)
  }

  @Test func theExampleSaysWhatItsCommentsSay() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    let configuration = try Configuration.load(path: "\(root)/examples/config/config.yaml")
    #expect(configuration.rules == "desktop")
    #expect(configuration.windows.count == 5)
    #expect(configuration.policy(appID: "mpv", title: "film").answers.autorotate == false)
    #expect(configuration.policy(appID: "some.overlay", title: "").cure == .followKey)
    #expect(configuration.policy(appID: "impress", title: "Q3 - Presentation").veto == true)
    let reader = configuration.policy(
      appID: "com.github.johnfactotum.Foliate", title: "A book")
    #expect(reader.answers.supported == [.portrait, .portraitUpsideDown])
    #expect(configuration.policy(appID: "foot", title: "").answers.supported == .allButUpsideDown)
  }
}
