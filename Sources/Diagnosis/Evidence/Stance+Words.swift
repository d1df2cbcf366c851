// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Stance {
  /// What it answered, such as `answered YES by default`; nil when nobody asked it.
  func words(_ wanted: InterfaceOrientation?) -> String? {
    if stop?.gate == .orientationLock { return "prefers its orientation locked" }
    guard wasAsked else { return nil }
    guard let turn else { return maskWords(wanted) }
    let said = turn.origin.words(turn.flag == true ? "YES" : "NO", turn)
    guard turn.flag == true, let wanted, let mask, !mask.allows(wanted) else { return said }
    return "\(said), but not for \(wanted.name) (supports \(mask.letters)\(maskOrigin))"
  }

  /// The same in short for the page: `said NO`.
  func shortWords(_ wanted: InterfaceOrientation?) -> String? {
    guard let turn, turn.origin == .written, stop?.gate != .orientationLock else {
      return words(wanted)
    }
    guard turn.flag == true else { return "said NO" }
    guard let wanted, let mask, !mask.allows(wanted) else { return "said YES" }
    return "said YES, but not for \(wanted.name)"
  }

  private func maskWords(_ wanted: InterfaceOrientation?) -> String? {
    guard let mask else { return nil }
    if let wanted, !mask.allows(wanted) {
      return "does not support \(wanted.name) (only \(mask.letters)\(maskOrigin))"
    }
    return "supports \(mask.letters)\(maskOrigin)"
  }

  private var maskOrigin: String {
    guard let record = supports.last, record.origin != .written else { return "" }
    return record.origin == .standard ? " by default" : ", \(record.origin.rawValue)"
  }
}

extension Origin {
  /// A sentence about an answer that came this way.
  func words(_ answer: String, _ asked: Asked) -> String {
    switch self {
    case .written: "answered \(answer) (written)"
    case .standard: "answered \(answer) by default"
    case .forwarded:
      "answered \(answer), forwarded from \(asked.via.last.map { SafeText.quoted($0) } ?? "another")"
    case .containerDelegate: "answered \(answer) by its container's delegate"
    case .cached: "answered \(answer) earlier (cached)"
    case .timedOut: "was silent too long, which counts as \(answer)"
    case .failed: "broke its contract, which counts as \(answer)"
    }
  }

  /// The word in tables; capitals for the two that say who is responsible.
  var cell: String {
    switch self {
    case .written: "WRITTEN"
    case .standard: "DEFAULT"
    default: rawValue
    }
  }
}
