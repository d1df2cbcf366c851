// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The layout that a turn of one output asks for.
public struct OutputChange: Sendable, Hashable {
  /// One output that is on, as it shall be.
  public struct Place: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// Its transform.
    public var transform: Transform
    /// Its top left corner, in logical pixels.
    public var position: Point

    /// Places an output.
    public init(output: String, transform: Transform, position: Point) {
      self.output = output
      self.transform = transform
      self.position = position
    }
  }

  /// The name of the output that turns.
  public var output: String
  /// What it turns to.
  public var transform: Transform
  /// Every output that is on, that one included; none overlaps another that did not before.
  public var layout: [Place]

  /// States a layout.
  public init(output: String, transform: Transform, layout: [Place]) {
    self.output = output
    self.transform = transform
    self.layout = layout
  }

  /// Turns one of the outputs given and lets its neighbours follow; those that are off stay so.
  public init(turning name: String, to transform: Transform, among outputs: [DesktopOutput]) {
    let live = outputs.filter(\.enabled)
    var positions = live.map(\.logicalPosition)
    if let index = live.firstIndex(where: { $0.name == name }),
      live[index].transform.swapsDimensions != transform.swapsDimensions
    {
      let rectangles = live.map { Rectangle(origin: $0.logicalPosition, size: $0.logicalSize) }
      positions = OutputLayout.positions(
        of: rectangles, resizing: index, to: live[index].logicalSize.swapped)
    }
    let places = zip(live, positions).map { output, position in
      Place(
        output: output.name, transform: output.name == name ? transform : output.transform,
        position: position)
    }
    self.init(output: name, transform: transform, layout: places)
  }

  /// What becomes of an output; nil for one that is off.
  public func place(of output: String) -> Place? { layout.first { $0.output == output } }
}
