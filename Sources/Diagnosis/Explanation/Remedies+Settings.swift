// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Remedies {
  private var wanted: String { evidence.verdict.requested?.name ?? say(.theOrientation) }

  /// What to do about a setting that stops a turn.
  var settings: [String] {
    (evidence.mainConflict?.culprits ?? []).map { party in
      switch party {
      case .app: say(.addToList, wanted)
      case .delegate: say(.delegateInclude, wanted)
      case .device: say(.deviceNever)
      case .window(let id): say(.letAccept, evidence.quoted(id), wanted)
      }
    }
  }

  /// What to do if a page that refused should not have.
  var blocked: [String] {
    guard let page = evidence.verdict.page, evidence.wasAsked(page.window),
      let window = evidence.window(page.window)
    else { return [] }
    if evidence.isDesktop {
      let app = window.shell.appID
      let rule =
        app.isEmpty ? say(.aRuleMatching) : say(.theRuleFor, SafeText.quoted(app))
      return [say(.allowInRule, wanted, rule)]
    }
    let root = page.controller.map { SafeText.quoted($0) } ?? say(.thePage)
    return [say(.letAnswer, root, wanted)]
  }

  /// What to do about an error.
  var failed: [String] {
    guard let error = evidence.verdict.error else {
      return [say(.announce)]
    }
    let root =
      error.controller.map { SafeText.quoted($0) }
      ?? evidence.say(AnswerPhrase.window, evidence.quoted(error.window))
    let mask =
      evidence.mask(of: error)?.letters(evidence.language) ?? evidence.say(LayoutPhrase.noMask)
    switch error.rule {
    case .x3: return [say(.supportPreferred, root, mask)]
    case .x2: return [say(.supportOne, root)]
    case .e5: return [say(.askWithin, mask, root)]
    default:
      var lines = [say(.supportAllowed, root)]
      if evidence.mainConflict?.culprits.contains(.app) == true {
        lines.append(say(.addOneToList, mask))
      }
      if evidence.mainConflict?.culprits.contains(.delegate) == true {
        lines.append(say(.delegateIncludeOne, mask))
      }
      return lines
    }
  }
}
