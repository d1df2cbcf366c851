// SPDX-License-Identifier: Apache-2.0
import Formats
import Foundation
import Testing

/// `swivel config` checks, shows and begins the file that the daemon reads.
@Suite struct ConfigCommandTests {
  private let home: RuntimeDirectory
  private var environment: [String: String] {
    Command.plainEnvironment.merging(["HOME": home.path]) { $1 }
  }

  init() throws { home = try RuntimeDirectory() }

  private func config(_ arguments: String...) throws -> Command {
    try Command.run(Swivel.path, ["config"] + arguments, environment: environment)
  }

  @Test func aConfigurationIsCreatedCheckedAndShown() throws {
    let path = "\(home.path)/.config/swivel/config.yaml"
    let missing = try config("check")
    #expect(missing.status == 2 && missing.errors.contains("there is no such file"))
    #expect(missing.errors.contains("; without one the defaults apply, and `swivel config init`"))
    #expect(try config("init").status == 0)
    let again = try config("init")
    #expect(again.status == 2 && again.errors.contains("exists already"))
    let printed = try config("init", "--print")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
    #expect(try config("check").output.hasPrefix("\(path): no mistake"))
    let shown = try config("show")
    #expect(shown.status == 0 && shown.output.hasPrefix("rules: desktop\n"))
    let json = try JSONValue.parse(try config("show", "--json").output, file: "json")
    #expect(json["hooks"]?["wait"] == 200 && json["judge"]?["settle"] == 100)

    try "rules: desktop\nwindow: []\n".write(toFile: path, atomically: true, encoding: .utf8)
    let wrong = try config("check")
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("\(path):2:1: found unknown key \"window\""))
    #expect(wrong.errors.contains("did you mean \"windows\"?"))
    let document = try config("check", "--json")
    #expect(document.status == 2)
    let found = try JSONValue.parse(document.output, file: "json")
    #expect(found["valid"] == false && found["line"] == 2 && found["column"] == 1)
    #expect(found["suggestion"] == "windows")
    #expect(try config("show").status == 2)
  }

  @Test func aRuleAndAKeyAreWrittenWithABackupAndTheComments() throws {
    let path = "\(home.path)/.config/swivel/config.yaml"
    func allow(_ arguments: String...) throws -> Command {
      try Command.run(Swivel.path, ["allow"] + arguments, environment: environment)
    }
    let first = try allow("mpv", "landscape", "--only")
    #expect(first.status == 0 && first.output.hasPrefix("\(path): written\n"), "\(first.output)")
    // Without a daemon it is not known how the panel lies.
    #expect(first.output.hasSuffix("mpv allows landscape-right and landscape-left\n"))
    let rule = "windows:\n  - app-id: mpv\n    supported: landscape\n"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == rule)
    try "# mine\n\(rule)".write(toFile: path, atomically: true, encoding: .utf8)
    let more = try allow("mpv", "portrait")
    #expect(more.output.contains("the file as it was is \(path)~"))
    #expect(more.output.contains("+     supported: all"))
    #expect(try String(contentsOfFile: "\(path)~", encoding: .utf8) == "# mine\n\(rule)")
    let same = try allow("mpv", "portrait").output
    #expect(same.contains("nothing to write") && same.contains("mpv allows every orientation\n"))
    #expect(same.hasSuffix("to allow this and nothing else: swivel allow mpv portrait --only\n"))
    let unknown = try allow("mpv", "never").errors
    #expect(
      unknown.contains("valid here: all, all-but-upside-down, none, portrait, ")
        && unknown.contains("upright") && unknown.contains("did you mean \"none\"?"))
    #expect(try allow("mpv").errors.contains("or --remove; `swivel help allow` shows how"))
    #expect(try allow("foot", "--remove").output.contains("foot has no rule of its own"))
    let mine = try String(contentsOfFile: path, encoding: .utf8)
    #expect(try allow("foot", "landscape", "--only").status == 0)
    #expect(try allow("foot", "--remove").output.contains("-   - app-id: foot\n"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == mine)
    #expect(try allow("mpv", "sideways").status == 2)
    let set = try config("set", "hooks.timeout", "5000")
    #expect(set.status == 0 && set.output.contains("+   timeout: 5000"), "\(set.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("# mine\nwindows:\n") && text.hasSuffix("hooks:\n  timeout: 5000\n"))
    let wrong = try config("set", "hooks.timeout", "soon")
    #expect(wrong.status == 2 && !wrong.errors.isEmpty)
    #expect(try config("set", "sugest", "true").errors.contains("did you mean \"suggest\"?"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
  }

  @Test func anOlderSpellingIsReportedAndReplaced() throws {
    let path = "\(home.path)/older.yaml"
    let text = "# mine\noutput: [DP-1] # the desk\n"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let found = try config("check", path)
    #expect(found.status == 0 && found.output.hasPrefix("\(path): no mistake"))
    #expect(found.output.contains("\(path):2:1: output is an older spelling of outputs"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    let replaced = try config("check", "--write", path)
    #expect(replaced.status == 0)
    #expect(replaced.output.contains("+   - {match: DP-1, policy: auto} # the desk\n"))
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.hasPrefix("# mine\noutputs:\n"))
    #expect(try String(contentsOfFile: path + "~", encoding: .utf8) == text)
    #expect(try config("check", "--write", path).output.contains("written") == false)
  }

  @Test func anUnwritablePathIsReported() throws {
    let nowhere = try config("init", "\(home.path)/no/such/config.yaml")
    #expect(nowhere.status == 1 && nowhere.errors.contains("No such file"))
    let homeless = try Command.run(
      Swivel.path, ["config", "init"], environment: Command.plainEnvironment)
    #expect(homeless.status == 1 && homeless.errors.contains("give the file with --config"))
  }

  @Test func aTouchScreenThatIsNotThereIsReportedWithItsPlace() throws {
    let device = "sys/class/input/event3/device"
    for (name, text) in [
      ("name", "ELAN9008:00 04F3:425A"), ("properties", "2"),
      ("capabilities/key", "400 0 0 0 0 0"), ("capabilities/sw", "0"),
    ] {
      let file = URL(fileURLWithPath: "\(home.path)/\(device)/\(name)")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("\(text)\n".utf8).write(to: file)
    }
    let path = try home.write(
      "outputs:\n  - match: eDP-1\n    policy: auto\n    touch: [\"ELAN9008:00 04F3:425B\"]\n",
      to: "touch.yaml")
    let found = try config("check", "--device-root", home.path, path)
    #expect(found.status == 0)
    #expect(
      found.output.contains(
        "\(path):4:13: found the name \"ELAN9008:00 04F3:425B\", which no touch screen has; valid here: "
          + "ELAN9008:00 04F3:425A; did you mean \"ELAN9008:00 04F3:425A\"?"), "\(found.output)")
    _ = try home.write(
      "outputs: [{match: eDP-1, policy: auto, touch: \"ELAN9008:00 04F3:425A\"}]\n",
      to: "touch.yaml")
    let right = try config("check", "--device-root", home.path, "--config", path)
    #expect(right.status == 0 && !right.output.contains("touch screen"), "\(right.output)")
  }

  @Test func aHookThatStartsAProgramThatStaysIsReported() throws {
    let path = try home.write(
      "hooks:\n  after: [setsid, -f, swaybg]\n  tablet-mode: [/opt/wvkbd-mobintl, -L, \"300\"]\n",
      to: "stays.yaml")
    let found = try config("check", path)
    #expect(found.status == 0)
    #expect(
      found.output.contains(
        "\(path):3:16: found a program in hooks.tablet-mode that does not end by itself: wvkbd-mobintl; "
          + "`timeout` ends it after 10000 ms, unless setsid starts it: [setsid, -f, wvkbd-mobintl]\n"
      ),
      "\(found.output)")
    #expect(!found.output.contains("swaybg"))
  }

  @Test func theProgramOfAHookThatDoesNotExistIsReported() throws {
    let path = try home.write(
      "hooks:\n  after:\n    - [sh, -c, \"true\"]\n    - [no-such-program, x]\n  lock: [/no/such]\n",
      to: "hooks.yaml")
    let found = try config("check", path)
    #expect(found.status == 0)
    #expect(
      found.output.contains(
        "\(path):4:7: found a program in hooks.after that is not in PATH: \"no-such-program\"; "
          + "PATH is "), "\(found.output)")
    #expect(
      found.output.contains(
        "5:9: found a program in hooks.lock that does not exist: \"/no/such\"\n"))
    #expect(!found.output.contains("\"sh\""))
    let json = try JSONValue.parse(try config("check", "--json", path).output, file: "json")
    #expect(json["warnings"]?.array?.count == 2)
  }

  /// What has no value is told as well, in comments, so that the output stays a valid file.
  @Test func everyKeyIsShown() throws {
    let shown = try config("show")
    for key in ["output", "sensor.display.path", "policy.supported", "hooks.before"] {
      #expect(shown.output.contains("\n#   \(key): "), "\(shown.output)")
    }
    let path = try home.write(shown.output, to: "shown.yaml")
    #expect(try config("check", "--config", path).status == 0)
    #expect(try config("show", "--config", path).output == shown.output)
    #expect(try config("show", path, "--config", path).status == 2)
  }
}
