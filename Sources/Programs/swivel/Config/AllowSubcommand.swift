// SPDX-License-Identifier: Apache-2.0
import Arbitration
import ArgumentParser
import Configuration
import Control
import Daemon
import Explanation
import Formats
import Glibc
import Orientation
import Text

struct AllowSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow",
    abstract: "Let the windows of an application allow an orientation.",
    usage: "swivel allow <app-id> [<orientation> ...] [<options>]",
    discussion: """
      The orientation is added to the rule for the app-id in the configuration file, or such a rule \
      is written. Comments are kept, and the old file is kept with ~ after its name. A running \
      daemon reads the file by itself. `swivel windows` prints the app-ids.

      ORIENTATION
        portrait, landscape    both of the kind (supported: portrait in the file is
                               one of them)
        upright                one: the taller side vertical and not upside down, as
                               supported: portrait in the file; on a landscape panel
                               that is transform 270, a quarter turn
        all                    every orientation
        all-but-upside-down    as in the configuration (docs/configuration.md)
        none                   no rotation while such a window has the focus
        landscape-left,        one, in the words of `swivel lock`; edges, transforms
        left-up, natural, ...  and natural need the running daemon

      The answer names the transforms that the orientations are on the running daemon's output.

      EXAMPLES
        swivel allow mpv portrait
            portrait, besides what the rule allows already
        swivel allow org.kde.krita landscape --only
            landscape and nothing else
        swivel allow org.koreader upright --only
            always upright, whatever way the device is held
        swivel allow mpv all
            every orientation, also if the rule allowed no rotation
        swivel allow mpv --remove
            no rule for mpv any more

      EXIT CODES
        0  the rule allows the orientation
        1  the file cannot be written
        2  no such orientation, or the file has a mistake; nothing was written
      """)

  @Argument(help: ArgumentHelp("The application's identifier.", valueName: "app-id"))
  var appID: String

  @Argument(help: ArgumentHelp("What its windows allow.", valueName: "orientation"))
  var orientations: [String] = []

  @Flag(help: "Allow nothing else.")
  var only = false

  @Flag(help: "Remove the rule for the app-id.")
  var remove = false

  @Option(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var config: String?

  @OptionGroup var words: LanguageOption

  /// The names of sets of orientations that `swivel lock` does not accept.
  private static let sets: [String: OrientationMask] = [
    "all": .all, "all-but-upside-down": .allButUpsideDown, "none": [],
  ]

  func validate() throws {
    guard !appID.isEmpty else { throw ValidationError("the app-id is empty") }
    guard remove == orientations.isEmpty, !(remove && only) else {
      throw ValidationError(
        remove
          ? "--remove takes no orientation and no --only"
          : "an orientation is missing, such as all, or --remove")
    }
    if orientations.contains("none"), orientations.count > 1 {
      throw ValidationError("none excludes every other orientation")
    }
  }

  func run() throws {
    let language = words.language
    var mask = OrientationMask()
    let output = Self.output
    let panel = output.flatMap { ControlState.panel(of: $0) }
    for word in orientations {
      let named = OrientationWord(word)
      guard let found = Self.sets[word] ?? named?.mask(on: panel) else {
        let mark = Mark(file: "allow")
        let quoted = UntrustedText(word).quoted
        guard named == nil || named == .lock(.current) else {
          throw CommandFailure(
            .badInput, mark.error(AllowPhrase.needsPanel(quoted)).message(language))
        }
        let valid = Self.sets.keys.sorted() + OrientationWord.words.filter { $0 != "current" }
        let isNone = ["never", "no", "off", "nothing", "false"].contains(word.lowercased())
        let error = mark.error(
          ControlPhrase.unknownTarget(quoted), valid: valid, near: isNone ? "none" : word)
        throw CommandFailure(.badInput, error.message(language))
      }
      mask.formUnion(found)
    }
    let file = try WritableConfiguration(named: config)
    let name = UntrustedText(appID).name()
    if remove {
      let edit = try ConfigurationEdit(removingRuleFor: appID, in: file.bytes, file: file.path)
      return edit.difference.isEmpty
        ? print(AllowPhrase.noRule(language, file.path, name)) : try file.write(edit, language)
    }
    let isOnly = only || mask.isEmpty
    let edit = try ConfigurationEdit(
      allowing: mask, isOnly: isOnly, appID: appID, in: file.bytes, file: file.path)
    if edit.difference.isEmpty {
      print(AllowPhrase.same(language, file.path, name))
    } else {
      try file.write(edit, language)
    }
    let vocabulary = panel.map { Vocabulary(on: $0, language) } ?? Vocabulary(language)
    print(AllowPhrase.allows(language, name, vocabulary.each(edit.allowed)))
    if let panel, !edit.allowed.isEmpty,
      !edit.allowed.isSuperset(of: OrientationLock.natural.mask(on: panel))
    {
      let shown = UntrustedText(output?["name"]?.string ?? "").name()
      let command = "swivel allow \(UntrustedText(appID).argument) natural"
      print(AllowPhrase.turnsAway(language, name, shown, command))
    }
    let open = Self.openAppIDs
    if let hint = open.flatMap({ ConfigurationEdit.hint(appID, open: $0) }) {
      print(hint(language))
    }
    if !isOnly, edit.allowed != mask {
      let command = ([UntrustedText(appID).argument] + orientations).joined(separator: " ")
      print(AllowPhrase.onlyThis(language, "swivel allow \(command) --only"))
    }
  }

  /// The app-ids of the windows that the running daemon knows; `nil` without a daemon.
  private static var openAppIDs: [String]? {
    let windows = (try? LiveDaemon.ask(.scene))?["scene"]?["windows"]?.array
    return windows?.compactMap { $0["shell"]?["app-id"]?.string }
  }

  /// The first output that the running daemon rotates; `nil` if there is no such output or no
  /// daemon.
  private static var output: JSONValue? {
    (try? LiveDaemon.ask(.status()))?["outputs"]?.array?.first { $0["turns"] == true }
  }
}

struct ConfigSet: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Set a key in the file.",
    discussion: """
      The key is a path of names with dots between them; the value is YAML on one line. Comments \
      are kept, and the old file is kept with ~ after its name. A running daemon reads the file by \
      itself. `swivel allow` writes rules for windows.

      EXAMPLES
        swivel config set suggest true
        swivel config set sensor.hinge.tablet-above 190
        swivel config set hooks.after '[notify-send, rotated]'

      EXIT CODES
        0  the file has the value
        1  the file cannot be written
        2  there is no such key, or the value is wrong; nothing was written
      """)

  @Argument(help: ArgumentHelp("The key, such as hooks.timeout.", valueName: "key"))
  var key: String

  @Argument(help: ArgumentHelp("Its new value.", valueName: "value"))
  var value: String

  @Option(help: ArgumentHelp("The file instead of the usual one.", valueName: "file"))
  var config: String?

  @OptionGroup var words: LanguageOption

  func validate() throws {
    guard !key.split(separator: ".", omittingEmptySubsequences: false).contains("") else {
      throw ValidationError("the key is no path of names such as hooks.timeout")
    }
    guard !value.contains("\n") else { throw ValidationError("the value has several lines") }
  }

  func run() throws {
    let file = try WritableConfiguration(named: config)
    let path = key.split(separator: ".").map(String.init)
    let edit = try ConfigurationEdit(setting: path, to: value, in: file.bytes, file: file.path)
    guard !edit.difference.isEmpty else {
      return print(AllowPhrase.sameValue(words.language, file.path, UntrustedText(key).name()))
    }
    try file.write(edit, words.language)
    if ["sensor", "rules"].contains(path[0]) {
      print(AllowPhrase.nextStart(words.language))
    }
  }
}

struct WritableConfiguration {
  let path: String
  /// The content; empty if the file does not exist.
  let bytes: [UInt8]
  private let isNew: Bool
  private let isUsual: Bool

  /// Reads the file at `name`, which must exist, or for `nil` the user's own configuration file,
  /// which may be missing.
  init(named name: String?) throws {
    path = try ConfigSubcommand.path(name)
    isUsual = name == nil
    do throws(InputError) {
      (bytes, isNew) = (try InputFile.read(path: path), false)
    } catch {
      guard isUsual, unsafe access(path, F_OK) != 0 else { throw error }
      (bytes, isNew) = ([], true)
    }
  }

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    (isNew, isUsual) = (false, false)
  }

  /// Writes the edited text, keeps the previous file as a backup, and prints the changed lines.
  func write(_ edit: ConfigurationEdit, _ language: Language) throws {
    try replace(with: edit)
    print((isNew ? AllowPhrase.created : .written)(language, path, "\(path)~"))
    print(edit.difference.map { "  \($0)\n" }.joined(), terminator: "")
  }

  /// Writes the edited text, and keeps the previous file, if any, with `~` after its name.
  func replace(with edit: ConfigurationEdit) throws {
    if isNew { FilePath.makeDirectories(above: path) }
    do throws(FileError) {
      if !isNew { try OutputFile.write(bytes, to: path + "~") }
      try OutputFile.write(edit.text, to: path)
    } catch {
      throw CommandFailure(.failed, "\(error.description); the configuration is as it was")
    }
  }
}

/// The answers of `swivel allow` and `config set`.
enum AllowPhrase: String, Phrase {
  case needsPanel = """
    {orientation} depends on the panel, which only a running daemon knows | \
    {orientation} 取决于面板，只有运行中的守护进程知道
    """
  case noRule = """
    {file}: nothing to remove, {app} has no rule of its own | {file}：没有可删的，{app} 没有自己的规则
    """
  case same = "{file}: nothing to write, {app} already allows this | {file}：不用写，{app} 已经允许"
  case sameValue = """
    {file}: nothing to write, {key} already has this value | {file}：不用写，{key} 已经是这个值
    """
  case allows = "{app} allows {orientations} | {app} 允许 {orientations}"
  case turnsAway = """
    a focused window of {app} turns {output} away from normal, the panel's own orientation; to allow \
    that too: {command} | \
    {app} 有焦点的窗口会让 {output} 离开 normal（面板自己的方向）；要同时允许它：{command}
    """
  case onlyThis = "to allow this and nothing else: {command} | 要只允许这个：{command}"
  case created = "{file}: written | {file}：已写入"
  case written = """
    {file}: written; the file as it was is {path} | {file}：已写入；原来的文件是 {path}
    """
  case nextStart = """
    a running daemon uses this from its next start on: swivel quit, then swivel run | \
    运行中的守护进程下次启动才使用：先 swivel quit，再 swivel run
    """
}
