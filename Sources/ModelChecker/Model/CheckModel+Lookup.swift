// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension CheckModel {
  /// What of a state decisions depend on besides what calls for them.
  enum CellReadSet {
    /// Each window by itself, or by itself and by which window is the page's.
    case page(matters: Bool)
    /// Who is there, hidden and key, of some windows only; the others are taken as shown.
    case windows(UInt64)
  }

  /// Tells the tables how far decisions reach.
  func prepareLookup() {
    tables.pointee.turnsAreBare = !reads.currentOnTurn
    switch reach {
    case .page(let matters): tables.pointee.reach = matters ? .page : .nothing
    case .windows(let some):
      tables.pointee.reach = .windows
      tables.pointee.relevant = some
      tables.pointee.takingPart = takingPart
    }
  }

  /// Whether any cell filled so far raises an exception.
  var anyRaises: Bool {
    func raises(_ cell: DecisionCell) -> Bool {
      cell.raises || cell.raisingShown | cell.raisingHidden != 0
    }
    return tables.pointee.pages.contains(where: raises)
      || tables.pointee.values.contains(where: raises)
  }
}
