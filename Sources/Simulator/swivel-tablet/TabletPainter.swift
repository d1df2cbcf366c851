// SPDX-License-Identifier: Apache-2.0
import Drawing
import HeadlessCompositor
import Orientation
import Pixels
import WindowBackend

/// The contents of the tablet's window at a moment.
struct TabletPicture {
  var look: TabletLook
  var list: DrawList

  var trace: TabletTrace { TabletTrace(look: look, list: list.trace) }
}

/// A picture without the pixels of clients.
struct TabletTrace {
  var look: TabletLook
  var list: DrawTrace
}

/// The appearance of the tablet, without the windows of clients.
struct TabletLook {
  var layout: TabletLayout
  var angle: Double
  var isFlat: Bool
  var groups: [WindowMotion.Group]
  var status: String
  /// The buttons drawn as active, such as the lock.
  var marked: [TabletButton]
  /// The inspector's model; nil while it is closed.
  var inspector: InspectorModel?

  var isMoving: Bool { groups.contains { $0.rest != nil } }
}

/// Draws the tablet: desk, device, panel, buttons.
final class TabletPainter {
  private static let desk: RGB = 0x39404A
  private static let rim: RGB = 0x060709
  private static let flatRim: RGB = 0x3A3F48
  private static let detail: RGB = 0x4A505A
  private static let bar: RGB = 0x1B1E23
  private static let button: RGB = 0x3A404A
  private static let marked: RGB = 0xA8571B

  private let font = Font("Sans 10")
  private let inspector = InspectorPainter()
  /// The last drawn panel, and the trace of its draw list.
  private var panel: (canvas: Canvas, trace: DrawTrace?)?
  /// The canvas for windows in motion; released when none moves.
  private var layer: Canvas?

  func damage(from trace: TabletTrace, to picture: TabletPicture) -> [Rectangle]? {
    let (old, new) = (trace.look, picture.look)
    let layout = new.layout
    guard old.layout == layout else { return nil }
    var places: [Rectangle] = []
    if old.angle == new.angle, old.isFlat == new.isFlat {
      let whole = Rectangle(origin: Point(x: 0, y: 0), size: layout.panelPixels)
      // A change of size damages the whole panel, and so does an animation.
      let parts =
        old.isMoving || new.isMoving
        ? [whole] : picture.list.damage(since: trace.list) ?? [whole]
      places += parts.compactMap { part in
        part.intersection(whole).map { layout.windowRectangle(of: $0, angle: new.angle) }
      }
    } else {
      places += [old.angle, new.angle].compactMap { layout.deviceRectangle(angle: $0) }
    }
    if old.status != new.status || old.marked != new.marked {
      places.append(layout.barRectangle)
    }
    if old.inspector != new.inspector { places.append(layout.inspectorRectangle) }
    return places
  }

  func draw(_ scene: TabletPicture, on canvas: Canvas, damage: [Rectangle]?) {
    let panel = drawPanel(scene)
    let picture = scene.look
    func isSeen(_ place: Rectangle) -> Bool {
      damage?.contains { $0.intersection(place) != nil } != false
    }
    guard let context = canvas.drawingContext else { return }
    if let damage { context.clip(damage.map { Area($0) }) }
    context.fill(Self.desk)
    drawDevice(picture, context)
    if let panel { draw(panel, picture, context) }
    // Text is the most expensive part to draw, even where it is clipped.
    if isSeen(picture.layout.barRectangle) { drawBar(picture, context) }
    if let model = picture.inspector, isSeen(picture.layout.inspectorRectangle) {
      inspector.draw(model, in: picture.layout, context)
    }
  }

  // MARK: - The panel

  private func drawPanel(_ picture: TabletPicture) -> Canvas? {
    let size = picture.list.panel
    if panel?.canvas.size != size {
      panel = Canvas(size: size).map { ($0, nil) }
    }
    guard let canvas = panel?.canvas else { return nil }
    guard picture.look.isMoving else {
      layer = nil
      let damage = panel?.trace.map { picture.list.damage(since: $0) } ?? nil
      picture.list.draw(on: canvas, damage: damage)
      panel?.trace = picture.list.trace
      return canvas
    }
    // An animation redraws everything, each window separately.
    panel?.trace = nil
    var background = picture.list
    background.items = []
    background.draw(on: canvas)
    for group in picture.look.groups {
      let items = picture.list.items[group.range]
      guard let rest = group.rest else {
        picture.list.draw(items, over: canvas)
        continue
      }
      if layer?.size == size { layer?.clear() } else { layer = Canvas(size: size) }
      guard let layer else { continue }
      picture.list.draw(items, over: layer)
      if let context = canvas.drawingContext { draw(layer, rest, context) }
    }
    return canvas
  }

  /// Draws a window in motion: rotated back by the remaining angle, with interpolated sides.
  private func draw(_ layer: Canvas, _ rest: WindowMotion.Rest, _ context: DrawingContext) {
    let (width, height) = (Double(layer.size.width), Double(layer.size.height))
    context.translate(width / 2, height / 2)
    context.rotate(rest.degrees * .pi / 180)
    if rest.isQuarter {
      context.scale(
        height / width + (1 - height / width) * rest.done,
        width / height + (1 - width / height) * rest.done)
    }
    context.translate(-width / 2, -height / 2)
    if let layer = layer.drawingContext { context.draw(layer, isExact: false) }
  }

  private func draw(_ panel: Canvas, _ picture: TabletLook, _ context: DrawingContext) {
    let layout = picture.layout
    let (sine, cosine) = Angle.sineAndCosine(picture.angle)
    // While clients draw for a new scale, the panel still has the old one.
    let magnification =
      layout.magnification * Double(layout.panelPixels.width) / Double(panel.size.width)
    let origin = layout.windowPoint(0, 0, angle: picture.angle)
    let isQuarter = abs(sine) == 1 || abs(cosine) == 1
    context.saved {
      context.translate(origin.x, origin.y)
      context.rotate(sine: sine, cosine: cosine)
      context.scale(magnification, magnification)
      guard let panel = panel.drawingContext else { return }
      context.draw(panel, isExact: isQuarter && magnification == 1)
    }
  }

  // MARK: - The device

  private func drawDevice(_ picture: TabletLook, _ context: DrawingContext) {
    let layout = picture.layout
    let scale = layout.zoom * layout.pixelScale
    let width = Double(layout.panel.width)
    let height = Double(layout.panel.height)
    let rim = TabletLayout.bezel
    context.saved {
      context.translate(layout.centre.x, layout.centre.y)
      context.rotate(picture.angle * .pi / 180)
      context.scale(scale, scale)
      context.fill(
        Area(
          x: -width / 2 - rim, y: -height / 2 - rim, width: width + 2 * rim,
          height: height + 2 * rim), picture.isFlat ? Self.flatRim : Self.rim, radius: rim)
      // The camera is above the panel, the home side below.
      context.arc(x: 0, y: -height / 2 - rim / 2, radius: 4, to: 2 * .pi, Self.detail)
      context.fill(
        Area(x: -30, y: height / 2 + rim / 2 - 3, width: 60, height: 6), Self.detail, radius: 3)
    }
  }

  // MARK: - The row of buttons

  private func drawBar(_ picture: TabletLook, _ context: DrawingContext) {
    let layout = picture.layout
    context.fill(Area(layout.barRectangle), Self.bar)
    context.saved {
      context.scale(layout.pixelScale, layout.pixelScale)
      var right = 0.0
      for button in TabletButton.allCases {
        let frame = button.frame(in: layout)
        context.fill(
          frame, picture.marked.contains(button) ? Self.marked : Self.button, radius: 6)
        context.write(button.label, font, .label, in: frame, isCentred: true)
        right = frame.x + frame.width
      }
      let room = Double(layout.shape.size.width) - right - 24
      let y = Double(layout.shape.size.height) - TabletLayout.barHeight
      if room > 20 {
        context.write(
          picture.status, font, .label,
          in: Area(x: right + 12, y: y, width: room, height: TabletLayout.barHeight))
      }
    }
  }
}

extension RGB {
  /// The colour of the buttons' text.
  static let label: RGB = 0xF2F2F2
}

extension Canvas {
  /// A context that draws on the canvas; `nil` if there is no memory for one.
  fileprivate var drawingContext: DrawingContext? {
    let pixels = unsafe UnsafeMutableRawPointer(mutating: view.address)
    return unsafe DrawingContext(pixels, size: size, of: self)
  }
}

/// Draws the inspector beside the device.
private final class InspectorPainter {
  private static let ground: RGB = 0x22262C
  private static let card: RGB = 0x2E343C
  private static let culprit: RGB = 0x4A2326
  private static let edge: RGB = 0xE5484D
  private static let chip: RGB = 0x444C57
  private static let chosen: RGB = 0x2F6FB0

  private let font = Font("Sans 10")
  private let strong = Font("Sans Bold 10")

  func draw(_ model: InspectorModel, in layout: TabletLayout, _ context: DrawingContext) {
    context.saved {
      context.scale(layout.pixelScale, layout.pixelScale)
      context.translate(Double(layout.shape.size.width) - model.width, 0)
      context.clip([Area(x: 0, y: 0, width: model.width, height: model.height)])
      context.fill(Self.ground)
      for item in model.items { draw(item, context) }
    }
  }

  private func draw(_ item: InspectorModel.Item, _ context: DrawingContext) {
    var frame = item.frame
    func write(_ colour: RGB, isCentred: Bool = false, isStrong: Bool = false) {
      context.write(
        item.text, isStrong ? strong : font, colour, in: frame, isCentred: isCentred)
    }
    switch item.look {
    case .card: context.fill(frame, Self.card, radius: 6)
    case .badCard:
      context.fill(frame, Self.culprit, radius: 6)
      (frame.y, frame.width, frame.height) = (frame.y + 4, 3, frame.height - 8)
      context.fill(frame, Self.edge)
    case .chip, .chosenChip:
      context.fill(frame, item.look == .chip ? Self.chip : Self.chosen, radius: 5)
      write(.label, isCentred: true)
    case .title: write(0xFFFFFF, isStrong: true)
    case .badTitle: write(0xFF9D94, isStrong: true)
    case .text: write(0xE6E8EB)
    case .dim: write(0xA3ABB6)
    case .bad: write(0xFF9D94)
    case .good: write(0x86D79F)
    }
  }
}
