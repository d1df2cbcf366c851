// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension WhatIf {
  /// Plays a recording twice, the second time with other answers from a decision on; nil is the
  /// first one with a conflict, or else the last.
  public init(
    _ reader: RecordingReader, decision: Int?, edits: [String]
  ) throws(InputError) {
    self.init(edits: edits, rulesID: reader.header.rules.id)
    let found = try RecordedDecision.find(decision, in: reader)
    guard let verdict = found.verdict else {
      throw InputError(
        file: reader.file, line: 0, column: 0,
        problem: found.count == 0
          ? "nothing was decided in it"
          : "no decision \(decision ?? 0); it has 0 to \(found.count - 1)")
    }
    let amendments = try AnswerEdit.parse(edits, in: verdict, rules: reader.header.rules)
    var run = WhatIfRun(reader.header.arbiter, amendments: amendments, from: verdict.step)
    var reader = reader
    names = found.names
    for window in reader.header.scene.windows { names[window.id] = window.name }
    while let line = try reader.next() {
      guard case .event(let event, let at) = line else { continue }
      if case .add(let window, _) = event { names[window.id] = window.name }
      for pair in run.take(event, at: at) { note(pair) }
    }
  }

  /// Plays what a ring remembers twice, the second time with other answers from a decision on.
  ///
  /// Throws when the decision is not there or an edit makes no sense in it.
  public init(
    _ ring: DecisionRing, decision: Int, rules: any RuleSet, edits: [String]
  ) throws(InputError) {
    self.init(edits: edits, rulesID: rules.id)
    var verdict: Verdict?
    if decision >= ring.first {
      ring.replay(from: decision) { found, names in
        if found.step == decision {
          verdict = found
          self.names = names
        }
        return false
      }
    }
    guard let verdict else {
      throw InputError(
        file: "decision \(decision)", line: 0, column: 0,
        problem: ring.next == 0
          ? "nothing has been decided yet"
          : "it is not there; there are \(ring.first) to \(ring.next - 1)")
    }
    let amendments = try AnswerEdit.parse(edits, in: verdict, rules: rules)
    var run: WhatIfRun?
    ring.inputs(from: decision) { arbiter, event, now in
      if run == nil { run = WhatIfRun(arbiter, amendments: amendments, from: decision) }
      if case .add(let window, _) = event { names[window.id] = window.name }
      for pair in run?.take(event, at: now) ?? [] { note(pair) }
    }
  }
}
