// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Remedies {
  private var verdict: Verdict { evidence.verdict }
  private var wanted: String { verdict.requested?.name ?? say(.theOrientation) }

  /// What to do about a setting that stops a turn.
  var settings: [String] {
    (evidence.mainConflict?.culprits ?? []).flatMap { setting($0) }
  }

  private func setting(_ party: Party) -> [String] {
    let mask = verdict.requested?.mask ?? []
    switch party {
    case .app: return widening(.app, by: mask, say(.addToList, wanted))
    case .delegate: return widening(.delegate, by: mask, say(.delegateInclude, wanted))
    // That is no suggestion.
    case .device: return [say(.deviceNever)]
    case .window(let id):
      return trial.helps(trial.amending([.window(id, .agrees)]))
        ? [say(.letAccept, evidence.quoted(id), wanted)] : []
    }
  }

  /// A suggestion to widen the mask of app or delegate.
  private func widening(_ party: Party, by mask: OrientationMask, _ line: String) -> [String] {
    let wider = (evidence.mask(of: party) ?? []).union(mask)
    return trial.helps(trial.amending([Amendment(.party(party), .supports(wider))])) ? [line] : []
  }

  /// What to do if a page that refused should not have.
  var blocked: [String] {
    guard let page = verdict.page, evidence.wasAsked(page.window),
      let window = evidence.window(page.window)
    else { return [] }
    let root = page.controller.map { SafeText.quoted($0) } ?? say(.thePage)
    if case .app(.setStatusBar) = verdict.event {
      guard let controller = page.controller else { return [] }
      let helps = trial.helps(
        trial.writing(controller) {
          $0.autorotate = false
          $0.supported = []
        })
      return helps ? [say(.manualMode, root)] : []
    }
    let mask = (evidence.stance(page.window)?.mask ?? []).union(verdict.requested?.mask ?? [])
    // What stands over the controller, such as a lock of its own, stays as it is.
    let change =
      page.controller.map { trial.writing($0, { $0.accept(mask) }) }
      ?? trial.amending([.window(page.window, .agrees)])
    guard trial.helps(change) else { return [] }
    guard evidence.isDesktop else { return [say(.letAnswer, root, wanted)] }
    let app = window.shell.appID
    let rule = app.isEmpty ? say(.aRuleMatching) : say(.theRuleFor, SafeText.quoted(app))
    return [say(.allowInRule, wanted, rule)]
  }

  /// What to do about an error.
  var failed: [String] {
    guard let error = verdict.error else { return announced }
    guard error.rule != .e5 else { return outside(error) }
    guard let controller = error.controller else { return [] }
    let root = SafeText.quoted(controller)
    switch error.rule {
    case .x3: return preferred(error, controller, root)
    case .x2:
      let supports = trial.helps(trial.writing(controller) { $0.accept(.all, turns: nil) })
      let refuses = trial.helps(trial.writing(controller) { $0.autorotate = false })
      return either(
        supports, refuses, say(.supportOne, root), say(.supportAny, root), say(.sayNo, root))
    default:
      let supports = trial.helps(trial.writing(controller) { $0.accept(.all, turns: nil) })
      let mask = evidence.stance(error.window)?.mask ?? []
      let letters = mask.letters(evidence.language)
      var lines = supports ? [say(.supportAllowed, root)] : []
      let culprits = evidence.mainConflict?.culprits ?? []
      if culprits.contains(.app) { lines += widening(.app, by: mask, say(.addOneToList, letters)) }
      if culprits.contains(.delegate) {
        lines += widening(.delegate, by: mask, say(.delegateIncludeOne, letters))
      }
      return lines
    }
  }

  private func preferred(_ error: RotationError, _ controller: String, _ root: String) -> [String] {
    let own = evidence.stance(error.window)?.mask ?? []
    let wanted = verdict.asked.last {
      $0.window == error.window && $0.question == .preferred
    }?.orientation
    let mask = own.letters(evidence.language)
    let supports = trial.helps(
      trial.writing(controller) { $0.accept(own.union(wanted?.mask ?? []), turns: nil) })
    let prefers =
      own.first.map { first in trial.helps(trial.writing(controller) { $0.preferred = first }) }
      ?? false
    return either(
      supports, prefers, say(.supportPreferred, root, mask), say(.supportIt, root),
      say(.preferOther, root, mask))
  }

  /// What to ask for instead, and who would have to allow what was asked for (E-5).
  private func outside(_ error: RotationError) -> [String] {
    guard case .window(let asker, .requestGeometry(let wanted)) = verdict.event else { return [] }
    let possible = InterfaceOrientation.fallbackOrder.filter {
      trial.helps(instead: .window(asker, .requestGeometry($0.mask)))
    }.reduce(into: OrientationMask()) { $0.formUnion($1.mask) }
    let decider = evidence.lastMask
    let controller = decider?.controller ?? ""
    let own = decider?.mask ?? []
    let widens = trial.helps(
      trial.writing(controller) { $0.accept(own.union(wanted), turns: nil) })
    let letters = possible.letters(evidence.language)
    let root = SafeText.quoted(controller)
    var lines = either(
      !possible.isEmpty, widens, say(.askWithin, letters, root), say(.askFor, letters),
      say(.widen, root))
    for party in evidence.outside {
      switch party {
      case .app, .delegate: lines += setting(party)
      case .window(let id) where id != asker: lines += stray(id)
      case .window, .device: break
      }
    }
    return lines
  }

  /// What replaces writing the device's orientation (E-2, E-4).
  private var announced: [String] {
    guard case .device(.forced(let value)) = verdict.event, let target = value.interface,
      let page = verdict.page, page.orientation != target
    else { return [] }
    let announces =
      page.controller.map {
        trial.helps(
          instead: .window(page.window, .setNeedsUpdate),
          trial.writing($0) { $0.accept(target.mask, turns: nil) })
      } ?? false
    let requests = trial.helps(instead: .window(page.window, .requestGeometry(target.mask)))
    return either(announces, requests, say(.announce), say(.announceMask), say(.requestIt))
  }

  private func either(
    _ first: Bool, _ second: Bool, _ both: String, _ one: String, _ other: String
  ) -> [String] {
    first && second ? [both] : first ? [one] : second ? [other] : []
  }
}

extension DeclaredPolicy {
  /// Writes down a mask, by either method that asks for one, and whether to turn; nil leaves that.
  fileprivate mutating func accept(_ mask: OrientationMask, turns: Bool? = true) {
    if let turns { autorotate = turns }
    supported = mask
    legacy = mask
  }
}
