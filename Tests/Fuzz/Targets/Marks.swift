// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Configuration
import Control
import Desktop
import Experiments
import Explanation
import Formats
import Glibc
import Import
import Orientation
import Plugins
import Recording
import Report
import Scenarios
import Text
import WaylandClient

@testable import Daemon

extension FuzzTarget {
  /// Texts with marks at every entrance, which must not leave by any exit.
  static let marks = [
    FuzzTarget(name: "marks", seeds: []) { bytes in
      var marked = MarkedText(bytes)
      let entrance = Entrance.allCases[marked.below(Entrance.allCases.count)]
      feed(entrance, &marked)
    }
  ]

  /// The ways by which foreign texts enter.
  private enum Entrance: CaseIterable {
    case configuration, scenario, recording, android, uikit, session, request, reply, bus, sensor
    case window, display, plugin, program, file, connection
  }

  private static func feed(_ entrance: Entrance, _ text: inout MarkedText) {
    switch entrance {
    case .configuration: configuration(&text)
    case .scenario: scenario(text.filled(story), file: text.name())
    case .recording: recording(&text)
    case .android: android(&text)
    case .uikit: uikit(&text)
    case .session: session(&text)
    case .request: request(&text)
    case .reply: reply(&text)
    case .bus: show("\(BusError(name: "org.example.Error", message: text.foreign()))", at: "a log")
    case .sensor: sensor(&text)
    case .window: window(&text)
    case .display: show("\(WaylandError.noDisplay(path: text.name()))", at: "a log")
    case .plugin: plugin(&text)
    case .program: program(&text)
    case .file: file(&text)
    case .connection: connection(&text)
    }
  }

  // MARK: - Exits

  /// Checks a text for people: of a terminal, a log, a page, a notification or a variable.
  private static func show(_ text: String, at exit: String) {
    show(raw: text, at: exit)
    require(!text.contains(MarkedText.newLine), "a foreign text begins no line of \(exit)")
    require(
      !text.utf8.contains(MarkedText.flood), "a foreign text in \(exit) is cut: \(text.prefix(400))"
    )
  }

  /// Checks a file that is written, which holds names as they are, but quoted.
  private static func show(file text: String, at exit: String) {
    show(raw: text, at: exit)
    require(!text.contains(MarkedText.newLine), "a foreign text begins no line of \(exit)")
  }

  /// Checks a page, where a line break is only a space.
  private static func show(page text: String, at exit: String) {
    show(raw: text, at: exit)
    require(
      !text.utf8.contains(MarkedText.flood), "a foreign text in \(exit) is cut: \(text.prefix(400))"
    )
  }

  private static func show(raw text: String, at exit: String) {
    for scalar in text.unicodeScalars where scalar != "\n" {
      require(
        UntrustedText.isHarmless(scalar),
        "\(exit) has no \(UntrustedText.codePoint(scalar)): \(UntrustedText(text).line)")
    }
  }

  private static func show(_ error: some Error, at exit: String = "an error") {
    show("\(error)", at: exit)
  }

  /// Checks a text for programs, in which long texts may stand whole.
  private static func show(_ value: JSONValue, at exit: String) {
    for text in [value.compact(), value.pretty()] {
      for scalar in text.unicodeScalars where scalar.value <= 0xFFFF && scalar != "\n" {
        require(UntrustedText.isHarmless(scalar), "\(exit) has no raw \(scalar.value)")
      }
      require((try? JSONValue.parse(text, file: "written")) == value, "\(exit) reads back")
    }
  }

  /// A reporter whose lines are checked.
  private static func reporter() -> Reporter {
    Reporter(
      explains: true, showsTitles: true, output: { show($0, at: "standard output") },
      errors: { show($0, at: "the log") })
  }

  private static func show(_ simulation: Simulation) {
    show(simulation.text(), at: "simulate")
    show(simulation.json, at: "simulate --json")
    for failure in simulation.failures() { show("\(failure)", at: "a failure") }
    let reporter = reporter()
    for step in simulation.steps {
      let rules = simulation.scenario.rules
      reporter.report(step.verdict)
      for line in VerdictLine(step.verdict, rulesID: rules.id, names: simulation.names).lines {
        show(line, at: "watch")
      }
      let entry = HistoryEntry(step.verdict, rulesID: rules.id, names: simulation.names).json
      show(entry, at: "the history")
      show(entry["line"]?.string ?? "", at: "the overlay")
    }
    for language in Language.allCases {
      show(page: Report(simulation, language: language).html, at: "the page")
    }
  }

  // MARK: - Entrances

  private static func scenario(_ text: String, file: String) {
    do throws(InputError) {
      let simulation = Simulation(try Scenario.parse(text, file: file))
      show(simulation)
      do throws(ScenarioWritingError) {
        let entries = simulation.scenario.events.map { ScenarioWriter.Entry($0) }
        let written = try ScenarioWriter(simulation.scenario).text(entries)
        show(file: written, at: "a written scenario")
      } catch { show(error) }
      let recorded = simulation.recording(program: "fuzz")
      recording(Array(recorded.utf8), file: file)
    } catch { show(error) }
  }

  private static func recording(_ bytes: [UInt8], file: String) {
    do throws(InputError) {
      let reader = try RecordingReader(bytes, file: file)
      if let divergence = try Replay(reader).divergence { show("\(divergence)", at: "replay") }
      let report = try Report(reader, title: file, source: file, language: .english)
      show(page: report.html, at: "the page of a recording")
    } catch { show(error) }
  }

  private static func recording(_ text: inout MarkedText) {
    guard let scenario = try? Scenario.parse(text.filled(story, "main"), file: "story") else {
      return
    }
    let recorded = Simulation(scenario).recording(program: "fuzz")
    let name = JSONValue.string(text.name()).compact()
    recording(
      Array(recorded.replacing("\"main\"", with: name).utf8), file: text.name())
  }

  private static func configuration(_ text: inout MarkedText) {
    let file = text.name()
    do throws(InputError) {
      let found = try Configuration.parse(Array(text.filled(settings).utf8), file: file)
      let window = WindowFacts(
        appID: text.name(), title: text.name(), outputs: [text.name()])
      let policy = found.policy(for: window)
      show(policy.plugin ?? "", at: "the name of a plug-in")
    } catch { show(error) }
  }

  private static func android(_ text: inout MarkedText) {
    do throws(InputError) {
      let found = try AndroidImport([(text.name(), Array(text.pasted(dumpsys).utf8))])
      show(found.table(), at: "the table of an import")
      show(try found.explanation(), at: "the explanation of an import")
      show(found.json, at: "import --json")
      for note in found.notes { show(UntrustedText(note).line, at: "a note") }
      show(file: found.scenario, at: "an imported scenario")
      scenario(found.scenario, file: text.name())
    } catch { show(error) }
  }

  private static func uikit(_ text: inout MarkedText) {
    do throws(InputError) {
      let dump = Array(text.pasted(debugger).utf8)
      let found = try UIKitImport([(text.name(), dump)], rules: "uikit-8")
      show(file: found.scenario, at: "an imported scenario")
      scenario(found.scenario, file: text.name())
    } catch { show(error) }
  }

  private static func session(_ text: inout MarkedText) {
    let dump = text.below(2) == 0 ? text.filled(niri) : text.pasted(kwin)
    do throws(InputError) {
      let found = try SessionDump([(text.name(), Array(dump.utf8))])
      list(found.outputs, found.windows)
      let written = try SessionScenario(
        outputs: found.outputs, windows: found.windows, configuration: Configuration(),
        source: found.programs.joined(separator: ", "))
      for note in found.notes + written.notes { show(UntrustedText(note).line, at: "a note") }
      show(file: written.text, at: "an imported scenario")
      scenario(written.text, file: text.name())
    } catch { show(error) }
  }

  private static func list(_ outputs: [DesktopOutput], _ windows: [DesktopWindow]) {
    let table = OutputListing.table(outputs, applier: "wlr", Configuration())
    for line in table.lines() { show(line, at: "outputs") }
    for output in outputs { show(OutputListing(output, applier: nil).json, at: "outputs --json") }
    let rows = windows.map { WindowListing($0, withTitle: true, statedIn: nil) }
    for line in WindowListing.table(rows, withTitles: true).lines() { show(line, at: "windows") }
    for row in rows { show(row.json, at: "windows --json") }
  }

  private static func window(_ text: inout MarkedText) {
    var output = DesktopOutput(name: text.name())
    (output.description, output.make) = (text.name(), text.name())
    (output.enabled, output.canTurn) = (true, true)
    output.modeSize = Size(width: 800, height: 1280)
    var windows: [DesktopWindow] = []
    for id in 1...2 as ClosedRange<UInt32> {
      var window = DesktopWindow(id: id)
      (window.appID, window.title) = (text.foreign(), text.foreign())
      (window.outputs, window.workspace) = ([output.name], text.name())
      window.activated = id == 1
      windows.append(window)
    }
    list([output], windows)
    var tracker = SceneTracker(configuration: Configuration())
    let events = tracker.synchronize(with: [output], windows)
    for problem in tracker.takeProblems() { reporter().note(problem) }
    reporter().titles(of: windows) { tracker.windows[$0]?.name }
    var scene = Scene()
    for event in events { scene = scene.after(event, rules: DesktopRuleSet()) }
    for result in [OutputReport.Result.confirmed, .refused, .byOther] {
      let report = OutputReport(
        output: OutputID(1), transform: .rotated90, result: result, attempts: 1)
      reporter().report(report, output: output.name)
      show(
        OutputReportEntry(report, output: output.name, at: .zero).json["line"]?.string ?? "",
        at: "a report of an output")
    }
    let variables = HookEnvironment(
      output: output.name, panel: .portrait, old: .normal, new: .rotated90
    ).variables
    for variable in variables { show(variable.value, at: "the environment of a hook") }
    show(StateChange.output(output.name, isThere: true).line(.null), at: "a change")
    if let written = try? SessionScenario(
      outputs: [output], windows: windows, configuration: Configuration(), source: text.name())
    {
      show(file: written.text, at: "the scenario of a session")
      scenario(written.text, file: text.name())
    }
  }

  private static func request(_ text: inout MarkedText) {
    guard let json = try? JSONValue.parse(text.filled(asked), file: "request") else { return }
    do throws(ControlFailure) { _ = try ControlRequest(json) } catch {
      show("\(error)", at: "the answer to a request")
    }
  }

  private static func reply(_ text: inout MarkedText) {
    guard let state = try? JSONValue.parse(text.filled(status), file: "reply") else { return }
    var bar = WaybarModule()
    let line = bar.update(state: state, entry: state["entry"])
    if let line, let module = try? JSONValue.parse(line, file: "bar") {
      for key in ["text", "alt", "tooltip"] {
        show(module[key]?.string ?? "", at: "the bar's \(key)")
      }
    }
    let model = TopModel(status: state, history: ["entries": .array([state["entry"] ?? .null])])
    let view = TopView(model, rows: 24, columns: 80, isColoured: false)
    for line in view.lines { show(line, at: "top") }
    for output in state["outputs"]?.array ?? [] {
      show(ControlState.shown(output, .english), at: "status")
    }
    show(ControlState.held(state, .english), at: "status")
    show(ControlState.locked(state, .english) ?? "", at: "status")
  }

  private static func sensor(_ text: inout MarkedText) {
    let reporter = reporter()
    for line in [text.foreign().line, Message(text.name()).line] {
      show(line, at: "the status")
      reporter.note("sensor: \(line)")
    }
  }

  private static func plugin(_ text: inout MarkedText) {
    let file = text.name()
    do throws(InputError) {
      let manifest = try PluginManifest.parse(Array(text.filled(plug).utf8), file: file)
      _ = try manifest.values([])
    } catch { show(error) }
  }

  private static func program(_ text: inout MarkedText) {
    let reporter = reporter()
    for _ in 0..<LineBudget.most + 1 { reporter.hook(printed: text.foreign()) }
    reporter.stop()
    var budget = LineBudget()
    for _ in 0...LineBudget.most { _ = budget.allows(text.name(), ofKind: "hook", at: .zero) }
    for line in budget.collected(at: .zero, isLast: true) { show(line, at: "the log") }
  }

  private static func file(_ text: inout MarkedText) {
    let name = text.name()
    do throws(FileError) { _ = try RegularFile.read("/nowhere/" + name, atMost: 1) } catch {
      show(error)
    }
    do throws(InputError) { _ = try InputFile.read(path: "/nowhere/" + name) } catch { show(error) }
    show(InputError(file: name, line: 1, column: 1, problem: "it", valid: [name]))
    scenario(text.filled(story, "main"), file: name)
  }

  /// A compositor that ends the connection with an error, whose text libwayland logs.
  private static func connection(_ text: inout MarkedText) {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { fatalError("no sockets") }
    defer { close(pair[1]) }
    guard let connection = try? Connection(adopting: pair[0]) else { return }
    let words = Array(text.name().utf8.prefix(3000)).filter { $0 != 0 } + [0]
    let padding = [UInt8](repeating: 0, count: (4 - words.count % 4) % 4)
    let size = 20 + words.count + padding.count
    var message: [UInt8] = []
    for word in [1, UInt32(size) << 16, 1, 3, UInt32(words.count)] as [UInt32] {
      withUnsafeBytes(of: word) { message += $0 }
    }
    message += words + padding
    _ = send(pair[1], message, message.count, Int32(MSG_NOSIGNAL))
    let log = standardErrorDuring {
      do throws(WaylandError) { while try connection.wait(.zero) {} } catch { show(error) }
    }
    show(log, at: "libwayland's log")
  }

  /// Returns what is written to standard error meanwhile, of which a pipe holds 64 KiB.
  private static func standardErrorDuring(_ work: () -> Void) -> String {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return "" }
    _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
    let standard = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    work()
    dup2(standard, STDERR_FILENO)
    close(standard)
    close(ends[1])
    defer { close(ends[0]) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(ends[0], &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  // MARK: - Templates, with @ for a foreign text

  private static let story = """
    swivel: 1
    title: @
    rules: uikit-8
    app: {supported: [portrait, landscape-left, landscape-right]}
    windows:
      - id: @
        key: true
        root: {id: @, autorotate: false, supported: [portrait]}
      - {id: @, level: alert, hidden: true}
    events:
      - device: landscape-left
      - device: portrait
    """
  private static let settings = """
    rules: @
    outputs:
      - match: @
        policy: {fixed: 90}
    windows:
      - app-id: @
        title: {regex: @}
        supported: landscape
    hooks:
      before: [@, @]
    @: @
    """
  private static let dumpsys = """
    WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
      Display: mDisplayId=0 (organized)
        init=1080x2400 420dpi cur=1080x2400 app=1080x2400 rng=1080x1080-2400x2400
      mFocusedApp=ActivityRecord{101 u0 @/.FilmActivity t12}

        TaskDisplayArea DefaultTaskDisplayArea
          Application tokens in top down Z order:
          * Task{b1 #12 type=standard A=10201:@ U=0 visible=true mode=fullscreen translucent=false sz=2}
            * ActivityRecord{101 u0 @/.FilmActivity t12}
            * ActivityRecord{102 u0 org.example.player/.@ t12}

    """
  private static let debugger = """
    <UIWindow: 0x401; frame = (0 0; 375 812); layer = <UIWindowLayer: 0x2>>
    <@: 0x402; baseClass = UIWindow; frame = (0 0; 375 812); hidden = YES; layer = <@: 0x3>>
    <@ 0x1>, state: appeared, view: <UIView 0x2>

    """
  private static let niri = """
    [{"id": 1, "title": @, "app_id": @, "workspace_id": 1, "is_focused": true}]
    [{"id": 1, "idx": 1, "name": @, "output": @, "is_active": true}]
    {@: {"name": @, "make": @, "model": @, "serial": null, "modes": [], "current_mode": null,
     "logical": {"x": 0, "y": 0, "width": 800, "height": 1280, "scale": 1, "transform": "Normal"}}}
    """
  private static let kwin = """
    caption: @
    desktopFile: @
    fullscreen: false
    minimized: false
    resourceClass: @

    """
  private static let asked = """
    {"swivel": 1, "request": @, "to": @, "detail": @, "command": @, "edits": [@], "file": @}
    """
  private static let status = """
    {"program": @, "rules": @, "sensor": @, "held": @, "lock": @, "posture": @, "device": @,
     "sensor-rests": {"text": @, "kind": @}, "missed-turn": {"text": @, "decision": 1},
     "outputs": [{"name": @, "turns": true, "shows": @, "transform": @, "wanted": @,
                  "stays-because": @, "held-by": @}],
     "conflicts": [@], "warning": @,
     "entry": {"decision": 2, "line": @, "outcome": @, "code": @}}
    """
  private static let plug = """
    {"swivel-plugin": 1, "id": @, "kind": @, "abi": "1.0", "library": @, "summary": @,
     "options": [{"name": @, "kind": @, "standard": @}]}
    """
}

/// What a fuzz input says as foreign texts, most of them with a mark.
private struct MarkedText {
  /// A line break that only a foreign text contains.
  static let newLine = "over\nunder"
  /// A text that is longer than any line.
  static let floodText = String(repeating: "m", count: 20_000)
  /// As much of it as nothing shows.
  static let flood = [UInt8](repeating: UInt8(ascii: "m"), count: 5_000)

  private var input: InputBytes

  init(_ bytes: [UInt8]) { input = InputBytes(bytes) }

  mutating func below(_ limit: Int) -> Int { input.below(limit) }

  /// The next text.
  mutating func name() -> String {
    let kind = input.below(8)
    let own = input.text()
    return switch kind {
    case 0: "\u{1B}[31m\(own)"
    case 1: "\(Self.newLine)\(own)"
    case 2: "\u{202E}\(own)\u{2066}"
    case 3: Self.floodText + own
    case 4: "\u{85}\u{2028}\u{7F}\r\(own)"
    case 5: own.isEmpty ? "eDP-1" : own
    default: own.isEmpty ? "main" : own
    }
  }

  mutating func foreign() -> UntrustedText { UntrustedText(name()) }

  /// Returns a document of YAML or JSON with quoted texts in its holes, all or only one of them marked.
  mutating func filled(_ template: String, _ plain: String? = nil) -> String {
    let parts = template.split(separator: "@", omittingEmptySubsequences: false)
    var text = String(parts[0])
    for (index, part) in parts.dropFirst().enumerated() {
      let name = plain.map { index == 0 ? $0 : "\($0)\(index)" } ?? name()
      text += JSONValue.string(name).compact() + part
    }
    return text
  }

  /// Returns a text with marked texts in its holes as they are.
  mutating func pasted(_ template: String) -> String {
    let parts = template.split(separator: "@", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { $0 += name() + $1 }
  }
}
