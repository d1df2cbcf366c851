// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Explanation
public import Formats
public import Orientation
public import Recording
public import Scenarios
import Text

/// A minimal list of a run's events that leads to the run's symptom, with the decision from which
/// on the symptom is inevitable.
public struct Shrink: Sendable {
  /// An event, with the number of its decision.
  public struct Entry: Sendable {
    /// The event of the entry.
    public let event: Event
    /// The time of the event.
    public let at: Instant
    /// The original number of the event's first decision.
    public let number: Int
  }

  /// The symptom of the chosen decision, which the remaining events reproduce.
  public let symptom: Symptom
  /// The remaining events; without any one of them, except the launch, which is kept, the symptom
  /// does not occur (1-minimal).
  public let events: [Entry]
  /// The number of events in the original run up to the chosen decision.
  public let total: Int
  /// The number of lists that were tried.
  public let tried: Int
  /// The number of the decision from which on the symptom is inevitable: at any later point the
  /// last event causes it or, if that is a turn of the device, a turn to some orientation.
  public let settled: Int
  /// The names of all windows.
  public let names: [WindowID: String]

  /// The events of the original run that add windows, for scenario files that name a window which
  /// `events` do not add.
  let opened: [Event]
  let start: Arbiter
  let opening: Event
  let playsLaunch: Bool

  init(
    _ start: Arbiter, opening: Event, playsLaunch: Bool, _ list: [Entry], step: Int,
    symptom: Symptom, names: [WindowID: String]
  ) {
    self.start = start
    self.opening = opening
    self.playsLaunch = playsLaunch
    self.symptom = symptom
    self.names = names
    opened = list.map { $0.event }.filter { if case .add = $0 { true } else { false } }
    let list = list.filter { $0.number <= step }
    total = list.count
    var begun = InstantDisplay(start)
    let first = begun.play(opening, at: .zero)
    // The set-up alone may cause the symptom.
    if first.contains(where: { Symptom($0) == symptom }) {
      (events, tried, settled) = ([], 0, 0)
      return
    }
    let fixed = playsLaunch ? Array(list.prefix(1)) : []
    let minimal = MinimalList(Array(list.dropFirst(fixed.count))) { rest in
      Self.shows(symptom, fixed + rest, after: begun)
    }
    events = fixed + minimal.elements
    tried = minimal.tried
    settled = Self.settled(symptom, list, after: begun)
  }

  private static func shows(
    _ symptom: Symptom, _ list: [Entry], after begun: InstantDisplay
  ) -> Bool {
    var player = begun
    for entry in list {
      let verdicts = player.play(entry.event, at: entry.at)
      // The symptom may also occur before the last event; such a list is longer than necessary, but
      // valid.
      if verdicts.contains(where: { Symptom($0) == symptom }) { return true }
      if verdicts.contains(where: { $0.error?.isException == true }) { return false }
    }
    return false
  }

  /// Returns the number of the decision from which on the last event would cause the symptom at any
  /// point of the list; if that event turns the device, a turn to one of the orientations suffices.
  private static func settled(
    _ symptom: Symptom, _ list: [Entry], after begun: InstantDisplay
  ) -> Int {
    guard let last = list.last else { return 0 }
    var triggers = [last.event]
    if case .device(.turned) = last.event {
      triggers = InterfaceOrientation.fallbackOrder.map { .device(.turned($0.device)) }
    }
    func isBound(_ player: InstantDisplay) -> Bool {
      triggers.contains { trigger in
        var player = player
        return player.play(trigger, at: last.at).contains { Symptom($0) == symptom }
      }
    }
    var player = begun
    var since: Int? = isBound(player) ? 0 : nil
    for entry in list.dropLast() {
      _ = player.play(entry.event, at: entry.at)
      if !isBound(player) {
        since = nil
      } else if since == nil {
        since = entry.number
      }
    }
    return since ?? last.number
  }

  /// Shrinks a scenario to the symptom of a step; nil selects the first step with a conflict,
  /// otherwise the last step.
  ///
  /// - Throws: an error if the step does not exist, or if nothing went wrong in it.
  public init(_ scenario: Scenario, step: Int?) throws(InputError) {
    let simulation = Simulation(scenario)
    let step = step ?? simulation.mostTelling
    guard simulation.steps.indices.contains(step) else {
      throw Self.error(scenario.file, "no step \(step); it has 0 to \(simulation.steps.count - 1)")
    }
    let symptom = try Self.symptom(simulation.steps[step].verdict, scenario.file)
    self.init(
      Arbiter(rules: scenario.rules, scene: scenario.scene, exempt: scenario.exempt),
      opening: simulation.steps[0].verdict.event, playsLaunch: scenario.playsLaunch,
      simulation.steps.indices.dropFirst().map { index in
        Entry(
          event: simulation.steps[index].verdict.event,
          at: Instant(milliseconds: simulation.steps[index].at), number: index)
      }, step: step, symptom: symptom, names: simulation.names)
  }

  /// Shrinks a recording to the symptom of a decision; nil selects the first decision with a
  /// conflict, otherwise the last decision.
  ///
  /// The display server's results of requests are left out, since a simulated display executes each
  /// request at once.
  ///
  /// - Throws: an error if the decision does not exist, or if nothing went wrong in it.
  public init(_ reader: RecordingReader, decision: Int?) throws(InputError) {
    let found = try RecordedDecision.find(decision, in: reader)
    guard let verdict = found.verdict else {
      throw Self.error(
        reader.file,
        found.count == 0
          ? "nothing was decided in it"
          : "no decision \(decision ?? 0); it has 0 to \(found.count - 1)")
    }
    let symptom = try Self.symptom(verdict, reader.file)
    var list: [Entry] = []
    var opening: Event?
    var player = InstantDisplay(reader.header.arbiter)
    var reader = reader
    while let line = try reader.next() {
      guard case .event(let event, let at) = line else { continue }
      switch event {
      case .applied, .deadline(.change): continue
      default: break
      }
      // An event without a decision, such as the confirmation of a requested transform, is left
      // out.
      let verdicts = player.play(event, at: at)
      guard let number = verdicts.first?.step else { continue }
      if opening == nil {
        opening = event
      } else {
        list.append(Entry(event: event, at: at, number: number))
      }
    }
    self.init(
      reader.header.arbiter, opening: opening ?? .observe, playsLaunch: false, list,
      step: verdict.step, symptom: symptom, names: found.names)
  }

  private static func symptom(_ verdict: Verdict, _ file: String) throws(InputError) -> Symptom {
    let symptom = Symptom(verdict)
    if symptom.isWrong { return symptom }
    throw error(
      file,
      "nothing went wrong in decision \(verdict.step) (\(symptom.code.rawValue)); name one in "
        + "which something did with --step")
  }

  private static func error(_ file: String, _ problem: String) -> InputError {
    InputError(file: file, problem: problem)
  }
}

/// The symptom of a decision, its code and culprits, which the shortened run must reproduce.
public struct Symptom: Sendable, Equatable {
  /// The code of the decision's explanation.
  public let code: ExplanationCode
  let culprits: [Party]

  init(_ verdict: Verdict) {
    let code = ExplanationCode(verdict)
    self.code = code
    culprits = verdict.conflicts.first { ExplanationCode($0) == code }?.culprits ?? []
  }

  var isWrong: Bool {
    switch code {
    case .turned, .unchanged: false
    default: true
    }
  }
}

extension Shrink {
  /// Lines for the user with the length, the symptom and the decision from which on the symptom was
  /// inevitable.
  public var summary: [String] {
    let culprits = symptom.culprits.map { party in
      party.name { UntrustedText(names[$0] ?? "\($0.rawValue)").name() }
    }
    let (parties, code) = (culprits.joined(separator: ", "), symptom.code.rawValue)
    let count = counted(total, "event")
    var lines = [
      parties.isEmpty
        ? "\(count) shrunk to \(events.count), \(code) as before"
        : "\(count) shrunk to \(events.count), \(code) by \(parties) as before",
      "no event can be left out (\(tried) lists tried)",
    ]
    if events.isEmpty {
      lines[1] = "the set-up alone shows the symptom"
    } else {
      lines.append("of the original they are decisions \(numbers)")
      lines.append(
        settled == 0
          ? "from the set-up on, the \(occasion) leads to the symptom"
          : "from decision \(settled) on, the \(occasion) leads to the symptom")
    }
    return lines
  }

  private var numbers: String { events.map { "\($0.number)" }.joined(separator: ", ") }

  private var occasion: String {
    if case .device(.turned)? = events.last?.event { "next turn" } else { "last event" }
  }

  /// Returns a scenario file that plays the events and expects their results; throws if a scenario
  /// file cannot reproduce them.
  ///
  /// The file of a desktop begins with an unrotated output, from which events lead to the output's
  /// transform at the start. Values that the file does not preserve are comments if the file shows
  /// the symptom all the same.
  public func scenario(title: String) throws(ScenarioWritingError) -> String {
    let running = RunningScene(start.scene, start.rules)
    var writer = ScenarioWriter(rules: start.rules, scene: running.start, exempt: start.exempt)
    writer.title = title
    writer.comments = summary
    writer.expectsEnding = true
    var entries: [ScenarioWriter.Entry] = []
    if let output = running.managed {
      if output.desired != .normal {
        entries = running.approach.map { ScenarioWriter.Entry($0) }
      }
      if output.name != "eDP-1" {
        let name = UntrustedText(output.name).name()
        writer.comments.append("the output that turns is \(name); a scenario calls it eDP-1")
      }
    }
    // The ring of a running daemon can begin with any event.
    switch opening {
    case .setUp, .observe: break
    default: entries.append(ScenarioWriter.Entry(opening))
    }
    for (index, entry) in events.enumerated() {
      let isLaunch = playsLaunch && index == 0
      let milliseconds = entry.at.nanoseconds / 1_000_000
      entries.append(
        ScenarioWriter.Entry(
          isLaunch ? .launch : .event(entry.event), at: milliseconds == 0 ? nil : milliseconds))
    }
    do throws(ScenarioWritingError) {
      return try text(writer, entries)
    } catch {
      let kept = events.map { $0.event }
      writer.appendix = opened.filter { !kept.contains($0) }.map { ScenarioWriter.Entry($0) }
      guard !writer.appendix.isEmpty, let text = try? text(writer, entries) else { throw error }
      return text
    }
  }

  private func text(
    _ writer: ScenarioWriter, _ entries: [ScenarioWriter.Entry]
  ) throws(ScenarioWritingError) -> String {
    guard start.rules.scope == .output else { return try writer.text(entries) }
    guard let read = try writer.readBack(entries) else { return try writer.text(entries) }
    let steps = Simulation(read.scenario).steps
    guard steps.indices.contains(entries.count), shows(steps[entries.count].verdict) else {
      throw ScenarioWritingError(
        read.losses.first ?? "the state in which the session's recording begins")
    }
    var writer = writer
    writer.comments += read.losses.map { "not in the file: \($0)" }
    return try writer.unread(entries)
  }

  /// Returns whether a decision of the file has the symptom's code and number of culprits; the file
  /// has other window IDs.
  private func shows(_ verdict: Verdict) -> Bool {
    let found = Symptom(verdict)
    return found.code == symptom.code && found.culprits.count == symptom.culprits.count
  }

  /// Returns a recording of the events, for events that scenario files cannot express.
  public func recording(program: String) -> String {
    let header = RecordingHeader(
      rules: start.rules, scene: start.scene, exempt: start.exempt,
      answerTimeout: start.answerTimeout, program: program)
    var writer = RecordingWriter(header)
    var arbiter = header.arbiter
    var lines = [writer.header]
    var driver = EffectDriver()
    for (event, at) in [(opening, Instant.zero)] + events.map({ ($0.event, $0.at) }) {
      driver.enqueue(event)
      driver.run { event in
        let effects = arbiter.handle(event, at: at)
        lines.append(RecordingWriter.line(event, at: at))
        if let said = writer.line(effects) { lines.append(said) }
        return effects
      } execute: {
        InstantDisplay.report(on: $0)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// A minimal part of a list for which a condition still holds, found by delta debugging.
public struct MinimalList<Element> {
  /// The remaining elements; without any one of them the condition does not hold (1-minimal).
  public private(set) var elements: [Element]
  /// The number of lists that were tried.
  public private(set) var tried = 0

  /// Removes elements of a list as long as the condition `holds`; it must hold for the whole list.
  ///
  /// First halves are removed, then ever smaller parts (Zeller and Hildebrandt, "Simplifying and
  /// Isolating Failure-Inducing Input").
  public init<Failure: Error>(
    _ list: [Element], _ holds: ([Element]) throws(Failure) -> Bool
  ) throws(Failure) {
    elements = list
    var parts = 2
    while !elements.isEmpty {
      let size = (elements.count + parts - 1) / parts
      var isShorter = false
      var start = 0
      while start < elements.count {
        let end = min(start + size, elements.count)
        let rest = Array(elements[..<start] + elements[end...])
        tried += 1
        if try holds(rest) {
          elements = rest
          isShorter = true
        } else {
          start = end
        }
      }
      if isShorter {
        parts = max(2, min(parts, elements.count))
      } else if size <= 1 {
        return
      } else {
        parts = min(parts * 2, elements.count)
      }
    }
  }
}
