// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation

extension BlameText {
  /// The same as values, nothing left out.
  var values: ExplanationDocument.Blame {
    ExplanationDocument.Blame(
      tried: report.evaluations, findings: report.findings.map { value($0) },
      blockers: matrix?.values)
  }

  private func value(_ finding: BlameFinding) -> ExplanationDocument.Finding {
    ExplanationDocument.Finding(
      goal: finding.goal.rawValue, sentence: sentence(finding), isComplete: finding.isComplete,
      searchedTo: finding.searchedTo,
      responsible: blamed(finding).compactMap { subject in
        finding.share(of: subject).map {
          ExplanationDocument.Share(who: plain(subject), oneIn: $0)
        }
      },
      repairs: finding.repairs.map { repair in
        ExplanationDocument.Repair(
          edits: edits(repair), applicability: repair.applicability.rawValue,
          outcome: repair.outcome.rawValue, page: repair.page?.name,
          statusBar: repair.statusBar.name, prediction: prediction(repair),
          command: subject == nil ? nil : command(repair))
      },
      conflicts: finding.conflicts.map { $0.map { plain($0) } })
  }

  private func plain(_ subject: Amendment.Subject) -> String {
    Amendment.name(subject) { evidence.name($0) }
  }
}
