// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A requested layout in which one or more outputs are rotated.
public struct OutputChange: Sendable, Hashable {
  /// One output that is rotated.
  public struct Turn: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// The requested transform.
    public var transform: Transform
  }

  /// One enabled output in the requested layout.
  public struct Place: Sendable, Hashable {
    /// The connector's name.
    public var output: String
    /// The output's transform.
    public var transform: Transform
    /// The output's top left corner, in logical pixels.
    public var position: Point
  }

  /// The outputs to rotate, each once.
  public var turns: [Turn]
  /// Every enabled output, rotated or not; outputs overlap only if they overlapped before.
  public var layout: [Place]

  /// Creates a change from its rotations and its layout.
  public init(turns: [Turn], layout: [Place]) {
    self.turns = turns
    self.layout = layout
  }

  /// Creates a change that rotates outputs and moves their neighbours; disabled outputs stay
  /// disabled.
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

  /// Returns the place of an output in the layout; `nil` if the output is disabled or unknown.
  public func place(of output: String) -> Place? { layout.first { $0.output == output } }
}
