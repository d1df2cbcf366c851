// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// Somebody whose answer can be amended, and the ways in which it can.
struct BlameParty: Sendable {
  /// The kinds that the search treats alike.
  enum Kind: Sendable {
    case page, window, setting
  }

  /// Windows beyond these are not tried.
  static let mostWindows = 60

  let subject: Intervention.Subject
  let kind: Kind
  let overrides: [Intervention.Override]

  /// Everybody who can have a say in a decision; windows that have none are left out.
  static func all(in counterfactual: Counterfactual) -> (parties: [BlameParty], isWhole: Bool) {
    let start = counterfactual.start()
    let page = start.pageIndex
    let rules = counterfactual.rules
    let hasRoots = rules.scope == .window
    // Whoever hands questions on can ask a window that has no say of its own.
    let isTangled = (counterfactual.searchable?.aggregation(in: start) ?? .unknown) == .unknown
    var windows: [BlameParty] = []
    for (index, window) in start.windows.enumerated() where !window.isFollower {
      let subject = Intervention.Subject.party(.window(window.id))
      if index == page {
        windows.append(BlameParty(subject: subject, kind: .page, overrides: [.agrees, .refuses]))
      } else if hasRoots, window.root == nil {
        // It has no answer that could change, only the app's main window takes part (B-12).
        guard window.id == start.mainWindow else { continue }
        windows.append(BlameParty(subject: subject, kind: .window, overrides: [.leaves]))
      } else if isTangled || !hasRoots || rules.isVoter(window, in: start) {
        windows.append(
          BlameParty(
            subject: subject, kind: .window, overrides: [.follows, .refuses, .leaves, .agrees]))
      }
    }
    let settings: [Intervention.Subject] = [
      .party(.app), .party(.delegate), .party(.device), .lock,
    ]
    let effective = settings.filter { subject in
      subject == .lock
        ? counterfactual.verdict.before.device.isRotationLocked
        : counterfactual.start([Intervention(subject, .agrees)]) != start
    }
    return (
      effective.map { BlameParty(subject: $0, kind: .setting, overrides: [.agrees]) }
        + windows.prefix(mostWindows),
      windows.count <= mostWindows
    )
  }
}
