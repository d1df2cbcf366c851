// SPDX-License-Identifier: Apache-2.0

/// Which edge of the panel, as natively scanned out, points up.
public enum PanelEdge: UInt8, CaseIterable, Sendable, Hashable {
  case top = 0
  case left = 1
  case bottom = 2
  case right = 3

  /// The transform that makes content upright: top 0, left 1, bottom 2, right 3.
  public var transform: Transform { Transform(rawValue: rawValue) ?? .normal }

  /// The edge that is up when an unflipped transform is right; nil for mirrored ones.
  public init?(transform: Transform) {
    guard !transform.isFlipped else { return nil }
    self.init(rawValue: transform.rawValue)
  }

  /// iio-sensor-proxy's word: normal, left-up, bottom-up, right-up.
  public var proxyName: String {
    switch self {
    case .top: "normal"
    case .left: "left-up"
    case .bottom: "bottom-up"
    case .right: "right-up"
    }
  }

  /// The edge for iio-sensor-proxy's word; nil for `undefined` and anything else.
  public init?(proxyName: String) {
    guard let value = Self.allCases.first(where: { $0.proxyName == proxyName }) else { return nil }
    self = value
  }
}

/// Whether a panel, as natively scanned out, is higher than wide or not.
public enum PanelNature: String, CaseIterable, Sendable, Hashable {
  case portrait
  case landscape

  /// The nature of a panel with the given native mode; a square counts as landscape.
  public init(mode: Size) { self = mode.height > mode.width ? .portrait : .landscape }
}
