// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
public import Text

extension OrientationMask {
  /// Returns the letters of rule V-4 in the order P, U, R, L; a phrase if the mask has none.
  func letters(_ language: Language) -> String {
    let letters = orientations.map { $0.letter }.joined(separator: " ")
    if !letters.isEmpty { return letters }
    return rawValue == 0
      ? LayoutPhrase.noMask(language) : LayoutPhrase.noMaskRaw(language, "\(rawValue)")
  }
}

extension RuleSet {
  /// Returns the platform's word for an orientation of a device's display.
  ///
  /// On Android this is the request that shows the orientation, with the constant of the rotation;
  /// on ChromeOS the exact lock. The tables are in docs/rules.md.
  public func word(for orientation: InterfaceOrientation, on device: Device) -> String {
    switch family {
    case .uikit, .desktop: orientation.name
    case .chromeos: OrientationLock(orientation, on: device.panel, by: primaries).rawValue
    case .android: AndroidRotation(orientation, on: device.panel).word(on: device)
    }
  }
}

extension AndroidRotation {
  /// Returns Android's request and the constant of the rotation, such as `portrait (ROTATION_270)`.
  fileprivate func word(on device: Device) -> String {
    let request = [AndroidRequest.portrait, .landscape, .reversePortrait, .reverseLandscape].first {
      AndroidRotation.shown(by: $0, on: device) == self
    }
    return "\(request?.rawValue ?? "rotation") (ROTATION_\(rawValue))"
  }
}

extension InterfaceOrientation {
  /// The orientation's letter by rule V-4; a question mark if it is unknown.
  public var letter: String {
    switch self {
    case .portrait: "P"
    case .portraitUpsideDown: "U"
    case .landscapeRight: "R"
    case .landscapeLeft: "L"
    case .unknown: "?"
    }
  }
}

extension Transform {
  /// Returns the protocol's name of the transform and the edge that is up, such as `90 (left edge
  /// up)`; only the name of a flipped transform.
  public func shortWords(_ language: Language) -> String {
    PanelEdge(transform: self).map {
      EffectPhrase.shortTransform(language, wireName, $0.words(language))
    } ?? wireName
  }

  /// Returns the transform's number and usual names, such as `transform 1 (90° counter-clockwise,
  /// left edge up)`; a flipped transform has no edge.
  func words(_ language: Language) -> String {
    let turn =
      quarterTurns == 0
      ? nil : EffectPhrase.counterClockwise(language, "\(quarterTurns * 90)")
    let sense =
      switch (isFlipped, turn) {
      case (false, let turn): turn ?? EffectPhrase.normal(language)
      case (true, nil): EffectPhrase.mirrored(language)
      case (true, let turn?): EffectPhrase.mirroredThen(language, turn)
      }
    let edge = PanelEdge(transform: self).map { $0.words(language) }
    let parts = [sense, edge].compactMap { $0 }
    return EffectPhrase.transform(
      language, "\(rawValue)", parts.joined(separator: LayoutPhrase.listSeparator(language)))
  }
}

extension PanelEdge {
  /// Returns the edge in words, such as `left edge up`.
  public func words(_ language: Language) -> String {
    switch self {
    case .top: EffectPhrase.topEdge(language)
    case .left: EffectPhrase.leftEdge(language)
    case .bottom: EffectPhrase.bottomEdge(language)
    case .right: EffectPhrase.rightEdge(language)
    }
  }
}

extension Instant {
  /// Seconds with three decimals, truncated, such as `12.345`.
  package var seconds: String {
    let whole = milliseconds.magnitude
    let fraction = String(whole % 1000)
    let zeros = String(repeating: "0", count: 3 - fraction.count)
    return "\(milliseconds < 0 ? "-" : "")\(whole / 1000).\(zeros)\(fraction)"
  }
}
