// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import Pixels

/// The creator of the outputs' draw lists: windows, the compositor's own status bar, and outlines.
final class SceneRenderer {
  private unowned let compositor: CompositorCore
  /// The last picture that `barPicture` returned, with the compositor's copy; nil before the first.
  private var bar: (picture: Canvas, copy: PixelStore)?

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  /// Returns an output's draw list, in which a turn that waits for clients is not visible yet.
  func drawList(of output: CompositorOutput) -> DrawList {
    if let frozen = output.frozen { return frozen }
    var list = DrawList(
      panel: output.size, scale: output.scale, transform: output.transform,
      background: compositor.options.background, items: [])
    var needsBar = drawsBar
    for window in compositor.windows.ordered
    where window.isVisible && window.output === output {
      if needsBar, window.height > 40 {
        list.items += barItems(on: output)
        needsBar = false
      }
      list.items += window.frozen ?? window.items
    }
    if needsBar { list.items += barItems(on: output) }
    if compositor.showsOutlines { list.items += outlines(on: output) }
    return list
  }

  /// Whether the compositor draws the status bar; false if a client does, the option is `none`, the
  /// rule set rotates outputs, or it hides the bar.
  private var drawsBar: Bool {
    compositor.options.bar == .automatic && !compositor.rotationController.turnsOutputs
      && compositor.transaction.showsBar && !compositor.layers.hasStatusBar
  }

  /// Returns the items of the status bar at the upper edge: `barPicture`, or a dark bar with a
  /// light mark at the left that shows the orientation.
  private func barItems(on output: CompositorOutput) -> [SceneItem] {
    let space = WindowSpace(
      transform: compositor.transaction.barTransform, area: output.area)
    let height = HeadlessCompositor.barHeight
    let size = Size(width: space.size.width * output.scale, height: height * output.scale)
    if let picture = compositor.barPicture?(size, output.scale) {
      let copy = bar?.picture === picture ? bar?.copy : nil
      let store = copy ?? PixelStore(copying: picture)
      bar = (picture, store)
      let place = Rectangle(
        origin: Point(x: 0, y: 0), size: Size(width: space.size.width, height: height))
      return [
        SceneItem(
          content: .pixels(store, transform: .normal), turn: space.transform,
          destination: space.onOutput(place))
      ]
    }
    func fill(_ colour: UInt32, _ x: Int32, _ y: Int32, _ width: Int32, _ tall: Int32) -> SceneItem
    {
      let place = Rectangle(origin: Point(x: x, y: y), size: Size(width: width, height: tall))
      return SceneItem(
        content: .colour(colour), turn: space.transform, destination: space.onOutput(place))
    }
    return [
      fill(0xFF10_1010, 0, 0, space.size.width, height),
      fill(0xFFF0_F0F0, 4, 4, min(48, space.size.width), height - 8),
    ]
  }

  /// Returns the outlines of all mapped windows on an output, including hidden ones, each with its
  /// answer in the last decision.
  private func outlines(on output: CompositorOutput) -> [SceneItem] {
    let verdict = compositor.rotationController.verdict
    let windows = compositor.windows.ordered.filter { $0.isMapped && $0.output === output }
    return windows.flatMap { window in
      guard let space = window.space else { return [SceneItem]() }
      let area = Rectangle(origin: window.origin, size: window.geometry.size)
      return WindowOutline(window: window.id, isHidden: window.isHidden, area: area, verdict)
        .items(in: space)
    }
  }
}

/// The outline of a window, dashed if the window is hidden, with its answer as a label; a culprit's
/// is red, otherwise the answer determines the colour.
private struct WindowOutline {
  enum Stance: Equatable {
    case yes, no, notAsked

    var word: String {
      switch self {
      case .yes: "YES"
      case .no: "NO"
      case .notAsked: "-"
      }
    }

    var colour: UInt32 {
      switch self {
      case .yes: 0xFF2E_A043
      case .no: 0xFFE0_8A00
      case .notAsked: 0xFF8A_919C
      }
    }
  }

  private static let culpritColour: UInt32 = 0xFFE0_1B24
  private static let dash: Int32 = 8

  let stance: Stance
  let isHidden: Bool
  let isCulprit: Bool
  private let area: Rectangle

  init(window: WindowID?, isHidden: Bool, area: Rectangle, _ verdict: Verdict?) {
    self.isHidden = isHidden
    self.area = area
    let answers = verdict?.asked.compactMap { asked -> Bool? in
      guard asked.window == window, case .flag(let value) = asked.answer else { return nil }
      return value
    }
    stance = answers?.last.map { $0 ? .yes : .no } ?? .notAsked
    isCulprit =
      window.map { id in
        verdict?.conflicts.contains { $0.culprits.contains(.window(id)) } ?? false
      } ?? false
  }

  func items(in space: WindowSpace) -> [SceneItem] {
    let colour = isCulprit ? Self.culpritColour : stance.colour
    let thick: Int32 = isCulprit ? 4 : 2
    let (x, y) = (area.origin.x, area.origin.y)
    let (w, h) = (area.size.width, area.size.height)
    var parts: [Rectangle] = []
    parts += edge(from: x, y, length: w, thick: thick, isUpright: false)
    parts += edge(from: x, y + h - thick, length: w, thick: thick, isUpright: false)
    parts += edge(from: x, y, length: h, thick: thick, isUpright: true)
    parts += edge(from: x + w - thick, y, length: h, thick: thick, isUpright: true)
    parts += PixelLetters.rectangles(stance.word, at: Point(x: x + 8, y: y + 28), dot: 3)
    return parts.map { part in
      SceneItem(content: .colour(colour), turn: space.transform, destination: space.onOutput(part))
    }
  }

  private func edge(
    from x: Int32, _ y: Int32, length: Int32, thick: Int32, isUpright: Bool
  ) -> [Rectangle] {
    let step = isHidden ? Self.dash : max(1, length)
    let starts = stride(from: Int32(0), to: length, by: Int(isHidden ? 2 * step : step))
    let pieces = starts.map { (start: $0, length: min(step, length - $0)) }
    return pieces.map { piece in
      isUpright
        ? Rectangle(
          origin: Point(x: x, y: y + piece.start), size: Size(width: thick, height: piece.length))
        : Rectangle(
          origin: Point(x: x + piece.start, y: y), size: Size(width: piece.length, height: thick))
    }
  }
}

/// A bitmap font for the labels of outlines; letters are drawn as rectangles.
private enum PixelLetters {
  /// Three dots per row, the highest bit at the left; the upper row comes first.
  private static let shapes: [Character: [UInt8]] = [
    "Y": [0b101, 0b101, 0b010, 0b010, 0b010], "E": [0b111, 0b100, 0b110, 0b100, 0b111],
    "S": [0b111, 0b100, 0b111, 0b001, 0b111], "N": [0b111, 0b101, 0b101, 0b101, 0b101],
    "O": [0b111, 0b101, 0b101, 0b101, 0b111], "-": [0, 0, 0b111, 0, 0],
  ]

  /// Returns the dots of a word at a position; unknown letters leave a gap.
  static func rectangles(_ word: String, at origin: Point, dot: Int32) -> [Rectangle] {
    var rectangles: [Rectangle] = []
    let size = Size(width: dot, height: dot)
    for (index, letter) in word.enumerated() {
      let left = origin.x + Int32(index) * 4 * dot
      for (row, bits) in (shapes[letter] ?? []).enumerated() {
        for column in 0..<3 where bits >> (2 - column) & 1 == 1 {
          let corner = Point(x: left + Int32(column) * dot, y: origin.y + Int32(row) * dot)
          rectangles.append(Rectangle(origin: corner, size: size))
        }
      }
    }
    return rectangles
  }
}
