// SPDX-License-Identifier: Apache-2.0
import Control

/// At most three lines: verdict, culprit, fix.
struct HUDMessage: Sendable, Equatable {
  /// The most lines that are ever shown.
  static let mostLines = 3

  /// What kind it is.
  var tone: HUDTone
  /// What happened; stands alone.
  var verdict: String
  /// What became of the turn on the display, if there is one.
  var status: String?
  /// Who is to blame.
  var culprit: String?
  /// What helps.
  var fix: String?

  /// The lines of a level, none when it is off.
  func lines(_ detail: OverlayOptions.Detail) -> [String] {
    let first = "\(tone.symbol) \(verdict)"
    switch detail {
    case .off: return []
    case .short: return [first]
    case .full:
      return Array(([first] + [status, culprit, fix].compactMap(\.self)).prefix(Self.mostLines))
    }
  }
}
