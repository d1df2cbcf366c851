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

  let subject: Amendment.Subject
  let kind: Kind
  let stands: [Amendment.Stand]

  /// Everybody who can have a say in a decision; windows that have none are left out.
  static func all(in retrial: Retrial) -> (parties: [BlameParty], isWhole: Bool) {
    let start = retrial.start()
    let page = start.pageIndex
    let rules = retrial.rules
    let hasRoots = rules.scope == .window
    // Whoever hands questions on can ask a window that has no say of its own.
    let isTangled = (retrial.searchable?.combination(in: start) ?? .unknown) == .unknown
    var windows: [BlameParty] = []
    for (index, window) in start.windows.enumerated() where !window.isFollower {
      let subject = Amendment.Subject.party(.window(window.id))
      if index == page {
        windows.append(BlameParty(subject: subject, kind: .page, stands: [.agrees, .refuses]))
      } else if hasRoots, window.root == nil {
        // It has no answer that could change, only the app's main window takes part (B-12).
        guard window.id == start.mainWindow else { continue }
        windows.append(BlameParty(subject: subject, kind: .window, stands: [.leaves]))
      } else if isTangled || !hasRoots || rules.isVoter(window, in: start) {
        windows.append(
          BlameParty(
            subject: subject, kind: .window, stands: [.follows, .refuses, .leaves, .agrees]))
      }
    }
    let settings: [Amendment.Subject] = [.party(.app), .party(.delegate), .party(.device), .lock]
    let effective = settings.filter { subject in
      subject == .lock
        ? retrial.verdict.before.device.isRotationLocked
        : retrial.start([Amendment(subject, .agrees)]) != start
    }
    return (
      effective.map { BlameParty(subject: $0, kind: .setting, stands: [.agrees]) }
        + windows.prefix(mostWindows),
      windows.count <= mostWindows
    )
  }
}
