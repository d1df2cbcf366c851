// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Headline {
  /// What was raised, or refused without an error.
  var failed: (String, String) {
    guard let error = verdict.error else {
      return (
        "the device's orientation cannot be written", "rule set \(evidence.rulesID) forbids it"
      )
    }
    let window = evidence.called(error.window)
    let root = error.controller.map { "\(SafeText.quoted($0)) in \(window)" } ?? window
    let name = error.name.rawValue
    let mask = evidence.mask(of: error)
    switch error.rule {
    case .x3:
      let preferred = verdict.asked.last {
        $0.window == error.window && $0.question == .preferred
      }
      return (
        name,
        "\(root) prefers \(preferred?.orientation?.name ?? "an orientation"), "
          + "which it does not support (\(mask?.letters ?? "unknown"))"
      )
    case .x2: return ("no orientation suits everyone (\(name))", "\(root) supports none at all")
    case .e5:
      return (
        name, "\(window) asked for an orientation outside \(mask?.letters ?? "what it supports")"
      )
    default:
      return ("no orientation suits everyone (\(name))", empty(error, root, mask))
    }
  }

  // Each side of the empty intersection, with what it allows.
  private func empty(_ error: RotationError, _ root: String, _ mask: OrientationMask?) -> String {
    var sides = ["\(root) supports \(mask?.letters ?? "nothing known")"]
    for party in evidence.mainConflict?.culprits ?? [] {
      guard let mask = evidence.mask(of: party) else { continue }
      sides.append("\(evidence.called(party)) allows \(mask.letters)")
    }
    return sides.joined(separator: ", ")
  }
}

extension Asked {
  /// The answer to the question for a preferred orientation.
  var orientation: InterfaceOrientation? {
    if case .orientation(let value) = answer { value } else { nil }
  }
}
