// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals

extension BlameText {
  /// Changes that can be tried at once, the safest first: each with its command and its result.
  func fixes(_ limit: Int) -> [String] {
    tryable.prefix(limit).map { repair in
      say(.fix, word(repair.applicability), command(repair), prediction(repair))
    }
  }

  /// What the line that stands alone says of the change that helps; empty where none does.
  var shortFix: String {
    tryable.first.map { say(.shortFix, edits($0).map { SafeText.name($0) }.joined(separator: " ")) }
      ?? ""
  }

  /// Who would have to want a change.
  func word(_ applicability: Repair.Applicability) -> String {
    switch applicability {
    case .safe: say(.safe)
    case .changesIntent: say(.changesIntent)
    case .needsAuthor: say(.needsAuthor)
    }
  }

  /// The command that tries a repair; without a decision to name, what it would be given.
  func command(_ repair: Repair) -> String {
    let edits = edits(repair).map { SafeText.argument($0) }.joined(separator: " ")
    return subject.map { "swivel whatif \($0) \(edits)" } ?? edits
  }

  /// What `swivel whatif` takes for a repair.
  func edits(_ repair: Repair) -> [String] {
    repair.changes.map { change in
      change.edit { evidence.window($0)?.name ?? evidence.names[$0] ?? "\($0.rawValue)" }
    }
  }

  // The first of each kind: what overrules nobody comes before what does.
  private var tryable: [Repair] {
    let repairs = report.main?.repairs ?? []
    let kinds: [Repair.Applicability] = [.safe, .changesIntent]
    let found = kinds.compactMap { kind in repairs.first { $0.applicability == kind } }
    return found.isEmpty ? Array(repairs.prefix(1)) : found
  }
}
