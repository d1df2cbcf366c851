// SPDX-License-Identifier: Apache-2.0
import Orientation

/// Who is to blame, found by deciding the same event again with one answer changed.
struct Blame {
  let rules: any RuleSet
  let transaction: Transaction
  let judgement: Judgement
  let page: PageWindow?

  /// The window that has the page, and how it is turned.
  struct PageWindow {
    let window: WindowID
    let orientation: InterfaceOrientation
  }

  init(_ transaction: Transaction, _ judgement: Judgement, rules: any RuleSet) {
    self.judgement = judgement
    self.rules = rules
    self.transaction = transaction
    self.page = transaction.scene.pageIndex.map { index in
      PageWindow(
        window: transaction.scene.windows[index].id,
        orientation: transaction.scene.windows[index].orientation)
    }
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

  /// Which kind of split stands, if bar and page differ and the app did not set the bar itself.
  var splitKind: Conflict.Kind? {
    let bar = transaction.scene.statusBar
    guard let page, page.orientation != bar.orientation else { return nil }
    switch bar.writer {
    case .app: return nil
    // Displays have no bar that a window could leave behind.
    case nil: return rules.family == .uikit ? .unwritten : nil
    case .window(let writer):
      if bar.writerLeft { return .stuck }
      guard writer != page.window else { return nil }
      return bar.cause == .placing ? .hijackAtCreation : .hijack
    }
  }

  /// For a hijack every window that alone is enough, else the writer; without one the page's window.
  func splitCulprits(_ kind: Conflict.Kind) -> [Party] {
    if kind == .unwritten { return page.map { [.window($0.window)] } ?? [] }
    guard case .window(let writer) = transaction.scene.statusBar.writer else { return [] }
    guard kind == .hijack, let page, barWasWritten else { return [.window(writer)] }
    let others = transaction.start.windows.filter {
      $0.id != page.window && rules.isVoter($0, in: transaction.start)
    }
    let refused = others.reduce(transaction.start) {
      rules.scene($0, with: .window($1.id), agreeing: false)
    }
    let enough = others.filter { suspect in
      let replay = transaction.replayed(rules) { restored(suspect.id, from: $0, in: refused) }.scene
      // In a split that stands already, who moves nothing is not to blame.
      return replay.statusBar.writer == .window(suspect.id)
        && replay.statusBar.orientation != replay.pageOrientation
    }
    return enough.isEmpty ? [.window(writer)] : enough.map { .window($0.id) }
  }

  /// Whether a keyboard is shown in another orientation than the page.
  var isKeyboardSplit: Bool {
    let windows = transaction.scene.windows
    guard let page,
      let keyboard = windows.indices.first(where: {
        windows[$0].isFollower && !windows[$0].isHidden
      })
    else { return false }
    return windows[keyboard].orientation != page.orientation
  }

  /// Shown voters that stand otherwise than the page while the bar agrees with it.
  func reverseSplit() -> [Party]? {
    let after = transaction.scene
    guard let page, page.orientation == after.statusBar.orientation else { return nil }
    // By number: copying windows costs more than all the rest.
    let others = after.windows.indices.filter {
      after.windows[$0].orientation != page.orientation && after.windows[$0].id != page.window
        && !after.windows[$0].isHidden && rules.isVoter(after.windows[$0], in: after)
    }
    return others.isEmpty ? nil : others.map { .window(after.windows[$0].id) }
  }

  /// Who stopped a turn that the page's controller itself accepts.
  func veto() -> [Party]? {
    guard let wanted, let page, !wanted.allows(page.orientation),
      transaction.error?.isException != true, !rules.refuses(transaction.event),
      !Judgement.waitsForForeground(transaction), isStill, pageAcceptsAny(of: wanted)
    else { return nil }
    func turnsPage(_ replay: Transaction.Replay) -> Bool {
      replay.error == nil && replay.scene.pageOrientation.map { wanted.allows($0) } == true
    }
    let windows = transaction.start.windows.map { Party.window($0.id) }
    let alone = (Party.settings + windows).filter { party in
      turnsPage(transaction.replayed(rules) { rules.scene($0, with: party, agreeing: true) })
    }
    if !alone.isEmpty { return alone }
    let agreed = (Party.settings + windows).reduce(transaction.start) {
      rules.scene($0, with: $1, agreeing: true)
    }
    // Where nobody's consent helps, a rule stopped it and no party did.
    guard turnsPage(transaction.replayed(rules) { _ in agreed }) else { return nil }
    // No single party is enough: windows share the blame that hold the page whatever others say.
    let refusing = Set(transaction.gates.filter { !$0.isPassed }.compactMap(\.window))
    let holding = refusing.filter { id in
      guard id != page.window else { return false }
      return !turnsPage(transaction.replayed(rules) { restored(id, from: $0, in: agreed) })
    }
    return holding.map { .window($0) }
  }

  /// What was asked for: one orientation, or any of those that a geometry request names.
  private var wanted: OrientationMask? {
    guard let requested = judgement.requested else { return nil }
    if case .window(_, .requestGeometry(let mask)) = transaction.event { return mask }
    return requested.mask
  }

  private func pageAcceptsAny(of wanted: OrientationMask) -> Bool {
    wanted.orientations.contains {
      rules.pageAccepts($0, in: transaction.start, answers: transaction.answers) == true
    }
  }

  /// A changed scene in which one window is what it was.
  private func restored(_ id: WindowID, from old: Scene, in scene: Scene) -> Scene {
    guard let window = old.window(id), let index = scene.index(of: id) else { return scene }
    var scene = scene
    scene.windows[index] = window
    return scene
  }

  private var isStill: Bool {
    transaction.before.pageOrientation == page?.orientation && !barWasWritten
  }
}
