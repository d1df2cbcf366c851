// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Orientation
import Recording

extension Shrink {
  /// What was found, for people: a line each for the length, the symptom and when it was settled.
  public var summary: [String] {
    let culprits = symptom.culprits.map { party in
      switch party {
      case .app: "app"
      case .delegate: "delegate"
      case .device: "device"
      case .window(let id): SafeText.name(names[id] ?? "\(id.rawValue)")
      }
    }
    let blame = culprits.isEmpty ? "" : " by \(culprits.joined(separator: ", "))"
    var lines = [
      "\(total) events shrunk to \(events.count), \(symptom.code.rawValue)\(blame) as before",
      "none of them can be left out (\(tried) lists tried)",
    ]
    if events.isEmpty {
      lines[1] = "the set-up alone shows it"
    } else {
      lines.append("of the original they are decisions \(numbers)")
      lines.append(
        settled == 0
          ? "it was bound to come from the set-up on, at the \(occasion)"
          : "it was bound to come from decision \(settled) on, at the \(occasion)")
    }
    return lines
  }

  private var numbers: String { events.map { "\($0.number)" }.joined(separator: ", ") }

  private var occasion: String {
    if case .device(.turned)? = events.last?.event { "next turn" } else { "last event" }
  }

  /// A scenario file that plays the events and expects the symptom.
  public func scenario(title: String) throws(ScenarioWritingError) -> String {
    var writer = ScenarioWriter(rules: start.rules, scene: start.scene, exempt: start.exempt)
    writer.title = title
    writer.comments = summary
    writer.expectsEnding = true
    var entries: [ScenarioWriter.Entry] = []
    for (index, entry) in events.enumerated() {
      let isLaunch = playsLaunch && index == 0
      let milliseconds = entry.at.nanoseconds / 1_000_000
      entries.append(
        ScenarioWriter.Entry(
          isLaunch ? .launch : .event(entry.event), at: milliseconds == 0 ? nil : milliseconds))
    }
    do throws(ScenarioWritingError) {
      return try writer.text(entries)
    } catch {
      let kept = events.map(\.event)
      writer.appendix = opened.filter { !kept.contains($0) }.map { ScenarioWriter.Entry($0) }
      guard !writer.appendix.isEmpty, let text = try? writer.text(entries) else { throw error }
      return text
    }
  }

  /// A recording of the events and what is decided; for what scenario files have no words for.
  public func recording(program: String) -> String {
    let header = RecordingHeader(
      rules: start.rules, scene: start.scene, exempt: start.exempt,
      answerWithin: start.answerWithin, program: program)
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
