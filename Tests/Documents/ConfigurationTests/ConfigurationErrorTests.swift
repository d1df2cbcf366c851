// SPDX-License-Identifier: Apache-2.0
import Configuration
import Formats
import Testing

@Suite struct ConfigurationErrorTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let text: String
    let place: String
    let says: [String]
    var testDescription: String { text }

    init(_ text: String, _ place: String, _ says: String...) {
      self.text = text
      self.place = place
      self.says = says
    }
  }

  static let mistakes = [
    Mistake("rule: desktop", "c:1:1:", "unknown key \"rule\"", "did you mean \"rules\"?"),
    Mistake("rules: desktp", "c:1:8:", "\"desktp\"", "uikit-8", "did you mean \"desktop\"?"),
    Mistake(
      "rules: desktop+folow-key", "c:1:8:", "did you mean \"desktop+follow-key\"?",
      "desktop+intersection"),
    Mistake("rules: uikit-8+keyonly", "c:1:8:", "did you mean \"uikit-8+key-only\"?"),
    Mistake("rules: 8", "c:1:8:", "found 8", "text"),
    Mistake("rules: desktop\nrules: desktop", "c:2:1:", "rules"),
    Mistake("output: {a: b}", "c:1:9:", "a map"),
    Mistake("output: []", "c:1:9:", "an empty list"),
    Mistake("output: [eDP-1, eDP-1]", "c:1:17:", "\"eDP-1\" a second time"),
    Mistake("output: null", "c:1:9:", "null"),
    Mistake("policy: follow-key", "c:1:9:", "\"follow-key\"", "a map"),
    Mistake("policy: {policy: key-only}", "c:1:10:", "unknown key \"policy\"", "autorotate"),
    Mistake("windows: {app-id: a}", "c:1:10:", "a map", "a list"),
    Mistake(
      "windows:\n  - autorotate: false", "c:2:5:", "no window", "app-id, title, output, role"),
    Mistake("windows:\n  - {app-id: a, autorotate: no}", "c:2:29:", "\"false\""),
    Mistake("windows:\n  - {app-id: 7}", "c:2:14:", "write \"7\""),
    Mistake("windows: [{app-id: a, suported: all}]", "c:1:23:", "\"supported\""),
    Mistake("windows: [{app-id: a, supported: lanscape}]", "c:1:34:", "\"landscape\""),
    Mistake("windows: [{app-id: a, supported: [all]}]", "c:1:35:", "\"all\"", "portrait"),
    Mistake(
      "windows: [{app-id: a, supported: [landscape]}]", "c:1:35:", "\"landscape\"",
      "goes without brackets"),
    Mistake("windows: [{app-id: a, supported: 30}]", "c:1:34:", "30"),
    Mistake("windows: [{app-id: a, preferred: unknown}]", "c:1:34:", "unknown", "portrait"),
    Mistake("windows: [{app-id: a, policy: follow}]", "c:1:31:", "follow-key"),
    Mistake("windows: [{app-id: a, app-id: b}]", "c:1:23:", "app-id"),
    Mistake(
      "windows: [{title: {regex: \"(\"}}]", "c:1:27:", "no regular expression",
      "missing closing parenthesis, at \"(\" (character 1)"),
    Mistake("windows: [{title: {regexp: a}}]", "c:1:19:", "regex"),
    Mistake("windows: [{role: popup}]", "c:1:18:", "main, dialog, lock-screen"),
    Mistake("outputs: [{match: DP-1}]", "c:1:11:", "no key \"policy\""),
    Mistake("outputs: [{match: DP-1, policy: {fixed: left}}]", "c:1:41:", "normal, 90"),
    Mistake("outputs: [{match: D*, policy: {follow: DP-1}}]", "c:1:31:", "follows itself"),
    Mistake("other-writers: fight", "c:1:16:", "respect, overrule"),
    Mistake("outputs: [{match: DP-1, policy: never}]", "c:1:33:", "auto, leave, {fixed: 90}"),
    Mistake("hooks: {before: swaymsg}", "c:1:17:", "here [swaymsg]"),
    Mistake("hooks: {before: [[swaymsg], a]}", "c:1:29:", "a list of the program"),
    // A command line in one text is no list of words; the list to write is shown.
    Mistake("hooks: {before: swaymsg reload}", "c:1:17:", "here [swaymsg, reload]"),
    Mistake("hooks: {after: [pkill -x waybar]}", "c:1:17:", #"here [pkill, "-x", waybar]"#),
    Mistake("hooks: {after: [\"echo $HOME > a\"]}", "c:1:17:", #"[sh, "-c", "echo $HOME > a"]"#),
    Mistake("hooks: {lock: [[sh -c 'echo $A']]}", "c:1:17:", #"[sh, "-c", "echo $A"]"#),
    Mistake("hooks: {lock: [/usr/bin/swaymsg reload, b]}", "c:1:16:", "a list of the program"),
    Mistake("hooks: {wait: 9000}", "c:1:15:", "0 to 800"),
    Mistake("keyboard: {disable: always}", "c:1:21:", "never, turned, tablet-mode"),
    Mistake("[", "c:", ""),
    Mistake("rules: desktop\n---\nrules: desktop", "c:", ""),
  ]

  @Test(arguments: mistakes)
  func aMistakeIsNamedWithItsPlace(mistake: Mistake) throws {
    let error = #expect(throws: InputError.self) {
      try Configuration.parse(mistake.text, file: "c")
    }
    let message = try #require(error).description
    #expect(message.hasPrefix(mistake.place), "\(message)")
    for part in mistake.says where !part.isEmpty { #expect(message.contains(part), "\(message)") }
    #expect(!message.contains("\n"))
  }

  /// Where a map is wanted, the error names its keys and shows one that can be copied.
  @Test(arguments: [
    "outputs: [X]", "outputs: X", "outputs: [{match: A, policy: auto, when: X}]", "windows: [X]",
    "windows: X", "hooks: X", "keyboard: X", "sensor: X", "sensor: {hinge: X}", "policy: X",
    "tablet-mode: X", "gnome: X", "plugins: X", "X",
  ])
  func theErrorForAWordShowsAMap(text: String) throws {
    let error = #expect(throws: InputError.self) {
      try Configuration.parse(text.replacing("X", with: "word"), file: "c")
    }
    let valid = try #require(error?.valid)
    #expect(valid.first?.hasPrefix("a map of ") == true || valid.first == "a list", "\(valid)")
    let sample = try #require(valid.last).replacing("such as ", with: "")
    _ = try Configuration.parse(text.replacing("X", with: sample), file: "c")
  }

  @Test func anUnknownRuleSetOptionNamesTheOptionAndTheNearestSet() {
    let error = #expect(throws: InputError.self) {
      _ = try RuleSetName.resolve("desktpo", option: "--rules")
    }
    #expect(error?.description.hasPrefix("--rules: unknown rule set \"desktpo\"; valid") == true)
    #expect(error?.suggestion == "desktop")
  }
}
