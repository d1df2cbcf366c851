// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension RecordDigest {
  /// Adds everything that an arbiter says; both sides of a decision are in it.
  mutating func add(_ effect: Effect) {
    switch effect {
    case .report(let verdict):
      add(UInt8(1))
      add(verdict)
    default:
      add(UInt8(0))
      add(effect.summary)
    }
  }

  /// Adds a verdict but for the scene before it, which the effects before it have settled.
  private mutating func add(_ verdict: Verdict) {
    verdict.step.add(to: &self)
    verdict.at.add(to: &self)
    verdict.event.add(to: &self)
    verdict.after.add(to: &self)
    add(verdict.pageBefore)
    add(verdict.page)
    verdict.requested.add(to: &self)
    each(verdict.asked) { $0.add($1) }
    each(verdict.gates) { $0.add($1) }
    each(verdict.moves) { $0.add($1.recorded) }
    each(verdict.notices) { $0.add($1) }
    add(verdict.error.summary)
    verdict.outcome.add(to: &self)
    each(verdict.conflicts) { $0.add($1.summary) }
    verdict.hidesStatusBar.add(to: &self)
    verdict.exempt.add(to: &self)
  }

  private mutating func each<Item>(_ items: [Item], _ add: (inout RecordDigest, Item) -> Void) {
    self.add(UInt64(items.count))
    for item in items { add(&self, item) }
  }

  private mutating func add(_ page: Page?) {
    add(page == nil ? UInt8(0) : 1)
    guard let page else { return }
    page.window.add(to: &self)
    page.controller.add(to: &self)
    page.orientation.add(to: &self)
  }

  private mutating func add(_ asked: Asked) {
    asked.window.add(to: &self)
    asked.controller.add(to: &self)
    asked.question.add(to: &self)
    asked.answer.add(to: &self)
    asked.origin.add(to: &self)
    asked.via.add(to: &self)
    asked.rule.add(to: &self)
    // How long an answer took decides nothing, so two runs that differ in it are alike.
    guard let by = asked.by else { return }
    add(by.name)
    by.ring.add(to: &self)
  }

  private mutating func add(_ gate: GateRecord) {
    gate.window.add(to: &self)
    gate.gate.add(to: &self)
    gate.isPassed.add(to: &self)
    gate.rule.add(to: &self)
  }

  private mutating func add(_ notice: Notice) {
    switch notice {
    case .notification(let notification):
      add(UInt8(0))
      add(notification.name)
      add(notification.value)
    case .callback(let callback):
      add(UInt8(1))
      callback.window.add(to: &self)
      callback.controller.add(to: &self)
      callback.name.add(to: &self)
      callback.to.add(to: &self)
      callback.from.add(to: &self)
      callback.duration.add(to: &self)
      callback.seen.bounds.add(to: &self)
      callback.seen.interface.add(to: &self)
      callback.seen.statusBar.add(to: &self)
    }
  }
}
