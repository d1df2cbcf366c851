// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
public import Text

/// The words for orientations, masks and locks that users of a platform know.
///
/// UIKit, Android and ChromeOS have a name for each orientation, which scenario files use too. A
/// Wayland desktop has none: a device is held with an edge up, an output has a transform, and the
/// rule of a window allows portrait, landscape or single transforms.
public struct Vocabulary: Sendable {
  private enum Kind: Sendable {
    case names
    case platform(any RuleSet, Device)
    case edges(PanelNature)
  }

  private let kind: Kind
  private let language: Language

  /// Creates the vocabulary of a rule set's platform for a scene; UIKit's if `rules` is `nil`.
  init(_ rules: (any RuleSet)?, of scene: Scene, _ language: Language) {
    self.language = language
    kind =
      switch rules?.scope {
      case .window, nil: .names
      case .display: rules.map { .platform($0, scene.device) } ?? .names
      case .output:
        .edges(
          (scene.outputs.first { $0.isManaged } ?? scene.outputs.first)?.panel
            ?? scene.device.panel)
      }
  }

  /// Creates the vocabulary with the orientation names that configurations use.
  public init(_ language: Language) { (kind, self.language) = (.names, language) }

  /// Creates the vocabulary of Wayland desktops, for orientations shown on a panel.
  public init(on panel: PanelNature, _ language: Language) {
    self.language = language
    kind = .edges(panel)
  }

  /// Returns words for how a device is held, such as `left edge up` on a desktop.
  public func device(_ orientation: DeviceOrientation) -> String {
    guard case .edges = kind else { return orientation.name }
    if let edge = orientation.edgeUp { return edge.words(language) }
    switch orientation {
    case .faceUp: return EdgePhrase.faceUp(language)
    case .faceDown: return EdgePhrase.faceDown(language)
    default: return EdgePhrase.unknown(language)
    }
  }

  /// Returns words for the orientation of content, such as `90 (left edge up)` on a desktop.
  public func orientation(_ orientation: InterfaceOrientation) -> String {
    switch kind {
    case .names: orientation.name
    case .platform(let rules, let device): rules.word(for: orientation, on: device)
    case .edges(let panel):
      orientation.transform(on: panel)?.shortWords(language) ?? EdgePhrase.unknown(language)
    }
  }

  /// Returns words for the orientations to which a lock limits rotation; on a desktop, `nil` for
  /// `any` and `current`.
  public func lock(_ lock: OrientationLock) -> String? {
    guard case .edges(let panel) = kind else { return lock.rawValue }
    switch lock {
    case .any, .current: return nil
    case .portrait, .landscape: return lock.rawValue
    default: return lock.mask(on: panel).first.map { orientation($0) }
    }
  }

  /// Returns words for a lock; on a desktop, the locks `current` and `any` are named by the shown
  /// orientation, `shown`, if known.
  public func lock(_ lock: OrientationLock, shown: InterfaceOrientation?) -> String {
    self.lock(lock) ?? Self.shown(shown.map { orientation($0) }, language)
  }

  /// Returns words for the shown orientation, with its transform if known.
  public static func shown(_ transform: String?, _ language: Language) -> String {
    transform.map { EdgePhrase.shownAt(language, $0) } ?? EdgePhrase.shown(language)
  }

  /// Returns all orientations of a mask in words, such as `90 (left edge up) and 270 (right edge
  /// up)`; `every orientation` or `no orientation` for a full or empty mask.
  public func each(_ mask: OrientationMask) -> String {
    if mask.legal == .all { return EdgePhrase.everyOne(language) }
    return mask.legal.isEmpty
      ? EdgePhrase.noOne(language) : list(mask.orientations.map { orientation($0) })
  }

  /// Returns a mask in words: the letters of rule V-4; on a desktop, `portrait`, `landscape` or
  /// transforms with their edges.
  func mask(_ mask: OrientationMask) -> String {
    guard case .edges = kind else { return mask.letters(language) }
    return Self.whole(mask) ?? list(mask.orientations.map { orientation($0) })
  }

  /// Returns a mask as a table cell: like `mask(_:)`, but on a desktop without edges, and with a
  /// word for all or no orientations.
  func cell(_ mask: OrientationMask) -> String {
    guard case .edges(let panel) = kind else { return mask.letters(language) }
    if mask.legal == .all { return EdgePhrase.every(language) }
    if mask.legal.isEmpty { return EdgePhrase.none(language) }
    return Self.whole(mask)
      ?? mask.orientations.compactMap { $0.transform(on: panel)?.wireName }
      .joined(separator: EdgePhrase.comma(language))
  }

  /// Returns a verb phrase for the orientations that a window allows, such as `allows landscape
  /// only`.
  func limit(_ mask: OrientationMask) -> String {
    let missing = OrientationMask.all.subtracting(mask)
    if missing.isEmpty { return EdgePhrase.allowsEvery(language) }
    if mask.legal.isEmpty { return EdgePhrase.allowsNone(language) }
    if missing.orientations.count == 1, let one = missing.first {
      return EdgePhrase.allowsBut(language, orientation(one))
    }
    return EdgePhrase.allowsOnly(language, self.mask(mask))
  }

  private static func whole(_ mask: OrientationMask) -> String? {
    switch mask.legal {
    case .landscape: OrientationLock.landscape.rawValue
    case [.portrait, .portraitUpsideDown]: OrientationLock.portrait.rawValue
    default: nil
    }
  }

  private func list(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return EdgePhrase.and(
      language, items.dropLast().joined(separator: EdgePhrase.comma(language)), last)
  }
}

/// The texts about orientations of a Wayland desktop.
enum EdgePhrase: String, Phrase {
  case faceUp = "lying flat, screen up | 平放，屏幕朝上"
  case faceDown = "lying flat, screen down | 平放，屏幕朝下"
  case unknown = "unknown | 未知"
  case shown = "what is shown | 当前方向"
  case shownAt = "what is shown: {transform} | 当前方向：{transform}"
  case everyOne = "every orientation | 全部方向"
  case noOne = "no orientation | 没有方向"
  case every = "every | 全部"
  case none = "none | 无"
  case allowsEvery = "allows every orientation | 允许全部方向"
  case allowsNone = "allows no orientation | 不允许任何方向"
  case allowsBut = "allows all but {transform} | 不允许 {transform}"
  case allowsOnly = "allows {modes} only | 只允许 {modes}"
  case and = "{first} and {last} | {first}和 {last}"
  case comma = ",  | 、"
}
