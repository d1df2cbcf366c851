// SPDX-License-Identifier: Apache-2.0
import Orientation

/// The outcome of an event, derived from the scenes around it (scenario format, outcome).
package struct OutcomeClassification {
  /// The requested orientation, if there is one.
  let requested: InterfaceOrientation?
  package let outcome: Outcome

  package init(rules: any RuleSet, transaction: Transaction, isFirst: Bool) {
    self.requested = rules.request(
      of: transaction.event, before: transaction.before, after: transaction.start)
    let bar = transaction.scene.statusBar.orientation
    let page = transaction.scene.pageOrientation
    let pageMoved = !isFirst && transaction.before.pageOrientation != page
    let barMoved = transaction.before.statusBar.orientation != bar
    let isPutOff = transaction.moves.contains { if case .putOff = $0 { true } else { false } }

    if let error = transaction.error {
      outcome = error.isException ? .exception : .refused
    } else if rules.refuses(transaction.event) {
      outcome = .refused
    } else if rules.scope != .window {
      // With one orientation per display, bar and page cannot split.
      let turned = transaction.moves.contains { if case .output = $0 { true } else { false } }
      let isBlocked = requested.map { $0 != bar } ?? false
      outcome = !isFirst && (barMoved || turned) ? .turned : isBlocked ? .blocked : .unchanged
    } else if let page, page != bar {
      outcome = .split
    } else if page != nil, pageMoved {
      outcome = .turned
    } else if isPutOff || Self.waitsForForeground(transaction) {
      outcome = .deferred
    } else if let requested, let page, requested != page, !barMoved {
      outcome = .blocked
    } else {
      outcome = .unchanged
    }
  }

  /// Returns whether the device was turned while the app was in the background.
  static func waitsForForeground(_ transaction: Transaction) -> Bool {
    guard case .device = transaction.event, !transaction.start.isForeground else { return false }
    let device = transaction.start.device.orientation
    return device != transaction.before.device.orientation && device.interface != nil
  }
}
