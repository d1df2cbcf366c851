// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Who is to blame, found by deciding the same event again with one answer changed.
struct Blame {
  let rules: any RuleSet
  let transaction: Transaction
  let judgement: Judgement
  let after: Scene
  let page: Page?

  init(judgement: Judgement) {
    self.judgement = judgement
    self.rules = judgement.rules
    self.transaction = judgement.transaction
    self.after = judgement.transaction.scene
    self.page = after.page(judgement.rules)
  }

  /// The parties whose consent alone ends an empty intersection.
  func emptyIntersection() -> [Party]? {
    guard let error = transaction.error, error.rule == .x1 || error.rule == .x2 else { return nil }
    let parties = Party.settings + [.window(error.window)]
    let cures = parties.filter { party in
      transaction.replayed(rules) { rules.scene($0, with: party, agreeing: true) }.error == nil
    }
    return cures.isEmpty ? [.window(error.window)] : cures
  }

  /// The window whose controller prefers what it does not support.
  func preferredNotSupported() -> [Party]? {
    guard let error = transaction.error, error.rule == .x3 else { return nil }
    return [.window(error.window)]
  }

  /// The windows of the circles that were met.
  func forwardingCycle() -> [Party]? {
    let windows = Set(transaction.cycles.flatMap(\.self))
    return windows.isEmpty ? nil : windows.map { .window($0) }
  }

  /// Whether this event moved the bar.
  var barWasWritten: Bool {
    transaction.moves.contains { if case .statusBar = $0 { true } else { false } }
  }

  /// Which kind of split stands, if bar and page differ because of a window.
  var splitKind: Conflict.Kind? {
    let bar = after.statusBar
    guard let page, page.orientation != bar.orientation, case .window(let writer) = bar.writer
    else { return nil }
    if bar.writerLeft { return .stuck }
    guard writer != page.window else { return nil }
    return bar.cause == .placing ? .hijackAtCreation : .hijack
  }

  /// For a hijack every window that alone is enough, else the writer.
  func splitCulprits(_ kind: Conflict.Kind) -> [Party] {
    guard case .window(let writer) = after.statusBar.writer else { return [] }
    guard kind == .hijack, let page, barWasWritten else { return [.window(writer)] }
    let start = transaction.start
    let others = start.windows.filter { $0.id != page.window && rules.isVoter($0, in: start) }
    let refusing = others.reduce(start) { rules.scene($0, with: .window($1.id), agreeing: false) }
    let enough = others.filter { suspect in
      let replay = transaction.replayed(rules) { _ in
        var scene = refusing
        if let index = scene.index(of: suspect.id) { scene.windows[index] = suspect }
        return scene
      }.scene
      // In a split that stands already, who moves nothing is not to blame.
      return replay.statusBar.writer == .window(suspect.id)
        && replay.statusBar.orientation != replay.page(rules)?.orientation
    }
    return enough.isEmpty ? [.window(writer)] : enough.map { .window($0.id) }
  }

  /// Whether a keyboard is shown in another orientation than the page.
  var isKeyboardSplit: Bool {
    guard let page, let keyboard = after.windows.first(where: { $0.isFollower && !$0.isHidden })
    else { return false }
    return keyboard.orientation != page.orientation
  }

  /// Shown voters that stand otherwise than the page while the bar agrees with it.
  func reverseSplit() -> [Party]? {
    guard let page, page.orientation == after.statusBar.orientation else { return nil }
    let others = after.windows.filter {
      $0.id != page.window && !$0.isHidden && rules.isVoter($0, in: after)
        && $0.orientation != page.orientation
    }
    return others.isEmpty ? nil : others.map { .window($0.id) }
  }

  /// Who stopped a turn that the page's controller itself accepts.
  func veto() -> [Party]? {
    guard let wanted = judgement.requested, let page, wanted != page.orientation,
      transaction.error == nil, !rules.refuses(transaction.event),
      !Judgement.waitsForForeground(transaction), isStill,
      rules.pageAccepts(wanted, in: transaction.start, answers: transaction.answers) == true
    else { return nil }
    let windows = transaction.start.windows.map { Party.window($0.id) }
    let alone = (Party.settings + windows).filter { party in
      let replay = transaction.replayed(rules) { rules.scene($0, with: party, agreeing: true) }
      return replay.error == nil && replay.scene.page(rules)?.orientation == wanted
    }
    if !alone.isEmpty { return alone }
    // No single party is enough: windows share the blame that hold the page whatever others say.
    let refusing = Set(transaction.gates.filter { !$0.isPassed }.compactMap(\.window))
    let holding = refusing.map { Party.window($0) }.filter { party in
      guard party != .window(page.window) else { return false }
      let others = (Party.settings + windows).filter { $0 != party }
      let replay = transaction.replayed(rules) { scene in
        others.reduce(scene) { rules.scene($0, with: $1, agreeing: true) }
      }
      return replay.scene.page(rules)?.orientation != wanted
    }
    return holding
  }

  private var isStill: Bool {
    transaction.before.page(rules)?.orientation == page?.orientation && !barWasWritten
  }
}
