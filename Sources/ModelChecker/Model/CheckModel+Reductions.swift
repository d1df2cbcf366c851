// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension CheckModel {
  /// Whether a hidden window can matter where one that left cannot.
  ///
  /// If not, everything that can happen after a window left can happen after it was hidden.
  var hiddenMatters: Bool {
    if stack.windows.contains(where: { $0.window.root?.forwardsAnywhere == true }) { return true }
    // A display follows the device once nothing is there, and what is added then finds it so.
    if rules.scope == .window, addable != 0, !stack.scene.outputs.isEmpty { return true }
    return reads.hidden
  }

  /// Whether the key is left out: no decision reads it, and any window can be given it at any time.
  var isKeyFree: Bool {
    guard !tracksKeyWindow, case .page(matters: false) = reach else { return false }
    let offset = Int(CheckEvent.Kind.makeKey.rawValue) * PackedState.width
    return ids.indices.allSatisfy {
      tables.pointee.windowOccasions[offset + $0] == TriggerCode.nothing
    }
  }

  /// What was left out of the search, each with the reason why nothing is lost by it.
  var reductions: [CheckReduction] {
    var list = [CheckReduction.answersFixed, .flatDevice, .unreadVariables]
    list.append(isKeyFree ? .keyFree : .keyHistory)
    if !hiddenMatters { list.append(.leavingIsHiding) }
    switch reach {
    case .page(matters: false): list.append(.windowByWindow)
    case .page(matters: true): list.append(.pageOnly)
    case .windows(let some) where some != all: list.append(.voters)
    case .windows: if takingPart != nil { list.append(.takingPart) }
    }
    return list
  }
}
