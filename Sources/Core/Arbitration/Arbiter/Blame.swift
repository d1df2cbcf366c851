// SPDX-License-Identifier: Apache-2.0
import Orientation

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

  /// Returns the parties of which each could, by accepting every orientation, alone prevent an
  /// empty intersection of masks; if no party could, the window of the error.
  ///
  /// Returns `nil` without such an error.
  func emptyIntersection() -> [Party]? {
    guard let error = transaction.error, error.rule == .x1 || error.rule == .x2 else { return nil }
    let parties = Party.settings + [.window(error.window)]
    let cures = parties.filter { party in
      again { $0.amend([Intervention(.party(party), .agrees)], rules) }.map { $0.error == nil }
        ?? false
    }
    return cures.isEmpty ? [.window(error.window)] : cures
  }

  func preferredNotSupported() -> [Party]? {
    guard let error = transaction.error, error.rule == .x3 else { return nil }
    return [.window(error.window)]
  }

  func forwardingCycle() -> [Party]? {
    let windows = Set(transaction.cycles.flatMap { $0 })
    return windows.isEmpty ? nil : windows.map { .window($0) }
  }

  var barWasWritten: Bool {
    transaction.moves.contains { if case .statusBar = $0 { true } else { false } }
  }

  /// The kind of split, if any.
  ///
  /// On a desktop the status bar is that of the first managed output, so a page on another output
  /// is no split.
  var splitKind: Conflict.Kind? {
    let scene = transaction.scene
    let bar = scene.statusBar
    guard let page, page.orientation != bar.orientation else { return nil }
    if rules.scope == .output, let output = scene.firstManagedOutput,
      scene.window(page.window)?.isOn(output.id) == false
    {
      return nil
    }
    switch bar.writer {
    case .app: return nil
    // In other scopes, a difference from a status bar that nothing has written is no split.
    case nil: return rules.scope == .window ? .unwritten : nil
    case .window(let writer):
      if bar.writerLeft { return .stuck }
      guard writer != page.window else { return nil }
      return bar.cause == .placing ? .hijackAtCreation : .hijack
    }
  }

  /// Returns the culprits of a split.
  ///
  /// If no window wrote the status bar, the culprit is the page. If this event caused a hijack, the
  /// culprits are the windows of which each, by its consent alone, rotates the status bar away from
  /// the page. Otherwise, or if no such window is found, the culprit is the status bar's writer.
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
      // If an earlier event caused the split, a window that does not write the status bar now is no
      // culprit.
      return bar.statusBar.writer == .window(suspect.id)
        && bar.statusBar.orientation != bar.pageOrientation
    }
    return enough.isEmpty ? [.window(writer)] : enough.map { .window($0.id) }
  }

  var isKeyboardSplit: Bool {
    let windows = transaction.scene.windows
    guard let page,
      let keyboard = windows.indices.first(where: {
        windows[$0].isFollower && !windows[$0].isHidden
      })
    else { return false }
    return windows[keyboard].orientation != page.orientation
  }

  /// Returns the shown voters whose orientation differs from the page's, if status bar and page
  /// agree; `nil` if there is no such voter.
  func reverseSplit() -> [Party]? {
    let after = transaction.scene
    guard let page, page.orientation == after.statusBar.orientation else { return nil }
    // The loop uses indices, because copying windows costs more than everything else here.
    let others = after.windows.indices.filter {
      after.windows[$0].orientation != page.orientation && after.windows[$0].id != page.window
        && !after.windows[$0].isHidden && rules.isVoter(after.windows[$0], in: after)
    }
    return others.isEmpty ? nil : others.map { .window(after.windows[$0].id) }
  }

  /// Returns the parties that stopped a rotation which the page's own controller accepts; `nil` if
  /// no such rotation was requested, or if a rule stopped it.
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
    // If the consent of a group of windows changes nothing, neither does that of a member, so most
    // windows need no trial of their own.
    let windows = consents.dropFirst(settings.count)
    let alone = settings.filter { turnsPage([$0]) } + Self.helping(windows, turnsPage)
    if !alone.isEmpty { return alone.compactMap { $0.party } }
    var agreed = transaction.start
    agreed.amend(consents, rules)
    // If the consent of all parties changes nothing, a rule stopped the rotation rather than a
    // party.
    guard turnsPage(agreed) else { return nil }
    // No single consent is enough, so windows are blamed whose refusal alone stops the rotation.
    let refusing = Set(transaction.gates.filter { !$0.isPassed }.compactMap { $0.window })
    let holding = transaction.start.windows.filter { window in
      window.id != page.window && refusing.contains(window.id)
        && !turnsPage(restoring(window, in: agreed))
    }
    return holding.map { .window($0.id) }
  }

  /// Returns the interventions that help alone, by halving the groups that help until they have one
  /// member (group testing).
  private static func helping(
    _ group: ArraySlice<Intervention>, _ helps: (ArraySlice<Intervention>) -> Bool
  ) -> [Intervention] {
    guard !group.isEmpty, helps(group) else { return [] }
    if group.count == 1 { return Array(group) }
    let middle = group.startIndex + group.count / 2
    return helping(group[..<middle], helps) + helping(group[middle...], helps)
  }

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

  private func again(_ change: (inout Scene) -> Void) -> Transaction? {
    var start = transaction.start
    change(&start)
    return transaction.again(from: start, rules)
  }

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
