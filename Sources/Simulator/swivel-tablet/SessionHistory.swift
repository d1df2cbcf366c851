// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import HeadlessCompositor
import Orientation
import Recording
import Scenarios

/// The recorder of the arbiter's inputs in a ring and, if a path is given, in a file.
///
/// A new rule set begins another history and file, since a recording has one rule set.
final class SessionHistory: DecisionRecorder {
  /// Called for each `turned` event of the device, before the arbiter handles it.
  var onDevice: ((DeviceOrientation) -> Void)?
  var onDecision: (() -> Void)?
  /// Called when a new rule set begins another history.
  var onRestart: (() -> Void)?
  /// The kinds of all decisions of the history, by number, for the timeline.
  private(set) var kinds: [TimelineModel.Kind] = []
  /// The number of the last decision whose verdict is worth showing (`Verdict.isNoteworthy`); nil
  /// before the first.
  private(set) var lastNews: Int?
  private(set) var ring = DecisionRing()
  private(set) var rules: (any RuleSet)?
  private var writer: RecordingWriter?
  private let path: String?
  private var file: NewFile?
  private var parts = 0
  private var problem: FileError?

  /// Creates a history and, if there is a path, a file that only the user may read; throws if the
  /// file exists or cannot be created.
  init(_ path: String?) throws(FileError) {
    self.path = path
    file = try Self.make(path)
  }

  private static func make(_ path: String?) throws(FileError) -> NewFile? {
    guard let path else { return nil }
    return try NewFile.create(path, .userOnly)
  }

  func begin(_ arbiter: Arbiter) {
    ring = DecisionRing()
    rules = arbiter.rules
    (kinds, lastNews) = ([], nil)
    if parts > 0 { onRestart?() }
    parts += 1
    if parts > 1, let path, problem == nil {
      do throws(FileError) {
        file = try Self.make(NumberedFile.name(path, parts))
      } catch { problem = error }
    }
    let writer = RecordingWriter(RecordingHeader(arbiter))
    self.writer = writer
    write(writer.header)
  }

  func note(_ event: Event, at now: Instant, before arbiter: Arbiter) {
    ring.note(event, at: now, before: arbiter)
    write(RecordingWriter.line(event, at: now))
    if case .device(.turned(let orientation)) = event { onDevice?(orientation) }
  }

  func note(_ effects: [Effect]) {
    let number = ring.next
    ring.noteDecisions(in: effects)
    for case .report(let verdict) in effects {
      if verdict.isNoteworthy { lastNews = kinds.count }
      kinds.append(TimelineModel.Kind(verdict))
    }
    if let line = writer?.line(effects) { write(line) }
    if ring.next != number { onDecision?() }
  }

  /// Returns the error of the file; nil if everything was written.
  func finish() -> String? { problem?.description }

  private func write(_ line: String) {
    guard problem == nil else { return }
    do throws(FileError) { try file?.write((line + "\n").utf8) } catch { problem = error }
  }

  /// Returns a decision with the windows' names at that time; nil if the ring has dropped it.
  func decision(_ number: Int) -> (verdict: Verdict, names: [WindowID: String])? {
    var found: (Verdict, [WindowID: String])?
    ring.replay(from: number) { verdict, names in
      if verdict.step == number { found = (verdict, names) }
      return false
    }
    return found
  }

  /// Returns the decisions in the ring as a scenario and as a recording; throws if there are none.
  func story() throws -> (scenario: String, recording: String) {
    var start: Arbiter?
    ring.inputs(from: ring.first) { begun, _, _ in if start == nil { start = begun } }
    guard let start, let recording = ring.recording(ofLast: .max, header: { RecordingHeader($0) })
    else { throw TabletFailure("nothing has been decided yet") }
    var verdicts: [Verdict] = []
    ring.replay(from: ring.first) { verdict, _ in
      verdicts.append(verdict)
      return true
    }
    let story = StoryScenario(start, verdicts)
    return (try story.text(), recording.text)
  }
}

/// A file name with a number before its extension: `turn.jsonl`, `turn-2.jsonl`.
enum NumberedFile {
  static func name(_ path: String, _ number: Int) -> String {
    guard number > 1 else { return path }
    let folder = FilePath.directory(of: path)
    let name = path.dropFirst(folder.count)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
      return "\(path)-\(number)"
    }
    return "\(folder)\(name[..<dot])-\(number)\(name[dot...])"
  }
}

/// The conversion of a session's decisions to a scenario, in which live answers become declared
/// policies.
private struct StoryScenario {
  private var scene: Scene
  private var entries: [ScenarioWriter.Entry] = []
  private let start: Arbiter
  private let first: Instant
  /// The answers declared for each live controller, with the index of the entry that declares them;
  /// the index is nil for a controller of the initial scene.
  private var written: [String: (policy: DeclaredPolicy, entry: Int?)] = [:]
  /// The controllers that were not asked yet.
  ///
  /// The first answers of such a controller are declared in the entry that adds it, or in the
  /// initial scene.
  private var unasked: Set<String> = []
  /// The changes of windows for which scenario files have no event.
  private var losses: [String] = []

  /// Creates a scenario from the arbiter before the first decision, and all decisions.
  init(_ start: Arbiter, _ verdicts: [Verdict]) {
    self.start = start
    scene = start.scene
    first = verdicts.first?.at ?? .zero
    for index in scene.windows.indices {
      scene.windows[index].root = declared(scene.windows[index].root, entry: nil)
    }
    for verdict in verdicts { take(verdict) }
  }

  func text() throws(ScenarioWritingError) -> String {
    var writer = ScenarioWriter(rules: start.rules, scene: scene, exempt: start.exempt)
    writer.title = "What was done on a tablet"
    writer.expectsEnding = true
    let draft = try writer.draft(entries)
    writer.comments = (losses + draft.losses).map { "not in the file: \($0)" }
    return writer.comments.isEmpty ? draft.text : try writer.draft(entries).text
  }

  private mutating func take(_ verdict: Verdict) {
    guard let event = kept(verdict) else { return }
    let milliseconds = (verdict.at - first).milliseconds
    entries.append(ScenarioWriter.Entry(event, at: milliseconds > 0 ? milliseconds : nil))
    writeDown(verdict)
  }

  /// Returns the event for the file, with live roots declared; nil for an event that scenarios do
  /// not have or need.
  private mutating func kept(_ verdict: Verdict) -> Event? {
    switch verdict.event {
    case .setUp, .observe, .answer, .abstained, .policyFailed, .deadline, .applied: return nil
    // The focus follows from visibility.
    case .window(_, .resignKey): return nil
    case .window(let id, .shell(let traits)):
      lose(traits, of: id, verdict)
      return nil
    case .output(.add), .output(.remove), .output(.transform): return verdict.event
    case .output: return nil
    case .add(let window, let makesKey):
      var window = window
      window.root = declared(window.root, entry: entries.count)
      return .add(window, makesKey: makesKey)
    case .window(let id, .setRoot(let root)):
      return .window(id, .setRoot(declared(root, entry: entries.count)))
    default: return verdict.event
    }
  }

  /// Notes the changes of a window's state that decisions read.
  private mutating func lose(_ traits: ShellTraits, of id: WindowID, _ verdict: Verdict) {
    guard let window = verdict.before.window(id) else { return }
    let old = window.shell
    var changes: [String] = []
    if start.rules.scope == .output {
      if traits.isMinimized != old.isMinimized {
        changes.append("minimized: \(traits.isMinimized)")
      }
      if traits.isFullscreen != old.isFullscreen {
        changes.append("fullscreen: \(traits.isFullscreen)")
      }
      if traits.output != old.output { changes.append("another output") }
    }
    if traits.cure != old.cure { changes.append("policy: \(traits.cure?.rawValue ?? "none")") }
    losses += changes.map { "decision \(verdict.step), \(window.name): \($0)" }
  }

  /// Replaces a root's live policy by a declared one with the defaults, and notes the controller as
  /// unasked.
  private mutating func declared(_ root: Controller?, entry: Int?) -> Controller? {
    guard var root, case .live = root.policy else { return root }
    root.policy = .declared(DeclaredPolicy())
    // A controller of the same name may have been added before.
    written[root.id] = (DeclaredPolicy(), entry)
    unasked.insert(root.id)
    return root
  }

  private mutating func writeDown(_ verdict: Verdict) {
    var changed: [String] = []
    for asked in verdict.asked where asked.by != nil {
      guard let name = asked.controller, var known = written[name] else { continue }
      let old = known.policy
      switch (asked.question, asked.answer) {
      case _ where asked.origin == .standard: break
      case (.shouldAutorotate, .flag(let flag)): known.policy.autorotate = flag
      case (.supported, .mask(let mask)): known.policy.supported = mask
      case (.legacy, .mask(let mask)): known.policy.legacy = mask
      case (.preferred, .orientation(let value)): known.policy.preferred = value
      default: break
      }
      written[name] = known
      if known.policy != old, !changed.contains(name) { changed.append(name) }
    }
    for name in changed {
      guard let known = written[name] else { continue }
      if unasked.contains(name) { amend(name, known) } else { insert(name, known.policy) }
    }
    for asked in verdict.asked { asked.controller.map { _ = unasked.remove($0) } }
  }

  /// Inserts a changed answer before the event for which it was given.
  private mutating func insert(_ name: String, _ policy: DeclaredPolicy) {
    let place = entries.count - 1
    let entry = ScenarioWriter.Entry(
      .app(.setPolicy(controller: name, policy)), at: entries[place].at)
    entries[place].at = nil
    entries.insert(entry, at: place)
    for key in written.keys where written[key]?.entry == place { written[key]?.entry = place + 1 }
  }

  private mutating func amend(_ name: String, _ known: (policy: DeclaredPolicy, entry: Int?)) {
    let answers = PolicySource.declared(known.policy)
    guard let entry = known.entry, entry < entries.count else {
      for index in scene.windows.indices {
        Self.set(answers, of: name, in: &scene.windows[index].root)
      }
      return
    }
    switch entries[entry].action {
    case .event(.add(let window, let makesKey)):
      var window = window
      Self.set(answers, of: name, in: &window.root)
      entries[entry].action = .event(.add(window, makesKey: makesKey))
    case .event(.window(let id, .setRoot(let root))):
      var root = root
      Self.set(answers, of: name, in: &root)
      entries[entry].action = .event(.window(id, .setRoot(root)))
    default: break
    }
  }

  private static func set(_ answers: PolicySource, of name: String, in root: inout Controller?) {
    root?.change(name) { $0.policy = answers }
  }
}
