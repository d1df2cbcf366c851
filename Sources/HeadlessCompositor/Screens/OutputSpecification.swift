// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// An invented output: its panel and how it is set up at first.
public struct OutputSpecification: Sendable, Hashable {
  /// The largest side and scale that are accepted.
  public static let limits = (side: Int32(8192), scale: Int32(16))

  /// The connector's name; nil takes the next free `HEADLESS-n`.
  public var name: String?
  /// The panel's size in physical pixels.
  public var size: Size
  /// Physical pixels for each logical pixel.
  public var scale: Int32
  /// From the logical picture to the panel.
  public var transform: Transform
  /// Frames in a thousand seconds.
  public var refresh: Int32

  /// Describes an output.
  public init(
    name: String? = nil, size: Size, scale: Int32 = 1, transform: Transform = .normal,
    refresh: Int32 = 60_000
  ) {
    self.name = name
    self.size = size
    self.scale = scale
    self.transform = transform
    self.refresh = refresh
  }
}
