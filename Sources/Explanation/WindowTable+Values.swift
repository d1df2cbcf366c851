// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension WindowTable {
  /// All rows as values.
  var values: [ExplanationDocument.Row] {
    settings.map { value($0) } + evidence.windows.map { value($0) }
  }

  private func value(_ party: Party) -> ExplanationDocument.Row {
    ExplanationDocument.Row(
      window: name(party), supports: evidence.mask(of: party).map(Self.names),
      effect: setting(party)[7], isCulprit: true)
  }

  private func value(_ window: Window) -> ExplanationDocument.Row {
    let stance = Stance(window, evidence.verdict)
    let via = via(stance)
    let request = stance.request.flatMap { _ in window.android.request?.rawValue }
    return ExplanationDocument.Row(
      window: SafeText.name(window.name),
      app: evidence.isDesktop ? SafeText.name(window.shell.appID) : nil,
      level: evidence.isDesktop ? nil : window.level, isShown: isShown(window),
      isKey: evidence.verdict.after.keyWindow == window.id, via: via == "-" ? nil : via,
      turn: stance.turn?.flag, turnOrigin: stance.turn?.origin.rawValue,
      supports: request == nil ? stance.mask.map(Self.names) : nil,
      supportsOrigin: request == nil ? stance.supports.last?.origin.rawValue : nil,
      request: request,
      effect: evidence.effect(window.id), isCulprit: isCulprit(window.id))
  }

  private static func names(_ mask: OrientationMask) -> [String] { mask.orientations.map(\.name) }
}
