// SPDX-License-Identifier: Apache-2.0
import Arbitration
public import Configuration
import Desktop
import EventLoop
import Explanation
public import Formats
import Glibc
import Orientation
import WaylandClient
import Text

/// The commands that print the outputs and windows of a session.
public enum ListCommand {
  /// Prints the outputs, with whether the configuration lets them rotate, as JSON or as a table;
  /// `word` is the value of `--applier`.
  public static func outputs(
    asJSON: Bool, applier word: String, _ configuration: Configuration
  ) throws(CommandFailure) {
    let choice = try ApplierChoice(option: word)
    let session = try connect()
    let result = try search(choice, in: session)
    if case .success(let finding) = result { session.use(finding.applier) }
    let name = session.applier?.name
    if asJSON {
      print(.array(session.outputs.map { OutputListing($0, applier: name, configuration).json }))
      return
    }
    print(
      table: OutputListing.table(session.outputs, applier: name, configuration),
      orIfEmpty: "this session has no outputs")
    switch result {
    case .success(let finding): note("turned through \(finding.applier.name): \(finding.reason)")
    case .failure(let problem): note("nothing can turn them (\(problem.text))")
    }
    if session.compositor?.name == "sway" {
      note(
        "sway's own commands count clockwise: their transform 90 is 270 here, and their 270 is 90")
    }
  }

  private static func search(
    _ choice: ApplierChoice, in session: Session
  ) throws(CommandFailure) -> Result<FoundApplier, CompositorSearch.Unavailable> {
    try onLoop(in: session) { $0.findApplier(choice, onEnd: $1) }
  }

  private static func onLoop<Answer>(
    in session: Session, _ begin: (CompositorSearch, @escaping (Answer) -> Void) -> Void
  ) throws(CommandFailure) -> Answer {
    do throws(SystemError) {
      return try CompositorSearch.wait(
        in: session, environment: Program.environment, for: begin)
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }

  /// Prints the windows with their configured rules, as a table or as JSON, with titles only on
  /// request.
  ///
  /// `marks` are the places of the rules in the configuration file.
  public static func windows(
    asJSON: Bool, withTitles: Bool, _ configuration: Configuration, at marks: [Mark]
  ) throws(CommandFailure) {
    let session = try sessionWithWindows()
    var applications = ApplicationFiles(environment: Program.environment)
    var windows: [WindowListing] = []
    for window in session.windows {
      let stated = applications.stated(by: window.appID.verbatim, isNew: true)
      let facts = WindowFacts(window)
      let output = session.outputs.first { facts.outputs.contains($0.name) }
      let panel = output?.nativePanel ?? .portrait
      let index = configuration.windows.firstIndex { $0.matches(facts) }
      windows.append(
        WindowListing(
          window, withTitle: withTitles, statedIn: stated?.source,
          rule: index.map { configuration.windows[$0] },
          mark: index.flatMap { marks.indices.contains($0) ? marks[$0] : nil },
          policy: configuration.policy(
            for: facts, stated: configuration.desktopEntries ? stated?.mask(on: panel) : nil)))
    }
    for problem in applications.takeProblems() { note(problem) }
    if asJSON {
      print(.array(windows.map(\.json)))
    } else {
      print(
        table: WindowListing.table(windows, withTitles: withTitles),
        orIfEmpty: "no windows are open")
    }
  }

  /// Returns the session as a scenario, with the policies of a configuration.
  public static func scenario(
    _ configuration: Configuration
  ) throws(CommandFailure) -> SessionScenario {
    let session = try sessionWithWindows()
    do throws(InputError) {
      return try SessionScenario(
        outputs: session.outputs, windows: session.windows, configuration: configuration,
        source: "this session", environment: Program.environment)
    } catch {
      throw CommandFailure(error)
    }
  }

  /// Connects to the session and waits until its outputs and windows are reported; throws if the
  /// compositor has no interface for windows.
  private static func sessionWithWindows() throws(CommandFailure) -> Session {
    let session = try connect()
    if let problem = try onLoop(in: session, { $0.findWindows(onEnd: $1) }) { note(problem) }
    guard session.windowInterface != nil else {
      throw CommandFailure(
        .failed,
        "this compositor does not report windows: it has neither "
          + "zwlr_foreign_toplevel_manager_v1 nor, for programs like this one, "
          + "org_kde_plasma_window_management; `swivel doctor` says what helps")
    }
    return session
  }

  private static func connect() throws(CommandFailure) -> Session {
    do throws(WaylandError) {
      return try Session.ready(within: .seconds(10))
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func print(_ value: JSONValue) { StandardOutput.line(value.pretty()) }

  private static func note(_ text: String) { LineWriter.errors.write("swivel: \(text)") }

  private static func print(table: TextTable, orIfEmpty words: String) {
    guard !table.rows.isEmpty else { return StandardOutput.line(words) }
    for line in table.lines() { StandardOutput.line(line) }
  }
}

struct OutputListing {
  private let output: DesktopOutput
  /// The applier that can rotate the output; `nil` if there is none.
  private let applier: String?
  private let configuration: Configuration

  init(
    _ output: DesktopOutput, applier: String?, _ configuration: Configuration = Configuration()
  ) {
    self.output = output
    self.applier = output.canTurn ? applier : nil
    self.configuration = configuration
  }

  static func table(
    _ outputs: [DesktopOutput], applier: String?, _ configuration: Configuration
  ) -> TextTable {
    var table = TextTable(
      titles: ["OUTPUT", "TRANSFORM", "MODE", "SCALE", "POSITION", "SIZE", "TURNS", "DESCRIPTION"])
    table.rows = outputs.map { OutputListing($0, applier: applier, configuration).row }
    return table
  }

  private var row: [String] {
    let position = "\(output.logicalPosition.x),\(output.logicalPosition.y)"
    return [
      UntrustedText(output.name).word, output.enabled ? output.transform.wireName : "off", mode,
      "\(output.scale)", position, Self.words(output.logicalSize), turns,
      output.description.isEmpty ? "" : UntrustedText(output.description).quoted,
    ]
  }

  var json: JSONValue {
    [
      "name": .string(output.name), "description": .string(output.description),
      "make": .string(output.make), "model": .string(output.model),
      "enabled": .bool(output.enabled), "transform": .string(output.transform.wireName),
      "scale": .double(output.scale),
      "mode": [
        "size": Self.pair(output.modeSize.width, output.modeSize.height),
        "refresh": .int(Int64(output.modeRefresh)),
      ],
      "position": Self.pair(output.logicalPosition.x, output.logicalPosition.y),
      "size": Self.pair(output.logicalSize.width, output.logicalSize.height),
      "panel": .string(output.nativePanel.rawValue), "built-in": .bool(output.isInternal),
      "headless": .bool(output.isHeadless), "can-turn": .bool(applier != nil),
      "applier": applier.map { .string($0) } ?? .null, "turns": .string(turns),
    ]
  }

  private var turns: String {
    guard applier != nil else { return "no" }
    let policy = configuration.policy(forOutput: output.name, isBuiltIn: output.isBuiltIn)
    if policy.isManaged { return "yes" }
    switch policy.target {
    case .fixed(let transform): return "fixed \(transform.wireName)"
    case .follow(let name): return "follows \(UntrustedText(name).word)"
    case nil: return configuration.names(output: output.name) ? "no" : "if named"
    }
  }

  private var mode: String {
    guard output.modeSize.width > 0 else { return "?" }
    let tenths = (Int(output.modeRefresh) + 50) / 100
    return Self.words(output.modeSize) + (tenths > 0 ? "@\(tenths / 10).\(tenths % 10)" : "")
  }

  private static func words(_ size: Size) -> String { "\(size.width)x\(size.height)" }

  private static func pair(_ first: Int32, _ second: Int32) -> JSONValue {
    [.int(Int64(first)), .int(Int64(second))]
  }
}

struct WindowListing {
  private let window: DesktopWindow
  private let withTitle: Bool
  /// The file in which the application states its supported orientations; `nil` if there is none.
  private let source: DesktopEntrySource?
  private let rule: WindowRule?
  /// The place of the rule in the file; `nil` if it is unknown, or without a rule.
  private let mark: Mark?
  private let policy: WindowPolicy

  init(
    _ window: DesktopWindow, withTitle: Bool, statedIn source: DesktopEntrySource?,
    rule: WindowRule? = nil, mark: Mark? = nil, policy: WindowPolicy = WindowPolicy()
  ) {
    self.window = window
    self.withTitle = withTitle
    self.source = source
    (self.rule, self.mark, self.policy) = (rule, mark, policy)
  }

  /// Returns the table, with the column `STATED IN` only if a window has a source.
  static func table(_ windows: [WindowListing], withTitles: Bool) -> TextTable {
    let hasSources = windows.contains { $0.source != nil }
    var table = TextTable(
      titles: ["APP-ID", "OUTPUTS", "STATE", "ALLOWS", "RULE"] + (hasSources ? ["STATED IN"] : [])
        + (withTitles ? ["TITLE"] : []))
    table.rows = windows.map { $0.row(withSource: hasSources) }
    return table
  }

  private func row(withSource hasSource: Bool) -> [String] {
    let outputs = window.outputs.map { UntrustedText($0).word }.joined(separator: ",")
    let cells = [
      window.appID.isEmpty ? "-" : window.appID.word,
      outputs.isEmpty ? "-" : outputs,
      states.isEmpty ? "-" : states.joined(separator: ","),
      UntrustedText(policy.allowance).name(),
      rule.map { ruleCell(UntrustedText($0.selector).name()) } ?? "no rule",
    ]
    let file = source.map { UntrustedText(String($0.fileName)).word } ?? "-"
    return cells + (hasSource ? [file] : [])
      + (withTitle ? [window.title.quoted] : [])
  }

  private func ruleCell(_ selector: String) -> String {
    mark.map { "\(selector), at \(UntrustedText($0.file).path):\($0.line)" } ?? selector
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("id", .int(Int64(window.id))), .init("app-id", .string(window.appID.verbatim)),
    ]
    if withTitle { members.append(.init("title", .string(window.title.verbatim))) }
    members += [
      .init("outputs", .array(window.outputs.map { .string($0) })),
      .init("focused", .bool(window.activated)), .init("fullscreen", .bool(window.fullscreen)),
      .init("maximized", .bool(window.maximized)), .init("minimized", .bool(window.minimized)),
      .init("hidden", .bool(window.isHidden)), .init("floating", .bool(window.floating)),
      .init("sticky", .bool(window.sticky)), .init("scratchpad", .bool(window.scratchpad)),
      .init("rule", rule.map { .string($0.selector) } ?? .null),
      .init("rule-line", mark.map { .int(Int64($0.line)) } ?? .null),
      .init("allows", .string(policy.allowance)),
      .init("workspace", window.workspace.isEmpty ? .null : .string(window.workspace)),
      .init(
        "stated-in", source.map { ["file": .string($0.file), "key": .string($0.key)] } ?? .null),
    ]
    return .object(members)
  }

  private var states: [String] {
    [
      (window.activated, "focused"), (window.fullscreen, "fullscreen"),
      (window.maximized, "maximized"), (window.minimized, "minimized"),
      (window.isHidden, "hidden"), (window.floating, "floating"), (window.sticky, "sticky"),
      (window.scratchpad, "scratchpad"),
    ].filter(\.0).map(\.1)
  }
}
