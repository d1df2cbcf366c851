// SPDX-License-Identifier: Apache-2.0

/// The edge of the panel, as natively scanned out, that points up.
public enum PanelEdge: UInt8, CaseIterable, Sendable, Hashable {
  case top = 0
  case left = 1
  case bottom = 2
  case right = 3

  /// The transform that makes content upright: top 0, left 1, bottom 2, right 3.
  public var transform: Transform { Transform(rawValue: rawValue) ?? .normal }

  /// Creates the edge that is up if an unflipped transform is right; `nil` for mirrored ones.
  public init?(transform: Transform) {
    guard !transform.isFlipped else { return nil }
    self.init(rawValue: transform.rawValue)
  }

  /// iio-sensor-proxy's name: normal, left-up, bottom-up, right-up.
  public var proxyName: String {
    switch self {
    case .top: "normal"
    case .left: "left-up"
    case .bottom: "bottom-up"
    case .right: "right-up"
    }
  }

  /// Creates the edge with iio-sensor-proxy's name; `nil` for `undefined` and any other text.
  public init?(proxyName: String) {
    guard let value = Self.allCases.first(where: { $0.proxyName == proxyName }) else { return nil }
    self = value
  }
}

/// Whether a panel, as natively scanned out, is portrait or landscape.
public enum PanelNature: String, CaseIterable, Sendable, Hashable {
  case portrait
  case landscape

  /// Creates the nature of a panel with a native mode; a square counts as landscape.
  public init(mode: Size) { self = mode.height > mode.width ? .portrait : .landscape }
}
