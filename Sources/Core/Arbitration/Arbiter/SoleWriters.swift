// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Which windows alone put the status bar elsewhere than the page while all others refuse.
///
/// Where windows decide one after the other, what each adds is found out once and chained: before a
/// suspect everybody refuses, and so does everybody after it. Deciding again for every suspect, which
/// comes to the same, takes time with the square of the windows.
struct SoleWriters {
  /// How a decision ends from some window on.
  private struct Rest {
    var bar: InterfaceOrientation
    /// Whether any of these windows writes the bar.
    var isWritten = false
    /// How the page is turned, if it is one of these.
    var page: InterfaceOrientation?
  }

  private let rules: any RepairSearchable
  private let answers: Answers
  private let triggers: Triggers
  private let page: WindowID
  private let writer: StatusBar.Writer?
  // Everybody but the page refuses in it.
  private var work: Scene
  // How the decision stands when each window's turn comes, by the window's place.
  private var before: [Rest] = []
  // How it goes on after each window, by the bar's raw value.
  private var after: [[Rest]] = []
  private var asked: Set<WindowID> = []

  /// Looks at what the windows add; nil where that does not make up the decision.
  init?(_ transaction: Transaction, refused: Scene, page: WindowID, rules: any RuleSet) {
    guard let rules = rules as? any RepairSearchable,
      rules.dependencies(of: transaction.event, [], in: refused)?.rest == .decides,
      let triggers = Triggers(transaction.triggers)
    else { return nil }
    self.rules = rules
    self.answers = transaction.answers
    self.triggers = triggers
    self.page = page
    writer = refused.statusBar.writer
    work = refused
    var steps: [[Rest]] = []
    for window in refused.windows {
      asked.formUnion(rules.asked(by: window, in: refused))
      guard let step = step(window) else { return nil }
      steps.append(step)
    }
    var rest = Rest(bar: refused.statusBar.orientation)
    for step in steps {
      before.append(rest)
      rest = Self.chain(rest, step)
    }
    var ends = InterfaceOrientation.allCases.map { Rest(bar: $0) }
    for step in steps.reversed() {
      after.append(ends)
      ends = step.map { Self.chain($0, ends) }
    }
    after.reverse()
  }

  /// Whether a window alone is enough; nil where only deciding again tells.
  mutating func isEnough(_ suspect: Window) -> Bool? {
    guard !asked.contains(suspect.id), let index = work.index(of: suspect.id) else { return nil }
    let refusing = work.windows[index]
    work.windows[index] = suspect
    defer { work.windows[index] = refusing }
    let first = before[index]
    guard let own = contribution(suspect, first.bar) else { return nil }
    let written = own.writes ?? first.bar
    let last = after[index][Int(written.rawValue)]
    if last.isWritten { return false }
    let wasWriter = !first.isWritten && writer == .window(suspect.id)
    return (written != first.bar || wasWriter) && last.bar != last.page ?? first.page
  }

  /// What a window adds for a place of the bar; nil where its answers stop the decision.
  private mutating func contribution(_ window: Window, _ bar: InterfaceOrientation) -> Contribution?
  {
    let triggers = triggers[window.id]
    if triggers.isEmpty { return Contribution(own: window.orientation) }
    work.statusBar.orientation = bar
    let found = rules.contribution(of: window.id, triggers, in: work, answers: answers)
    return found.blockers.isEmpty ? found : nil
  }

  /// What a window makes of each place of the bar; nil where its answers stop the decision.
  private mutating func step(_ window: Window) -> [Rest]? {
    var step: [Rest] = []
    var independent: Contribution?
    for bar in InterfaceOrientation.allCases {
      guard let found = independent ?? contribution(window, bar) else { return nil }
      if found.isBarIndependent { independent = found }
      let after = found.writes ?? bar
      step.append(
        Rest(bar: after, isWritten: after != bar, page: window.id == page ? found.own : nil))
    }
    return step
  }

  /// Returns the end of one step followed by the step that begins with the bar where the first left it.
  private static func chain(_ first: Rest, _ then: [Rest]) -> Rest {
    var rest = then[Int(first.bar.rawValue)]
    rest.isWritten = rest.isWritten || first.isWritten
    rest.page = rest.page ?? first.page
    return rest
  }

  /// What there is to decide, by the window that it is about.
  private struct Triggers {
    private var ofAll: [DecisionTrigger] = []
    private var ofOne: [WindowID: [DecisionTrigger]] = [:]

    /// Nil where there is more than placing and turning.
    init?(_ triggers: [DecisionTrigger]) {
      for trigger in triggers {
        switch trigger {
        case .place(let id): ofOne[id, default: []].append(trigger)
        case .turn: ofAll.append(trigger)
        default: return nil
        }
      }
    }

    subscript(id: WindowID) -> [DecisionTrigger] { ofAll + (ofOne[id] ?? []) }
  }
}
