// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Remedies {
  private var wanted: String { evidence.verdict.requested?.name ?? "the orientation" }

  /// What to do about a setting that stops a turn.
  var settings: [String] {
    (evidence.mainConflict?.culprits ?? []).map { party in
      switch party {
      case .app: "add \(wanted) to the app's list of supported orientations"
      case .delegate: "let the delegate's mask include \(wanted)"
      case .device: "none: this device never goes there, so the page should not count on it"
      case .window(let id): "let \(evidence.quoted(id)) accept \(wanted)"
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
        app.isEmpty ? "a rule that matches it" : "the rule for app-id \(SafeText.quoted(app))"
      return ["if it should turn: allow \(wanted) in \(rule)"]
    }
    let root = page.controller.map { SafeText.quoted($0) } ?? "the page"
    return ["if it should turn: let \(root) answer YES and support \(wanted)"]
  }

  /// What to do about an error.
  var failed: [String] {
    guard let error = evidence.verdict.error else {
      return ["change the mask and announce it, or request a geometry (E-2, E-4)"]
    }
    let root =
      error.controller.map { SafeText.quoted($0) } ?? "window \(evidence.quoted(error.window))"
    let mask = evidence.mask(of: error)?.letters ?? "none"
    switch error.rule {
    case .x3: return ["let \(root) support what it prefers, or prefer one of \(mask)"]
    case .x2: return ["let \(root) support at least one orientation, or answer NO to turning"]
    case .e5: return ["ask for one of \(mask), or widen the mask of \(root) first"]
    default:
      var lines = ["let \(root) support an orientation that the app allows"]
      if evidence.mainConflict?.culprits.contains(.app) == true {
        lines.append("add one of \(mask) to the app's list of supported orientations")
      }
      if evidence.mainConflict?.culprits.contains(.delegate) == true {
        lines.append("let the app delegate's mask for that window include one of \(mask)")
      }
      return lines
    }
  }
}
