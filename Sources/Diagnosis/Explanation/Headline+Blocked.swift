// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Headline {
  private var wanted: String { verdict.requested?.name ?? "the turn" }

  /// Who else than the page stopped a turn.
  var veto: (String, String) {
    let culprits = evidence.mainConflict?.culprits ?? []
    if culprits.isEmpty { return ("several causes together prevent \(wanted)", pageWould) }
    let names = list(culprits.map { evidence.called($0) })
    let ids = culprits.compactMap { if case .window(let id) = $0 { id } else { nil } }
    guard !ids.isEmpty else {
      let verb = culprits.count == 1 ? "does not" : "do not"
      return ("\(names) \(verb) allow \(wanted)", pageWould + supported(culprits))
    }
    let verb = culprits.count == 1 ? "vetoes" : "veto"
    guard ids.count > 1 else {
      return (
        "\(names) \(verb) \(wanted)", ids.map { "it \(evidence.answerWords($0))" }.first ?? ""
      )
    }
    let each = ids.map { "\(evidence.quoted($0)) \(evidence.answerWords($0))" }
    return ("\(names) \(verb) \(wanted)", list(each))
  }

  /// The page refused by itself, or the whole decision stopped.
  var blocked: (String, String) {
    guard let page = verdict.page, evidence.stance(page.window)?.stop != nil else {
      return ("nothing turned to \(wanted)", evidence.halt.words)
    }
    let kind =
      evidence.isDesktop && verdict.after.keyWindow == page.window ? "focused" : "the page's"
    return (
      "nothing turned to \(wanted)",
      "\(kind) window \(evidence.quoted(page.window)) \(evidence.answerWords(page.window))"
    )
  }

  private var pageWould: String {
    guard let page = verdict.page else { return "the page would" }
    return "\(evidence.quoted(page.window)) would turn"
  }

  // What the settings at fault do allow.
  private func supported(_ culprits: [Party]) -> String {
    let parts = culprits.compactMap { party in
      evidence.mask(of: party).map { "\(evidence.called(party)): \($0.letters)" }
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}
