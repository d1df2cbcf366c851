// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension Evidence {
  /// Whether the status bar stands otherwise than before.
  var barMoved: Bool {
    verdict.before.statusBar.orientation != verdict.after.statusBar.orientation
  }

  /// Whether the page turned, as seen by a person: the same window, another orientation.
  var pageMoved: Bool {
    guard let before = verdict.pageBefore, let page = verdict.page else { return false }
    return before.orientation != page.orientation
  }

  /// The outputs that were told to turn, with the transforms before and after.
  var turnedOutputs: [(output: Output, from: Transform, to: Transform)] {
    verdict.after.outputs.compactMap { output in
      let old = verdict.before.outputs.first { $0.id == output.id }?.desired ?? output.initial
      return old == output.desired ? nil : (output, old, output.desired)
    }
  }

  /// Whether a window wrote the status bar in this step.
  func wroteBar(_ id: WindowID) -> Bool {
    verdict.moves.contains {
      if case .statusBar(_, .window(let writer)) = $0 { writer == id } else { false }
    }
  }

  /// What a window was turned to in this step; nil when it stayed.
  func target(_ id: WindowID) -> InterfaceOrientation? {
    var target: InterfaceOrientation?
    for case .window(id, let orientation) in verdict.moves { target = orientation }
    return target
  }

  /// What bar, page and outputs did, in words.
  var movedWords: String {
    var parts: [String] = []
    if !isDesktop {
      parts.append(say(EffectPhrase.bar, change(verdict.before.statusBar.orientation, bar)))
      parts.append(pageMovedWords)
    }
    let turned = turnedOutputs
    for output in verdict.after.outputs where output.isManaged && (isDesktop || !turned.isEmpty) {
      let name = SafeText.name(output.name)
      if let found = turned.first(where: { $0.output.id == output.id }) {
        parts.append("\(name) \(found.from.wireName) -> \(found.to.shortWords(language))")
      } else {
        parts.append("\(name) " + say(EffectPhrase.unchanged, output.desired.wireName))
      }
    }
    return parts.isEmpty
      ? say(EffectPhrase.nothingMoves)
      : parts.joined(separator: say(LayoutPhrase.listSeparator))
  }

  private var bar: InterfaceOrientation { verdict.after.statusBar.orientation }

  private var pageMovedWords: String {
    guard let page = verdict.page else { return say(EffectPhrase.noPage) }
    guard let before = verdict.pageBefore else {
      return say(EffectPhrase.page, page.orientation.name)
    }
    if before.window != page.window {
      return say(EffectPhrase.pageNow, quoted(page.window), page.orientation.name)
    }
    return say(EffectPhrase.page, change(before.orientation, page.orientation))
  }

  private func change(_ old: InterfaceOrientation, _ new: InterfaceOrientation) -> String {
    old == new ? say(EffectPhrase.unchanged, new.name) : "\(old.name) -> \(new.name)"
  }
}
