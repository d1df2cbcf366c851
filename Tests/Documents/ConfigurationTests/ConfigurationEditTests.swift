// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Formats
import Orientation
import Sensing
import Testing
import Text

@testable import Configuration

/// An edit changes one place of a file and keeps every comment.
@Suite struct ConfigurationEditTests {
  private static let turn = MountMatrix(casingToPanel: .left)
  private static let entry = "matrix: [0, -1, 0, 1, 0, 0, 0, 0, 1]"

  @Test(arguments: [
    ("", "sensor:\n  ENTRY\n"),
    ("# mine\n", "# mine\nsensor:\n  ENTRY\n"),
    ("rules: desktop # why\n", "rules: desktop # why\nsensor:\n  ENTRY\n"),
    ("rules: desktop", "rules: desktop\nsensor:\n  ENTRY\n"),
    (
      "sensor:\n    # here\n    path: a # b\nrules: desktop\n",
      "sensor:\n    # here\n    ENTRY\n    path: a # b\nrules: desktop\n"
    ),
    ("sensor:\n  matrix: rotate-180 # was\n  path: a\n", "sensor:\n  ENTRY # was\n  path: a\n"),
    ("sensor:\n  matrix: [invert-x, invert-y]   # was\n", "sensor:\n  ENTRY   # was\n"),
    ("sensor: {path: a, matrix: rotate-90}\n", "sensor: {path: a, ENTRY}\n"),
    ("sensor: {path: a}\n", "sensor: {ENTRY, path: a}\n"),
    (
      "sensor:\n  display:\n    path: a\n  base: b\n",
      "sensor:\n  display:\n    ENTRY\n    path: a\n  base: b\n"
    ),
    (
      "# é\nsensor: {path: \"é\", matrix: rotate-90} # é\n",
      "# é\nsensor: {path: \"é\", ENTRY} # é\n"
    ),
  ])
  func theMatrixIsSetAndTheRestStays(before: String, after: String) throws {
    let edit = try ConfigurationEdit(setting: Self.turn, in: Array(before.utf8), file: "c")
    #expect(edit.text == after.replacing("ENTRY", with: Self.entry))
    #expect(edit.difference.contains { $0.hasPrefix("+ ") && $0.contains(Self.entry) })
    let again = try ConfigurationEdit(setting: Self.turn, in: Array(edit.text.utf8), file: "c")
    #expect(again.text == edit.text && again.difference.isEmpty)
  }

  @Test(arguments: [
    "sensor:\n  matrix:\n    - rotate-90\n    - rotate-90\n", "sensor: {display: a}\n", "{}\n",
    "sensor:\n  matrix: [rotate-90,\n    rotate-90]\n", "sensor: &a {}\n",
  ])
  func anUneditableFileIsAnErrorThatNamesTheLineToWrite(text: String) {
    let error = #expect(throws: InputError.self) {
      try ConfigurationEdit(setting: Self.turn, in: Array(text.utf8), file: "c")
    }
    #expect(error?.description.contains(Self.entry) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("", "windows:\n  - app-id: mpv\n    supported: landscape\n"),
    ("# mine\nsuggest: true # why\n", "# mine\nsuggest: true # why\nwindows:\n  ENTRY\n"),
    (
      "windows:\n  # films\n  - app-id: mpv # the player\n    veto: true\nsuggest: true\n",
      "windows:\n  # films\n  - app-id: mpv # the player\n    veto: true\n"
        + "    supported: landscape\nsuggest: true\n"
    ),
    (
      "windows:\n- {app-id: mpv, supported: [portrait]} # up\n",
      "windows:\n- {app-id: mpv, supported: landscape} # up\n"
    ),
    (
      "windows:\n  - {app-id: mpv, autorotate: false}\n",
      "windows:\n  - {app-id: mpv, autorotate: true, supported: landscape}\n"
    ),
    (
      "windows:\n  # others\n  - app-id: m*\n    veto: true\n",
      "windows:\n  - app-id: mpv\n    supported: landscape\n    veto: true\n"
        + "  # others\n  - app-id: m*\n    veto: true\n"
    ),
    (
      "windows:\n  - {title: a, role: main}\n",
      "windows:\n  - {title: a, role: main}\n  ENTRY\n"
    ),
  ])
  func aRuleAllowsOnlyWhatIsAsked(before: String, after: String) throws {
    let edit = try ConfigurationEdit(
      allowing: .landscape, isOnly: true, appID: "mpv", in: Array(before.utf8), file: "c")
    let entry = "- app-id: mpv\n    supported: landscape"
    #expect(edit.text == after.replacing("ENTRY", with: entry))
    let again = try ConfigurationEdit(
      allowing: .landscape, isOnly: true, appID: "mpv", in: Array(edit.text.utf8), file: "c")
    #expect(again.text == edit.text && again.difference.isEmpty)
  }

  @Test(arguments: [
    ("windows:\n  - {app-id: mpv, supported: landscape}\n", "supported: all"),
    ("windows:\n  - {app-id: mpv, supported: portrait}\n", "[portrait, portrait-upside-down]"),
    ("policy: {autorotate: false}\n", "autorotate: true"),
    ("windows:\n  - {app-id: mpv, autorotate: false}\n", "[portrait, portrait-upside-down]"),
  ])
  func anAllowedOrientationIsAddedToTheOthers(before: String, part: String) throws {
    let upright: OrientationMask = [.portrait, .portraitUpsideDown]
    let edit = try ConfigurationEdit(
      allowing: upright, appID: "mpv", in: Array(before.utf8), file: "c")
    #expect(edit.text.contains(part), "\(edit.text)")
    let policy = try Configuration.parse(edit.text, file: "c").policy(
      for: WindowFacts(appID: "mpv"))
    #expect(policy.answers.supported?.isSuperset(of: upright) == true)
    #expect(policy.answers.autorotate != false)
  }

  @Test func noneAllowsNoRotation() throws {
    let edit = try ConfigurationEdit(
      allowing: [], isOnly: true, appID: "mpv", in: [], file: "c")
    #expect(edit.text == "windows:\n  - app-id: mpv\n    supported: none\n")
    let own = "windows:\n  - {app-id: mpv, autorotate: false}\n"
    let same = try ConfigurationEdit(
      allowing: [], isOnly: true, appID: "mpv", in: Array(own.utf8), file: "c")
    #expect(same.difference.isEmpty)
  }

  @Test func anAppIDThatNoOpenWindowHasIsReported() {
    #expect(ConfigurationEdit.hint("notes", open: ["foot", "notes"]) == nil)
    #expect(
      ConfigurationEdit.hint("Notes", open: ["foot", "notes"])
        == "no open window has the app-id \"Notes\", but one has \"notes\": case matters")
    #expect(
      ConfigurationEdit.hint("mpv", open: [])?.english.contains("`swivel windows`") == true)
  }

  @Test func anErrorOfAValueNamesItsKey() {
    let error = #expect(throws: InputError.self) {
      try ConfigurationEdit(
        setting: ["policy", "supported"], to: "{a: b}", in: [], file: "c.yaml")
    }
    #expect(error?.description.hasPrefix("c.yaml: policy.supported: ") == true, "\(error as Any)")
    let policy = #expect(throws: InputError.self) {
      try Configuration.parse("outputs: [{match: a, policy: lave}]\n", file: "c")
    }
    #expect(
      policy?.valid == ["auto", "leave", "{fixed: 90}", "{follow: DP-1}"]
        && policy?.suggestion == "leave")
  }

  @Test func aWindowWithoutARuleAllowsEverythingAlready() throws {
    let edit = try ConfigurationEdit(allowing: .portrait, appID: "mpv", in: [], file: "c")
    #expect(edit.difference.isEmpty && edit.text.isEmpty)
  }

  @Test func aListThatCannotBeChangedIsAnErrorWithTheEntryToWrite() {
    let text = "windows: [{app-id: a, veto: true}]\n"
    let error = #expect(throws: InputError.self) {
      try ConfigurationEdit(
        allowing: .landscape, isOnly: true, appID: "mpv", in: Array(text.utf8), file: "c")
    }
    #expect(
      error?.description.contains(
        "cannot be changed in place; write this into `windows` yourself: {app-id: mpv, ") == true)
  }

  @Test(arguments: [
    ("", ["suggest"], "true", "suggest: true\n"),
    ("suggest: false # no\n", ["suggest"], "true", "suggest: true # no\n"),
    (
      "hooks:\n  timeout: 500 # ms\n", ["hooks", "wait"], "100",
      "hooks:\n  wait: 100\n  timeout: 500 # ms\n"
    ),
    (
      "sensor: {hinge: {edge: left}}\n", ["sensor", "hinge", "tablet-above"], "190",
      "sensor: {hinge: {tablet-above: 190, edge: left}}\n"
    ),
    ("# a\n", ["sensor", "hinge", "edge"], "left", "# a\nsensor:\n  hinge:\n    edge: left\n"),
    (
      "policy:\n  supported: [portrait, landscape-left] # two\n", ["policy", "supported"],
      "landscape", "policy:\n  supported: landscape # two\n"
    ),
  ])
  func aKeyIsSetAndTheRestStays(
    before: String, path: [String], value: String, after: String
  ) throws {
    let edit = try ConfigurationEdit(
      setting: path, to: value, in: Array(before.utf8), file: "c")
    #expect(edit.text == after)
  }

  @Test(arguments: [
    ("", ["sugest"], "true", "did you mean \"suggest\""),
    ("", ["suggest"], "maybe", "valid"), ("", ["hooks", "timeout"], "5", "100"),
    ("suggest: true\n", ["suggest", "x"], "1", "suggest.x"),
    (
      "hooks:\n  after:\n    - a\n    - b\n", ["hooks", "after"], "[c]",
      "which cannot be changed in place; write this yourself: hooks.after: [c]"
    ),
    (
      "windows:\n  - {app-id: mpv, veto: true}\n", ["windows", "0", "veto"], "false",
      "write this yourself, in entry 1 of `windows`: veto: false"
    ),
    ("", ["suggest"], "true\nprove: true", "suggest"),
  ])
  func aWrongKeyOrValueIsAnError(
    before: String, path: [String], value: String, part: String
  ) {
    let error = #expect(throws: InputError.self) {
      try ConfigurationEdit(setting: path, to: value, in: Array(before.utf8), file: "c")
    }
    #expect(error?.description.contains(part) == true, "\(String(describing: error))")
  }

  @Test func aFileWithAMistakeIsAnErrorWithItsPlace() {
    let error = #expect(throws: InputError.self) {
      try ConfigurationEdit(setting: Self.turn, in: Array("rule: x\n".utf8), file: "c")
    }
    #expect(error?.description.contains("c:1:1") == true)
  }

  @Test func theDifferenceListsTheChangedLines() throws {
    let text = "rules: desktop\nsensor:\n  matrix: rotate-90\noutput: a\n"
    let edit = try ConfigurationEdit(setting: .identity, in: Array(text.utf8), file: "c")
    #expect(
      edit.difference == ["-   matrix: rotate-90", "+   matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1]"])
  }

  @Test(arguments: [
    (
      "# a\noutput: eDP-1 # panel\nrules: desktop\n",
      "# a\noutputs:\n  - {match: eDP-1, policy: auto} # panel\n  - {match: \"*\", policy: leave}\n"
        + "rules: desktop\n"
    ),
    (
      "output: [eDP-1, DP-1]",
      "outputs:\n  - {match: eDP-1, policy: auto}\n  - {match: DP-1, policy: auto}\n"
        + "  - {match: \"*\", policy: leave}\n"
    ),
    (
      "output: # both\n  # first\n  - eDP-1 # panel\n  - \"DP-1\"\nprove: true\n",
      "outputs: # both\n  - {match: eDP-1, policy: auto} # panel\n  - {match: DP-1, policy: auto}\n"
        + "  - {match: \"*\", policy: leave}\n  # first\nprove: true\n"
    ),
    (
      "output: eDP-1 # panel\noutputs:\n  - match: a # b\n    policy: leave # c\n# end\n",
      "outputs:\n  - match: a # b\n    policy: leave # c\n  - {match: eDP-1, policy: auto} # panel\n"
        + "  - {match: \"*\", policy: leave}\n# end\n"
    ),
    ("rules: desktop\n", "rules: desktop\n"),
  ])
  func theOlderSpellingOfOutputsIsReplaced(before: String, after: String) throws {
    let edit = try ConfigurationEdit(replacingAliasesIn: Array(before.utf8), file: "c")
    #expect(edit.text == after)
    let (old, new) = (
      try Configuration.parse(before, file: "c"), try Configuration.parse(after, file: "c")
    )
    #expect(new.turningOutputs == nil)
    for name in ["eDP-1", "DP-1", "a", "HDMI-A-1"] where old.turningOutputs != nil {
      for isBuiltIn in [true, false] {
        #expect(
          old.policy(forOutput: name, isBuiltIn: isBuiltIn)
            == new.policy(forOutput: name, isBuiltIn: isBuiltIn))
      }
    }
    let older = Configuration.olderKeys(in: Array(before.utf8), file: "c")
    #expect(older.map(\.replacement) == (old.turningOutputs == nil ? [] : ["outputs"]))
    let again = try ConfigurationEdit(replacingAliasesIn: Array(edit.text.utf8), file: "c")
    #expect(again.text == edit.text && again.difference.isEmpty)
  }

  @Test(arguments: [
    "{output: a, prove: true}\n", "output: a\noutputs: []\n", "output: [a,\n  b]\n",
  ])
  func anOutputThatCannotBeReplacedIsAnErrorWithTheEntries(text: String) {
    let error = #expect(throws: InputError.self) {
      try ConfigurationEdit(replacingAliasesIn: Array(text.utf8), file: "c")
    }
    #expect(error?.description.contains("{match: a, policy: auto}") == true)
  }

  /// Marks count the scalars of a line; quoted texts may contain brackets and quotes.
  @Test(arguments: [
    (
      "hooks: {after: [notify-send, \"⚠️⚠️\"], timeout: 2000}\n",
      "hooks: {after: [notify-send, \"⚠️⚠️\"], timeout: 900}\n"
    ),
    ("hooks: {timeout: 2000, after: [\"a]b\"]}\n", "hooks: {timeout: 900, after: [\"a]b\"]}\n"),
    (
      "hooks: {after: ['it''s', it's, \"a\\\\\"]}\n",
      "hooks: {timeout: 900, after: ['it''s', it's, \"a\\\\\"]}\n"
    ),
    ("hooks:\r\n  timeout: 2000 # s\r\n", "hooks:\r\n  timeout: 900 # s\r\n"),
    (
      "suggest: true\r\nhooks:\r\n  after: [a]",
      "suggest: true\r\nhooks:\r\n  timeout: 900\r\n  after: [a]\r\n"
    ),
  ])
  func linesKeepTheirEndsAndScalars(before: String, after: String) throws {
    let edit = try ConfigurationEdit(
      setting: ["hooks", "timeout"], to: "900", in: Array(before.utf8), file: "c")
    #expect(Array(edit.text.utf8) == Array(after.utf8))
  }

  /// Line ends of YAML that other programs do not take for line ends are refused, not miscounted.
  @Test(arguments: ["\r", "\u{85}", "\u{2028}"])
  func otherLineEndsAreRefused(end: String) throws {
    let text = "# a\(end)# b\nwindows:\n  - app-id: mpv\n    supported: landscape\n"
    #expect(throws: InputError.self) {
      try ConfigurationEdit(removingRuleFor: "mpv", in: Array(text.utf8), file: "c")
    }
  }

  @Test func aRuleIsRemovedFromAFileWithCarriageReturns() throws {
    let text = "suggest: true\r\nwindows:\r\n  - app-id: mpv\r\n    supported: landscape\r\n"
    let edit = try ConfigurationEdit(removingRuleFor: "mpv", in: Array(text.utf8), file: "c")
    #expect(Array(edit.text.utf8) == Array("suggest: true\r\n".utf8))
  }
}
