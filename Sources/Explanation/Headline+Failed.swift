// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Headline {
  /// What was raised, or refused without an error.
  var failed: (String, String) {
    guard let error = verdict.error else {
      return (
        say(.deviceWrite), say(.forbids, evidence.rulesID)
      )
    }
    let window = evidence.called(error.window)
    let root = error.controller.map { say(.inWindow, SafeText.quoted($0), window) } ?? window
    let name = error.name.rawValue
    let mask = evidence.mask(of: error)?.letters(evidence.language)
    switch error.rule {
    case .x3:
      let preferred = verdict.asked.last {
        $0.window == error.window && $0.question == .preferred
      }
      return (
        name,
        say(
          .prefers, root, preferred?.orientation?.name ?? say(.anOrientation),
          mask ?? say(.unknown))
      )
    case .x2: return (say(.noneSuits, name), say(.supportsNone, root))
    case .e5: return (name, outside(error, window))
    default:
      return (say(.noneSuits, name), empty(error, root, mask))
    }
  }

  // A request outside what its own window supports, or what somebody else allows.
  private func outside(_ error: RotationError, _ window: String) -> String {
    let parties = evidence.outside
    if parties.isEmpty || parties == [.window(error.window)] {
      let mask = evidence.mask(of: error)?.letters(evidence.language)
      return say(.outside, window, mask ?? say(.whatItSupports))
    }
    let sides = parties.map { party in
      let mask = evidence.allowed(by: party)?.letters(evidence.language) ?? say(.nothingKnown)
      let isWindow = if case .window = party { true } else { false }
      return say(isWindow ? .supports : .sideAllows, evidence.called(party), mask)
    }
    var wanted = OrientationMask.all
    if case .window(_, .requestGeometry(let mask)) = verdict.event { wanted = mask }
    return say(.outsideOf, window, wanted.letters(evidence.language), list(sides))
  }

  // Each side of the empty intersection, with what it allows.
  private func empty(_ error: RotationError, _ root: String, _ mask: String?) -> String {
    var sides = [say(.supports, root, mask ?? say(.nothingKnown))]
    for party in evidence.mainConflict?.culprits ?? [] {
      guard let mask = evidence.mask(of: party) else { continue }
      sides.append(say(.sideAllows, evidence.called(party), mask.letters(evidence.language)))
    }
    return sides.joined(separator: evidence.say(LayoutPhrase.listSeparator))
  }
}

extension Asked {
  /// The answer to the question for a preferred orientation.
  var orientation: InterfaceOrientation? {
    if case .orientation(let value) = answer { value } else { nil }
  }
}
