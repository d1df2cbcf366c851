// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Formats
import Orientation
import Scenarios
import Text

/// The import of an iOS app's windows and controllers as a scenario.
///
/// The import reads the output of `examples/lldb/swivel_uikit.py` in a debugger, which is a whole
/// scenario, and the usual dumps: `_printHierarchy`, lists of windows, and `recursiveDescription`.
/// These dumps do not contain the controllers' answers, which stay open.
public struct UIKitImport: Sendable {
  /// The largest text that is read, in bytes.
  public static let maximumBytes = DumpText.maximumBytes

  /// The lines before and after the scenario in a debugger's output.
  static let begin = "# swivel: a scenario begins"
  static let end = "# swivel: the scenario ends"

  /// The scenario file, as text.
  public let scenario: String
  /// The values that the texts do not contain and the conclusions drawn, one sentence each.
  public let notes: [String]

  /// Reads texts; `rules` is the rule set for dumps, which do not contain a version.
  ///
  /// A debugger's scenario is used as it is, and only has to be valid under `rules`, if that is
  /// given. Throws if the texts contain no scenario, window or controller, if the scenario is
  /// incomplete or invalid, and for dumps without a UIKit rule set.
  public init(
    _ texts: [(file: String, bytes: [UInt8])], rules: String? = nil
  ) throws(InputError) {
    let dumps = texts.map { DumpText($0.bytes, file: $0.file) }
    for dump in dumps {
      try dump.checkLength()
      guard let found = try Self.written(in: dump, rules: rules) else { continue }
      scenario = found
      notes =
        dumps.count > 1 ? ["the debugger's scenario counts; the other texts are left out"] : []
      return
    }
    var reader = UIKitDumpReader()
    for dump in dumps { reader.read(dump) }
    guard !reader.windows.isEmpty || !reader.roots.isEmpty else { throw Self.nothing(in: dumps) }
    let sets = RuleSetCatalog.names.filter { $0.hasPrefix("uikit-") && !$0.contains("+") }
    guard let rules else {
      throw InputError(
        file: dumps[0].file,
        problem: "a dump that does not say its iOS version; name it with --rules", valid: sets)
    }
    guard let set = RuleSetCatalog.make(rules), set.scope == .window else {
      throw Mark(file: "--rules").error(
        "\(UntrustedText(rules).quoted) is no rule set of UIKit", valid: sets, near: rules)
    }
    (scenario, notes) = try reader.scenario(set)
  }

  /// Returns the scenario in a debugger's output, after parsing it; nil if there is none.
  private static func written(
    in dump: DumpText, rules: String?
  ) throws(InputError) -> String? {
    var rest = dump.lines
    var first: DumpText.Line?
    while first == nil, let line = rest.next() { if line.text == begin { first = line } }
    guard let first else { return nil }
    var (body, last, isComplete) = ("", first.number, false)
    // Leaves room for the blank lines that keep the line numbers in error messages correct.
    let limit = InputFile.maximumBytes - first.number
    while !isComplete, let line = rest.next() {
      isComplete = line.text == end
      guard !isComplete else { break }
      let (blank, length) = (line.number - last - 1, line.indent + line.text.utf8.count)
      guard body.utf8.count + blank + length < limit else {
        throw dump.mark(first).error(
          "a scenario of more than \(InputFile.maximumBytes >> 20) MiB, with the lines before it")
      }
      body += String(repeating: "\n", count: blank)
      body += String(repeating: " ", count: line.indent) + line.text + "\n"
      last = line.number
    }
    guard isComplete else {
      throw dump.mark(first).error(
        "the beginning of a scenario without its end: cut off",
        valid: ["a line \(UntrustedText(end).quoted); take it again"])
    }
    let before = String(repeating: "\n", count: first.number)
    _ = try Scenario.parse(before + body, file: dump.file, rules: rules)
    return "# SPDX-License-Identifier: Apache-2.0\n" + body
  }

  private static func nothing(in dumps: [DumpText]) -> InputError {
    let valid = [
      "what `swivel_uikit` prints in LLDB", "`po [UIViewController _printHierarchy]`",
      "`po [[UIApplication sharedApplication] windows]`", "`recursiveDescription` of a window",
    ]
    for dump in dumps {
      guard let line = dump.lines.first(where: { _ in true }) else { continue }
      return InputError(
        file: dump.file, line: line.number, column: line.indent + 1,
        problem:
          "\(UntrustedText(String(line.text.prefix(60))).quoted) and neither windows nor controllers",
        valid: valid)
    }
    return InputError(
      file: dumps.first?.file ?? "standard input",
      problem: "nothing is in it that could be read", valid: valid)
  }
}

private struct UIKitDumpReader {
  /// A window, from `<UIWindow: 0x1; frame = (0 0; 320 480); hidden = YES; …>`.
  struct Window {
    var address: Substring
    var type: Substring
    var isHidden: Bool
    var size: Size?
  }

  /// A view controller, read from `<Name 0x1>, state: appeared, view: …`.
  struct Controller {
    var type: Substring
    var isShown: Bool
    var style: Presentation.Style
    /// Indices in the list of all controllers.
    var children: [Int] = []
    var presented: Int?
  }

  private(set) var windows: [Window] = []
  private var controllers: [Controller] = []
  /// The indices of controllers without a parent or presenter.
  private(set) var roots: [Int] = []
  private var notes: [String] = []
  /// The indices of the controllers on the path from the root to the last controller.
  private var branch: [Int] = []
  /// The maximum nesting of controllers, as in scenario files.
  private static let deepest = 20
  /// The maximum number of windows, and of controllers.
  private static let most = 1000
  /// The maximum number of repeated descriptions of the same windows.
  private static let mostRepeated = 10_000
  private var repeated = 0
  private var isTooDeep = false

  mutating func read(_ dump: DumpText) {
    branch = []
    for line in dump.lines {
      // A dump with more windows or controllers is rejected later.
      guard windows.count <= Self.most, controllers.count <= Self.most,
        repeated <= Self.mostRepeated
      else { break }
      if line.contains("Window"), let window = Self.window(line.text) {
        if windows.contains(where: { $0.address == window.address }) {
          repeated += 1
        } else {
          windows.append(window)
        }
      } else if line.contains(", state: ") {
        readController(line.text)
      }
    }
    if let number = dump.cutOff {
      notes.append("\(dump.file):\(number): the text ends in the middle of a line: cut off")
    }
  }

  /// Parses the first `<…>` of a line, which a list may precede with a number or a sign; nil if it
  /// describes no window, or a view in a hierarchy.
  private static func window(_ text: Substring) -> Window? {
    guard let open = text.firstIndex(of: "<") else { return nil }
    let parts = text[text.index(after: open)...].split(separator: ";").map {
      $0.drop { $0 == " " }
    }
    guard let head = parts.first, let colon = head.firstIndex(of: ":") else { return nil }
    let type = head[..<colon]
    let address = head[head.index(after: colon)...].drop { $0 == " " }
    let base = parts.first { $0.hasPrefix("baseClass = ") }?.dropFirst("baseClass = ".count) ?? type
    // A line of a view hierarchy begins with strokes, so it is not a window, whatever its name.
    guard base.hasSuffix("Window"), address.hasPrefix("0x"), !text[..<open].contains("|") else {
      return nil
    }
    var size: Size?
    if let index = parts.firstIndex(where: { $0.hasPrefix("frame = (") }), index + 1 < parts.count {
      let numbers = parts[index + 1].prefix { $0 != ")" }.split(separator: " ")
        .compactMap { Double($0) }
      if numbers.count == 2, numbers.allSatisfy({ (1...100_000).contains($0) }) {
        size = Size(width: Int32(numbers[0]), height: Int32(numbers[1]))
      }
    }
    return Window(
      address: address, type: type, isHidden: parts.contains("hidden = YES"), size: size)
  }

  private mutating func readController(_ text: Substring) {
    guard let open = text.firstIndex(of: "<") else { return }
    let strokes = text[..<open].filter { $0 == "|" || $0 == "+" }
    let rest = text[text.index(after: open)...]
    guard let close = rest.firstIndex(of: ">") else { return }
    let words = rest[..<close].split(separator: " ")
    let after = rest[rest.index(after: close)...]
    guard words.count >= 2, words[words.count - 1].hasPrefix("0x"), after.hasPrefix(", state: ")
    else { return }
    let state = after.dropFirst(", state: ".count).prefix { $0 != "," }
    let controller = Controller(
      type: words[0], isShown: state == "appeared" || state == "appearing",
      style: Self.style(after))
    let index = controllers.count
    controllers.append(controller)
    let depth = min(strokes.count, branch.count)
    branch.removeLast(branch.count - depth)
    isTooDeep = isTooDeep || depth > Self.deepest
    if let parent = branch.last {
      if strokes.last == "+" {
        controllers[parent].presented = index
      } else {
        controllers[parent].children.append(index)
      }
    } else {
      roots.append(index)
    }
    branch.append(index)
  }

  private static func style(_ text: Substring) -> Presentation.Style {
    guard let range = text.firstRange(of: "presented with: <") else { return .automatic }
    let name = text[range.upperBound...].prefix { $0 != " " }.lowercased()
    let known: [(String, Presentation.Style)] = [
      ("alert", .alert), ("overfullscreen", .overFullScreen), ("fullscreen", .fullScreen),
      ("pagesheet", .pageSheet), ("formsheet", .formSheet), ("popover", .popover),
      ("currentcontext", .currentContext),
    ]
    return known.first { name.contains($0.0) }?.1 ?? .custom
  }
}

extension UIKitDumpReader {
  func scenario(_ rules: any RuleSet) throws(InputError) -> (text: String, notes: [String]) {
    guard !isTooDeep else {
      throw InputError(
        file: "the dump",
        problem: "controllers stand in one another deeper than \(Self.deepest) levels")
    }
    guard windows.count <= Self.most, controllers.count <= Self.most,
      repeated <= Self.mostRepeated
    else {
      throw InputError(
        file: "the dump",
        problem: "more than \(Self.most) windows or controllers are in it; no app has so many")
    }
    var notes = self.notes
    var names = Names()
    var scene = Scene()
    let screen = windows.compactMap { $0.size }.max { $0.width * $0.height < $1.width * $1.height }
    if let screen {
      scene.device.size = Size(
        width: min(screen.width, screen.height), height: max(screen.width, screen.height))
      if scene.device.size.width >= 744 {
        scene.device.idiom = .pad
        notes.append("the screen is as wide as a pad's, so it is taken as one")
      }
    }
    scene.device.hasHomeButton = (rules.uikit?.version ?? 0) < 13
    var waiting = roots
    for window in windows {
      let name = names.free(String(window.type))
      var made = Arbitration.Window(
        id: WindowID(Int32(scene.windows.count)), name: name, isHidden: window.isHidden, root: nil)
      let type = window.type
      made.isFollower = type.contains("TextEffects") || type.contains("Keyboard")
      if let size = window.size, let screen, size != screen, size != screen.swapped {
        made.size = size
      }
      if !made.isFollower, !window.isHidden, !waiting.isEmpty {
        made.root = controller(waiting.removeFirst(), &names)
      } else if !made.isFollower {
        made.root = Arbitration.Controller(id: names.free("\(name).root"))
      }
      scene.windows.append(made)
    }
    for root in waiting {
      var made = Arbitration.Window(
        id: WindowID(Int32(scene.windows.count)), name: names.free("window"), root: nil)
      made.root = controller(root, &names)
      scene.windows.append(made)
    }
    let shown = windows.count(where: { !$0.isHidden })
    if !windows.isEmpty, shown != roots.count {
      notes.append(
        "\(roots.count) trees of controllers for \(windows.count) windows: given to the shown ones "
          + "in their order; windows without a tree have a plain root")
    }
    notes += [
      "what controllers answer is unknown; all that is written is open, so check the file with "
        + "`swivel check --answers any`",
      "levels, the key window, Info.plist and the app delegate's answer are unknown; "
        + "examples/lldb prints them",
    ]
    let key = scene.windows.first { !$0.isHidden && !$0.isFollower }
    scene.keyHistory = key.map { [$0.id] } ?? []
    scene.mainWindow = scene.windows.first { $0.level == 0 }?.id
    var writer = ScenarioWriter(rules: rules, scene: scene)
    writer.title = "An app's windows, as a debugger printed them"
    writer.comments = notes
    do throws(ScenarioWritingError) {
      return (try writer.text([]), notes)
    } catch {
      throw InputError(file: "the dump", problem: error.description)
    }
  }

  private struct Names {
    private var given: Set<String> = ["app", "delegate", "device", "default"]

    mutating func free(_ base: String) -> String {
      var (name, count) = (base, 1)
      while !given.insert(name).inserted {
        count += 1
        name = "\(base).\(count)"
      }
      return name
    }
  }

  private func controller(_ index: Int, _ names: inout Names) -> Arbitration.Controller {
    let found = controllers[index]
    var made = Arbitration.Controller(id: names.free(String(found.type)))
    if let kind = kind(of: found) {
      var container = Container(kind: kind)
      for child in found.children { container.children.append(controller(child, &names)) }
      let shown = found.children.firstIndex { controllers[$0].isShown }
      if kind != .navigation, let shown, shown > 0 {
        container.selected = container.children[shown].id
      }
      made.container = container
    }
    if let presented = found.presented {
      made.presented = Presentation(
        style: controllers[presented].style, controller: controller(presented, &names))
    }
    return made
  }

  private func kind(of found: Controller) -> Container.Kind? {
    let kinds: [(String, Container.Kind)] = [
      ("NavigationController", .navigation), ("TabBarController", .tab),
      ("SplitViewController", .split), ("PageViewController", .page),
    ]
    if let kind = kinds.first(where: { found.type.contains($0.0) })?.1 { return kind }
    return found.children.isEmpty ? nil : .custom
  }
}
