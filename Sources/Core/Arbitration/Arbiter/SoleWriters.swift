// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The search for windows that alone, while all other windows refuse, rotate the status bar away
/// from the page.
///
/// In some rule sets windows decide one after the other, so the result of each refusing window is
/// computed once. Results are combined for all windows before a suspect and for all windows after
/// it, so the time is linear in the number of windows. Deciding again for every suspect has the
/// same result in quadratic time.
struct SoleWriters {
  /// The combined result of several consecutive windows.
  private struct Rest {
    var bar: InterfaceOrientation
    var isWritten = false
    /// The page's orientation; `nil` unless the page is one of these windows.
    var page: InterfaceOrientation?
  }

  private let rules: any RepairSearchable
  private let answers: Answers
  private let triggers: Triggers
  private let page: WindowID
  private let writer: StatusBar.Writer?
  // The scene in which all voters except the page's window refuse.
  private var work: Scene
  // The combined result of all windows before each window, by its index.
  private var before: [Rest] = []
  // The combined result of all windows after each window, by the window's index and by the raw
  // value of the status bar's orientation before them.
  private var after: [[Rest]] = []
  private var asked: Set<WindowID> = []

  /// Creates the search; `nil` if the decision depends on more than the windows' contributions, if
  /// a trigger is neither a placement nor a turn, or if a window's answers stop the decision.
  init?(_ transaction: Transaction, refused: Scene, page: WindowID, rules: any RuleSet) {
    guard let rules = rules.searchable,
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

  /// Returns whether a window, while all others refuse, rotates the status bar away from the page;
  /// `nil` if only a new decision can show this.
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

  private mutating func contribution(_ window: Window, _ bar: InterfaceOrientation) -> Contribution?
  {
    let triggers = triggers[window.id]
    if triggers.isEmpty { return Contribution(own: window.orientation) }
    work.statusBar.orientation = bar
    let found = rules.contribution(of: window.id, triggers, in: work, answers: answers)
    return found.blockers.isEmpty ? found : nil
  }

  /// Returns a window's result for each orientation of the status bar; `nil` if the window's
  /// answers stop the decision.
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

  /// Returns the combined result of some windows followed by others, whose result depends on the
  /// status bar's orientation in between.
  private static func chain(_ first: Rest, _ then: [Rest]) -> Rest {
    var rest = then[Int(first.bar.rawValue)]
    rest.isWritten = rest.isWritten || first.isWritten
    rest.page = rest.page ?? first.page
    return rest
  }

  private struct Triggers {
    private var ofAll: [DecisionTrigger] = []
    private var ofOne: [WindowID: [DecisionTrigger]] = [:]

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
