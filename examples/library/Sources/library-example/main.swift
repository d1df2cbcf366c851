// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A policy of our own: a book is read upright, either way up; of anything else it has no opinion.
func answer(_ question: Question) -> Answer? {
  question.kind == .supported ? .mask([.portrait, .portraitUpsideDown]) : nil
}

let reader = LivePolicy(id: PolicyID(1), name: "reader")
let page = Controller(id: "page", policy: .live(reader))
let scene = Scene(
  outputs: [Output(id: OutputID(1), name: "eDP-1")],
  windows: [Window(id: WindowID(1), name: "book", root: page)], key: WindowID(1))
var arbiter = Arbiter(rules: DesktopRuleSet(), scene: scene)

var driver = EffectDriver()
driver.enqueue(.setUp)
driver.enqueue(.device(.turned(.landscapeLeft)))
driver.enqueue(.device(.turned(.portraitUpsideDown)))
driver.run {
  arbiter.handle($0, at: .zero)
} execute: { effect in
  switch effect {
  case .ask(let id, let question):
    return answer(question).map { .answer(id, $0) } ?? .abstained(id)
  case .report(let verdict):
    let orientation = verdict.after.outputs[0].orientation
    print("step \(verdict.step): \(verdict.outcome.rawValue), \(orientation.name)")
  default: break
  }
  return InstantDisplay.report(on: effect)
}
