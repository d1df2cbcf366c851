// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Text

/// The sentences and rules behind an outcome, the decisive ones first.
struct Reasons: Sendable {
  private(set) var sentences: [String] = []
  private(set) var rules: [RuleID] = []
  private let turnsOutputs: Bool

  init(_ evidence: Evidence, _ code: ExplanationCode) {
    let verdict = evidence.verdict
    turnsOutputs = evidence.turnsOutputs
    var blamed = evidence.culprits.compactMap { $0.window }
    if blamed.isEmpty {
      let decider = evidence.turnsOutputs ? verdict.after.keyWindow : verdict.page?.window
      blamed = decider.map { [$0] } ?? []
      if evidence.isFocusElsewhere {
        blamed = []
        if verdict.gates.contains(where: { $0.rule == .w4 }) { add(.w4) }
      } else if !blamed.contains(where: { evidence.wasAsked($0) }) {
        blamed = Array(Set(verdict.asked.map { $0.window })).sorted()
      }
    }
    // The rule of an error, or of a hijack at creation, explains more than the rule of an answer.
    add(verdict.error?.rule)
    if code == .hijackAtCreation { add(.b15) }
    for id in blamed {
      sentences +=
        turnsOutputs
        ? [DesktopSentences(evidence).statement(id)].compactMap { $0 }
        : Self.sentence(evidence, id)
      let vote = evidence.vote(id)
      add(vote?.turn, of: vote)
      add(vote?.stop?.rule)
    }
    for id in blamed {
      let vote = evidence.vote(id)
      vote?.supports.forEach { add($0, of: vote) }
    }
    if verdict.outcome == .unchanged || verdict.outcome == .blocked {
      add(evidence.blockReason.rule)
    }
    // On a desktop, the focus or its absence determines which answer decides.
    for gate in verdict.gates where gate.gate == .focus || gate.rule == .w5 || gate.rule == .w6 {
      add(gate.rule)
    }
    for conflict in verdict.conflicts { Self.rules(conflict, evidence).forEach { add($0) } }
    // If another window decides or the version asks fewer questions, the gate's rule is the reason.
    for gate in verdict.gates where gate.gate == .arbitration || gate.rule == .p2 {
      add(gate.rule)
    }
    for gate in verdict.gates where gate.gate == .version || gate.rule == .b12 { add(gate.rule) }
    if case .output(.transform) = verdict.event { add(.w10) }
    for gate in verdict.gates where gate.rule == .w13 || gate.rule == .w14 { add(gate.rule) }
    if code == .refused, verdict.error == nil { [.e6, .f6].forEach { add($0) } }
    if code == .deferred { add(verdict.moves.isEmpty ? .m16 : .m15) }
  }

  /// Adds the rule of an answer, except W-9 if the policy for all windows is the reason.
  private mutating func add(_ answer: Asked?, of vote: WindowVote?) {
    if answer?.rule == .w9, vote?.isByCommonPolicy == true { return }
    add(answer?.rule)
  }

  private mutating func add(_ rule: RuleID?) {
    guard let rule, !rules.contains(rule), !isLeftOut(rule) else { return }
    rules.append(rule)
  }

  private static func sentence(_ evidence: Evidence, _ id: WindowID) -> [String] {
    guard let window = evidence.window(id), let vote = evidence.vote(id), vote.wasAsked
    else { return [] }
    let name = evidence.quotedName(of: id)
    let isPlain = !window.isHidden || !evidence.isThere(id)
    var words = evidence.answer(of: id, as: isPlain ? name : evidence.say(AnswerPhrase.it))
    // If no orientation was requested, the mask determined the window's orientation.
    if evidence.wanted == nil, vote.wantsToTurn, vote.turn != nil, let mask = vote.mask {
      words = evidence.say(LayoutPhrase.reasonSupports, words, mask.letters(evidence.language))
    }
    if isPlain { return [evidence.say(LayoutPhrase.reasonPlain, words)] }
    let isDefault = vote.turn?.origin == .standard
    return [evidence.say(isDefault ? LayoutPhrase.reasonHiddenDefault : .reasonHidden, name, words)]
  }

  /// Returns whether the rule is one of the scenario format and the verdict is a desktop's.
  private func isLeftOut(_ rule: RuleID) -> Bool {
    turnsOutputs && rule.rawValue.hasPrefix("format:")
  }

  private static func rules(_ conflict: Conflict, _ evidence: Evidence) -> [RuleID] {
    switch conflict.kind {
    case .emptyIntersection: [.b5]
    case .preferredNotSupported: [.b14]
    case .forwardingCycle: [.m13, .formatCycle]
    case .stuck: [.m19, .formatWriter]
    case .hijackAtCreation: [.b15, .m4]
    case .hijack: [.m4, .m2]
    case .unwritten: [.m4]
    case .keyboardSplit: [.m10]
    case .reverseSplit: [.m2]
    case .veto: evidence.turnsOutputs ? [.w7] : []
    }
  }
}
