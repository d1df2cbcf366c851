// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Formats
import Orientation
public import Recording

extension WhatIf {
  /// Plays a recording twice, the second time with other answers from a decision on; nil is the
  /// first with a conflict, or else the last.
  ///
  /// - Throws: an error if the decision does not exist or an edit does not apply to it.
  public init(_ reader: RecordingReader, decision: Int?, edits: [String]) throws(InputError) {
    let header = reader.header
    self.init(edits: edits, rulesID: header.rules.id)
    for window in header.scene.windows + header.exempt { names[window.id] = window.name }
    let chosen = if let decision { decision } else { try Self.mostTelling(reader) }
    var run = WhatIfRun(header.arbiter, edits: edits, from: chosen)
    var reader = reader
    while let (event, now) = try reader.nextEvent() {
      note(namesIn: event)
      try run.take(event, at: now, &self)
    }
    guard first == nil else { return }
    throw InputError(
      file: reader.file, line: 0, column: 0,
      problem: run.decisions == 0
        ? "nothing was decided in it"
        : "no decision \(chosen); it has 0 to \(run.decisions - 1)")
  }

  /// Plays a ring of decisions twice, the second time with other answers from a decision on.
  ///
  /// - Throws: an error if the decision does not exist or an edit does not apply to it.
  public init(
    _ ring: DecisionRing, decision: Int, rules: any RuleSet, edits: [String]
  ) throws(InputError) {
    self.init(edits: edits, rulesID: rules.id)
    guard decision >= ring.first, decision < ring.next else {
      throw InputError(
        file: "decision \(decision)", line: 0, column: 0,
        problem: ring.next == 0
          ? "nothing has been decided yet"
          : "it is not there; there are \(ring.first) to \(ring.next - 1)")
    }
    var run: WhatIfRun?
    var problem: InputError?
    names = ring.names(before: decision)
    ring.inputs(from: decision) { arbiter, event, now in
      if problem != nil { return }
      if run == nil { run = WhatIfRun(arbiter, edits: edits, from: decision) }
      note(namesIn: event)
      do throws(InputError) {
        try run?.take(event, at: now, &self)
      } catch {
        problem = error
      }
    }
    if let problem { throw problem }
  }

  private mutating func note(namesIn event: Event) {
    switch event {
    case .add(let window, _), .addExempt(let window, _): names[window.id] = window.name
    default: break
    }
  }

  /// Returns the number of the first decision with a conflict, or else of the last.
  private static func mostTelling(_ reader: RecordingReader) throws(InputError) -> Int {
    var reader = reader
    var arbiter = reader.header.arbiter
    var last = 0
    while let (event, now) = try reader.nextEvent() {
      for case .report(let verdict) in arbiter.handle(event, at: now) {
        last = verdict.step
        if !verdict.conflicts.isEmpty { return last }
      }
    }
    return last
  }
}
