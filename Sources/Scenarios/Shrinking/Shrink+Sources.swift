// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Explanation
import Formats
import Orientation
import Recording

extension Shrink {
  /// Shrinks a scenario to what shows the symptom of a step; nil is the first with a conflict.
  public init(_ scenario: Scenario, step: Int?) throws(InputError) {
    let simulation = Simulation(scenario)
    let step = step ?? simulation.mostTelling
    guard simulation.steps.indices.contains(step) else {
      throw Self.error(
        scenario.file, "no step \(step); it has 0 to \(simulation.steps.count - 1)")
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

  /// Shrinks a recording to what shows the symptom of a decision; nil is the first with a conflict.
  ///
  /// What the display server said is left out: it is taken to do at once what it is asked.
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
      // A transform that was asked for is the server's answer and decides nothing.
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
    InputError(file: file, line: 0, column: 0, problem: problem)
  }
}
