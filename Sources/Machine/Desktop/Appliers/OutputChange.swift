// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// The layout that turns of one or several outputs ask for, all at once.
public struct OutputChange: Sendable, Hashable {
  /// One output that turns.
  public struct Turn: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// What it turns to.
    public var transform: Transform
  }

  /// One output that is on, as it shall be.
  public struct Place: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// Its transform.
    public var transform: Transform
    /// Its top left corner, in logical pixels.
    public var position: Point
  }

  /// The outputs that turn, each once.
  public var turns: [Turn]
  /// Every output that is on, those included; none overlaps another that did not before.
  public var layout: [Place]

  /// States a layout.
  public init(turns: [Turn], layout: [Place]) {
    self.turns = turns
    self.layout = layout
  }

  /// Turns some of the outputs given and lets their neighbours follow; those that are off stay so.
  public init(_ turns: [Turn], among outputs: [DesktopOutput]) {
    let live = outputs.filter(\.enabled)
    let transforms = live.map { output in
      turns.first { $0.output == output.name }?.transform ?? output.transform
    }
    var positions = live.map(\.logicalPosition)
    let sizes = zip(live, transforms).map { output, transform in
      output.transform.swapsDimensions == transform.swapsDimensions
        ? output.logicalSize : output.logicalSize.swapped
    }
    if sizes != live.map(\.logicalSize) {
      let rectangles = live.map { Rectangle(origin: $0.logicalPosition, size: $0.logicalSize) }
      positions = OutputLayout.positions(of: rectangles, resizedTo: sizes)
    }
    let layout = live.indices.map { index in
      Place(output: live[index].name, transform: transforms[index], position: positions[index])
    }
    self.init(turns: turns, layout: layout)
  }

  /// What becomes of an output; nil for one that is off.
  public func place(of output: String) -> Place? { layout.first { $0.output == output } }
}
