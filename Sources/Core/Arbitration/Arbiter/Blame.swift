// SPDX-License-Identifier: Apache-2.0
import Orientation

/// A search for culprits that decides the same event again with one answer changed.
struct Blame {
  let rules: any RuleSet
  let transaction: Transaction
  private let classification: OutcomeClassification
  let page: Page?

  init(_ transaction: Transaction, _ classification: OutcomeClassification, rules: any RuleSet) {
    self.classification = classification
    self.rules = rules
    self.transaction = transaction
    self.page = transaction.scene.page(rules)
  }

  /// Returns the parties whose consent alone ends an empty intersection.
  func emptyIntersection() -> [Party]? {
    guard let error = transaction.error, error.rule == .x1 || error.rule == .x2 else { return nil }
    let parties = Party.settings + [.window(error.window)]
    let cures = parties.filter { party in
      again { $0.amend([Intervention(.party(party), .agrees)], rules) }.map { $0.error == nil }
        ?? false
    }
    return cures.isEmpty ? [.window(error.window)] : cures
  }

  /// Returns the window whose controller prefers an orientation that it does not support.
  func preferredNotSupported() -> [Party]? {
    guard let error = transaction.error, error.rule == .x3 else { return nil }
    return [.window(error.window)]
  }

  /// Returns the windows of the forwarding cycles that the decision met.
  func forwardingCycle() -> [Party]? {
    let windows = Set(transaction.cycles.flatMap(\.self))
    return windows.isEmpty ? nil : windows.map { .window($0) }
  }

  /// Whether this event wrote the status bar.
  var barWasWritten: Bool {
    transaction.moves.contains { if case .statusBar = $0 { true } else { false } }
  }

  /// The kind of split, if bar and page differ and the app did not set the bar itself.
  var splitKind: Conflict.Kind? {
    let bar = transaction.scene.statusBar
    guard let page, page.orientation != bar.orientation else { return nil }
    switch bar.writer {
    case .app: return nil
    // Displays have no bar that a window could leave behind.
    case nil: return rules.scope == .window ? .unwritten : nil
    case .window(let writer):
      if bar.writerLeft { return .stuck }
      guard writer != page.window else { return nil }
      return bar.cause == .placing ? .hijackAtCreation : .hijack
    }
  }

  /// Returns the culprits: every window that alone causes a hijack, else the writer or the page.
  func splitCulprits(_ kind: Conflict.Kind) -> [Party] {
    if kind == .unwritten { return page.map { [.window($0.window)] } ?? [] }
    guard case .window(let writer) = transaction.scene.statusBar.writer else { return [] }
    guard kind == .hijack, let page, barWasWritten else { return [.window(writer)] }
    let others = transaction.start.windows.filter {
      $0.id != page.window && rules.isVoter($0, in: transaction.start)
    }
    var refused = transaction.start
    refused.amend(others.map { .window($0.id, .refuses) }, rules)
    var writers = SoleWriters(transaction, refused: refused, page: page.window, rules: rules)
    let enough = others.filter { suspect in
      if let isEnough = writers?.isEnough(suspect) { return isEnough }
      guard
        let bar = transaction.again(from: restoring(suspect, in: refused), rules)?.scene
      else { return false }
      // In a split from an earlier event, a window that writes nothing is not to blame.
      return bar.statusBar.writer == .window(suspect.id)
        && bar.statusBar.orientation != bar.pageOrientation
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

  /// Returns the shown voters that differ from the page while the bar agrees with the page.
  func reverseSplit() -> [Party]? {
    let after = transaction.scene
    guard let page, page.orientation == after.statusBar.orientation else { return nil }
    // Indices, because copying windows costs more than everything else here.
    let others = after.windows.indices.filter {
      after.windows[$0].orientation != page.orientation && after.windows[$0].id != page.window
        && !after.windows[$0].isHidden && rules.isVoter(after.windows[$0], in: after)
    }
    return others.isEmpty ? nil : others.map { .window(after.windows[$0].id) }
  }

  /// Returns the parties that stopped a rotation which the page's controller itself accepts.
  func veto() -> [Party]? {
    guard let wanted, let page, !wanted.allows(page.orientation),
      transaction.error?.isException != true, !rules.refuses(transaction.event),
      !OutcomeClassification.waitsForForeground(transaction), isStill, pageAcceptsAny(of: wanted)
    else { return nil }
    func turnsPage(_ start: Scene) -> Bool {
      guard let replay = transaction.again(from: start, rules), replay.error == nil else {
        return false
      }
      return replay.scene.pageOrientation.map { wanted.allows($0) } == true
    }
    let consents = (Party.settings + transaction.start.windows.map { .window($0.id) }).map {
      Intervention(.party($0), .agrees)
    }
    func turnsPage(_ consents: some Sequence<Intervention>) -> Bool {
      var start = transaction.start
      start.amend(Array(consents), rules)
      return turnsPage(start)
    }
    let settings = consents.prefix(Party.settings.count)
    // If a group of windows does not help, none of them helps alone: most need no try of their own.
    let windows = consents.dropFirst(settings.count)
    let alone = settings.filter { turnsPage([$0]) } + Self.helping(windows, turnsPage)
    if !alone.isEmpty { return alone.compactMap(\.party) }
    var agreed = transaction.start
    agreed.amend(consents, rules)
    // If the consent of all parties does not help, a rule stopped the rotation and no party did.
    guard turnsPage(agreed) else { return nil }
    // No single party is enough: the windows share the blame that stop it though all others agree.
    let refusing = Set(transaction.gates.filter { !$0.isPassed }.compactMap(\.window))
    let holding = transaction.start.windows.filter { window in
      window.id != page.window && refusing.contains(window.id)
        && !turnsPage(restoring(window, in: agreed))
    }
    return holding.map { .window($0.id) }
  }

  /// Returns the interventions that help alone, found by halving groups that help (group testing).
  private static func helping(
    _ group: ArraySlice<Intervention>, _ helps: (ArraySlice<Intervention>) -> Bool
  ) -> [Intervention] {
    guard !group.isEmpty, helps(group) else { return [] }
    if group.count == 1 { return Array(group) }
    let middle = group.startIndex + group.count / 2
    return helping(group[..<middle], helps) + helping(group[middle...], helps)
  }

  /// The requested orientations: one, or all those that a geometry request names.
  private var wanted: OrientationMask? {
    guard let requested = classification.requested else { return nil }
    if case .window(_, .requestGeometry(let mask)) = transaction.event { return mask }
    return requested.mask
  }

  private func pageAcceptsAny(of wanted: OrientationMask) -> Bool {
    wanted.orientations.contains {
      rules.pageAccepts($0, in: transaction.start, answers: transaction.answers) == true
    }
  }

  /// Decides the same triggers again after a change of the scene.
  private func again(_ change: (inout Scene) -> Void) -> Transaction? {
    var start = transaction.start
    change(&start)
    return transaction.again(from: start, rules)
  }

  /// Returns a changed scene in which one window is unchanged.
  private func restoring(_ window: Window, in scene: Scene) -> Scene {
    guard let index = scene.index(of: window.id) else { return scene }
    var scene = scene
    scene.windows[index] = window
    return scene
  }

  private var isStill: Bool {
    transaction.before.pageOrientation == page?.orientation && !barWasWritten
  }
}
