// SPDX-License-Identifier: Apache-2.0
import Drawing
import HeadlessCompositor
import Orientation
import Pixels
import WindowBackend

struct TabletPicture {
  var look: TabletLook
  var list: DrawList

  var trace: TabletTrace { TabletTrace(look: look, list: list.trace) }
}

/// The parts of a picture without clients' pixels, from which damage is computed.
struct TabletTrace {
  var look: TabletLook
  var list: DrawTrace
}

/// The appearance of the tablet, without clients' windows.
struct TabletLook {
  var layout: TabletLayout
  var theme = TabletTheme.dark
  var angle: Double
  var isFlat: Bool
  var groups: [WindowMotion.Group]
  var caption = Caption.welcome
  /// The device's orientation and the judge's gate, drawn after the caption's `place`; empty while
  /// an earlier decision is shown.
  var status: String
  /// The buttons drawn as active, such as the lock.
  var marked: [TabletButton]
  /// The button under the pointer, and whether its tooltip is shown; nil for none.
  var hovered: TabletButton?
  var hasHint = false
  /// The timeline; nil if there is no space.
  var timeline: TimelineModel?
  var ghosts: [Ghost] = []
  /// Whether an earlier decision is shown, with windows as outlines over the dimmed panel.
  var isPast = false
  /// The inspector's model; nil while the inspector is closed or has no decision to show.
  var inspector: InspectorModel?

  var isMoving: Bool { groups.contains { $0.rest != nil } }
}

final class TabletPainter {
  private static let rim: RGB = 0x060709
  private static let flatRim: RGB = 0x3A3F48
  private static let detail: RGB = 0x4A505A

  private let small = Font("Sans 12px")
  private let headline = Font("Sans Bold 17px")
  private let narrowHeadline = Font("Sans Bold 13px")
  private let inspector = InspectorPainter()
  /// The last drawn panel, with its draw list's trace, nil for a new canvas and after an animation.
  private var panel: (canvas: Canvas, trace: DrawTrace?)?
  /// The canvas for animated windows; released when none is animated.
  private var layer: Canvas?

  func damage(from trace: TabletTrace, to picture: TabletPicture) -> [Rectangle]? {
    let (old, new) = (trace.look, picture.look)
    let layout = new.layout
    guard old.layout == layout, old.theme == new.theme else { return nil }
    var places: [Rectangle] = []
    if old.angle == new.angle, old.isFlat == new.isFlat, old.isPast == new.isPast,
      old.ghosts == new.ghosts
    {
      let whole = Rectangle(origin: Point(x: 0, y: 0), size: layout.panelPixels)
      // A change of the panel's size or an animation damages the whole panel.
      let parts =
        old.isMoving || new.isMoving
        ? [whole] : picture.list.damage(since: trace.list) ?? [whole]
      places += parts.compactMap { part in
        part.intersection(whole).map { layout.windowRectangle(of: $0, angle: new.angle) }
      }
    } else {
      places += [old.angle, new.angle].compactMap { layout.deviceRectangle(angle: $0) }
    }
    if old.caption != new.caption || old.status != new.status {
      places.append(layout.captionRectangle)
    }
    if old.marked != new.marked || old.hovered != new.hovered || old.timeline != new.timeline {
      places.append(layout.barRectangle)
    }
    if old.hovered != new.hovered || old.hasHint != new.hasHint || old.marked != new.marked {
      places += [old, new].compactMap { hint(of: $0).map { layout.pixels(of: $0.frame) } }
    }
    if old.inspector != new.inspector { places.append(layout.inspectorRectangle) }
    return places
  }

  func draw(_ scene: TabletPicture, on canvas: Canvas, damage: [Rectangle]?) {
    let panel = drawPanel(scene)
    let picture = scene.look
    let layout = picture.layout
    func isSeen(_ place: Rectangle) -> Bool {
      damage?.contains { $0.intersection(place) != nil } != false
    }
    guard let context = canvas.drawingContext else { return }
    if let damage { context.clip(damage.map { Area($0) }) }
    context.fill(picture.theme.desk)
    drawDevice(picture, context)
    if let panel { draw(panel, picture, context) }
    if !picture.ghosts.isEmpty || picture.isPast { drawGhosts(picture, context) }
    // Text is skipped if undamaged, since it is expensive to draw even where it is clipped.
    context.saved {
      context.scale(layout.pixelScale, layout.pixelScale)
      if layout.captionHeight > 0, isSeen(layout.captionRectangle) { drawCaption(picture, context) }
      if let model = picture.inspector, isSeen(layout.inspectorRectangle) {
        inspector.draw(model, picture.theme, in: layout.inspectorFrame, context)
      }
      if isSeen(layout.barRectangle) { drawBar(picture, context) }
      if let hint = hint(of: picture), isSeen(layout.pixels(of: hint.frame)) {
        context.fill(hint.frame, picture.theme.text, radius: 5)
        context.write(hint.text, small, picture.theme.chrome, in: hint.frame, isCentred: true)
      }
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
    // During an animation everything is redrawn, each window separately.
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

  /// Draws an animated window, rotated back by the remaining angle and with interpolated size.
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
    // After a change of scale, the canvas keeps the old size until clients have drawn again; the
    // ratio of the widths compensates for the difference.
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

  /// Calls `body` with the origin of coordinates at the device's centre, in the device's logical
  /// pixels.
  private func onDevice(
    _ picture: TabletLook, _ context: DrawingContext, _ body: (_ panel: Area) -> Void
  ) {
    let layout = picture.layout
    let scale = layout.zoom * layout.pixelScale
    let (width, height) = (Double(layout.panel.width), Double(layout.panel.height))
    context.saved {
      context.translate(layout.centre.x, layout.centre.y)
      context.rotate(picture.angle * .pi / 180)
      context.scale(scale, scale)
      body(Area(x: -width / 2, y: -height / 2, width: width, height: height))
    }
  }

  private func drawDevice(_ picture: TabletLook, _ context: DrawingContext) {
    onDevice(picture, context) { panel in
      let rim = TabletLayout.bezel
      let body = panel.inset(by: -rim)
      context.fill(body, picture.isFlat ? Self.flatRim : Self.rim, radius: 1.6 * rim)
      context.stroke(
        body.inset(by: 0.75), picture.theme.edge, lineWidth: 1.5, radius: 1.6 * rim - 0.75)
      // The camera is above the panel, the home indicator below.
      context.arc(x: 0, y: panel.y - rim / 2, radius: 3, to: 2 * .pi, Self.detail)
      context.fill(
        Area(x: -30, y: panel.y + panel.height + rim / 2 - 2, width: 60, height: 4), Self.detail,
        radius: 2)
    }
  }

  private func drawGhosts(_ picture: TabletLook, _ context: DrawingContext) {
    onDevice(picture, context) { panel in
      if picture.isPast {
        context.saved {
          context.clip([panel])
          context.faded(0.8) { context.fill(0x14171C) }
        }
      }
      for (place, ghost) in picture.ghosts.enumerated() {
        context.saved { draw(ghost, place, on: panel, isPast: picture.isPast, context) }
      }
    }
  }

  private func draw(
    _ ghost: Ghost, _ place: Int, on panel: Area, isPast: Bool, _ context: DrawingContext
  ) {
    let isQuarter = Int(ghost.angle) % 180 != 0
    let (across, down) =
      isQuarter ? (panel.height, panel.width) : (panel.width, panel.height)
    let (width, height) = (min(across, ghost.width ?? across), min(down, ghost.height ?? down))
    let frame = Area(x: -width / 2, y: -height / 2, width: width, height: height)
      .inset(by: min(6 + 5 * Double(place), width / 4, height / 4))
    let colour: RGB = ghost.isCulprit ? 0xFF6F66 : isPast ? 0xAFC7EA : 0x5B8DD6
    context.rotate(ghost.angle * .pi / 180)
    context.stroke(frame, colour, lineWidth: 2, radius: 6, dash: ghost.isHidden ? 8 : nil)
    let text = ghost.isHidden ? "\(ghost.name), hidden" : ghost.name
    let wide = min(frame.width - 8, small.size(of: text).width + 20)
    guard wide > 20, frame.height > 34 else { return }
    let label = Area(
      x: -wide / 2, y: frame.y + 28 + 26 * Double(place % 8), width: wide, height: 22)
    context.fill(label, colour, radius: 11)
    context.write(text, small, 0x14171C, in: label, isCentred: true)
  }

  // MARK: - The caption

  private func drawCaption(_ picture: TabletLook, _ context: DrawingContext) {
    let (layout, theme, caption) = (picture.layout, picture.theme, picture.caption)
    let width = Double(layout.shape.size.width)
    let height = layout.captionHeight
    let colour = theme.colour(of: caption.tone)
    context.fill(Area(x: 0, y: 0, width: width, height: height), theme.chrome)
    context.fill(Area(x: 0, y: height - 1, width: width, height: 1), theme.line)
    if caption.tone != .plain {
      context.fill(Area(x: 0, y: 0, width: 5, height: height - 1), colour)
    }
    var area = Area(x: 18, y: 7, width: width - 36, height: 15)
    context.write("\(caption.place)   \(picture.status)", small, theme.dim, in: area)
    if headline.size(of: caption.headline).width <= area.width {
      (area.y, area.height) = (24, 28)
      context.write(caption.headline, headline, colour, in: area)
    } else {
      area.y = 22
      context.write(
        caption.headline, narrowHeadline, colour, in: area, fromTop: true, wraps: true, lines: 2)
    }
  }

  // MARK: - The bar

  private func drawBar(_ picture: TabletLook, _ context: DrawingContext) {
    let (layout, theme) = (picture.layout, picture.theme)
    let top = Double(layout.shape.size.height) - TabletLayout.barHeight
    let width = Double(layout.shape.size.width)
    context.fill(Area(x: 0, y: top, width: width, height: TabletLayout.barHeight), theme.chrome)
    context.fill(Area(x: 0, y: top, width: width, height: 1), theme.line)
    for button in TabletButton.allCases {
      let frame = layout.frame(of: button)
      guard frame.width > 0 else { continue }
      let isOn = picture.marked.contains(button)
      // The pictogram of the play button already shows whether the timeline plays.
      let isChosen = isOn && button != .play
      if isChosen || picture.hovered == button {
        context.fill(frame, theme.chip, radius: 6)
      }
      context.saved {
        context.translate(frame.x + frame.width / 2, frame.y + frame.height / 2)
        TabletIcon(colour: isChosen ? theme.accent : theme.text, context: context)
          .draw(button, isOn: isOn)
      }
      if button.endsGroup {
        context.fill(
          Area(x: frame.x + frame.width + 9, y: top + 12, width: 1, height: 24), theme.line)
      }
    }
    if let track = layout.track, let timeline = picture.timeline {
      draw(timeline, in: track, theme, context)
    }
  }

  private func draw(
    _ timeline: TimelineModel, in track: Area, _ theme: TabletTheme, _ context: DrawingContext
  ) {
    let y = track.y + track.height / 2
    guard let first = timeline.marks.first, let last = timeline.marks.last else { return }
    context.stroke([(track.x + first.x, y), (track.x + last.x, y)], theme.line, lineWidth: 2)
    for (index, mark) in timeline.marks.enumerated() {
      let (x, colour) = (track.x + mark.x, theme.colour(of: mark.kind))
      let radius = mark.kind == .quiet ? 2.5 : 4.5
      // The circle is filled first, so that the line does not cross the ring.
      context.arc(x: x, y: y, radius: radius + 1.5, to: 2 * .pi, theme.chrome)
      context.arc(
        x: x, y: y, radius: radius, to: 2 * .pi, colour,
        lineWidth: mark.kind == .coming ? 1.5 : nil)
      if index == timeline.current {
        context.arc(x: x, y: y, radius: 8, to: 2 * .pi, theme.accent, lineWidth: 2)
      }
    }
  }

  /// Returns the tooltip's text, with the key, and its frame; nil if none is shown.
  private func hint(of picture: TabletLook) -> (text: String, frame: Area)? {
    guard picture.hasHint, let button = picture.hovered else { return nil }
    let layout = picture.layout
    let text = "\(button.words(isOn: picture.marked.contains(button)))   \(button.key.name)"
    let frame = layout.frame(of: button)
    let width = small.size(of: text).width.rounded(.up) + 20
    let x = min(frame.x, Double(layout.shape.size.width) - width - 6)
    let y = Double(layout.shape.size.height) - TabletLayout.barHeight - 30
    return (text, Area(x: max(6, x), y: y, width: width, height: 24))
  }
}

extension Canvas {
  fileprivate var drawingContext: DrawingContext? {
    let pixels = unsafe UnsafeMutableRawPointer(mutating: view.address)
    return unsafe DrawingContext(pixels, size: size, of: self)
  }
}

private final class InspectorPainter {
  private let text = Font("Sans 12px")
  private let title = Font("Sans Bold 14px")
  private let label = Font("Sans Bold 11px")

  func draw(
    _ model: InspectorModel, _ theme: TabletTheme, in frame: Area, _ context: DrawingContext
  ) {
    context.saved {
      context.translate(frame.x, frame.y)
      let area = Area(x: 0, y: 0, width: frame.width, height: frame.height)
      context.clip([area])
      context.fill(area, theme.chrome)
      context.fill(Area(x: 0, y: 0, width: 1, height: frame.height), theme.line)
      for item in model.items { draw(item, theme, context) }
    }
  }

  private func draw(
    _ item: InspectorModel.Item, _ theme: TabletTheme, _ context: DrawingContext
  ) {
    var frame = item.frame
    func write(_ font: Font, _ colour: RGB, isCentred: Bool = false) {
      context.write(item.text, font, colour, in: frame, isCentred: isCentred)
    }
    switch item.look {
    case .card: context.fill(frame, theme.card, radius: 8)
    case .badCard:
      context.fill(frame, theme.badCard, radius: 8)
      (frame.y, frame.width, frame.height) = (frame.y + 8, 3, frame.height - 16)
      context.fill(frame, theme.bad, radius: 1.5)
    case .chip:
      context.fill(frame, theme.chip, radius: 6)
      write(text, theme.text, isCentred: true)
    case .chosenChip:
      context.fill(frame, theme.chosen, radius: 6)
      write(text, theme.chosenText, isCentred: true)
    case .label: write(label, theme.dim)
    case .title: write(title, theme.text)
    case .badTitle: write(title, theme.bad)
    case .text: write(text, theme.text)
    case .dim: write(text, theme.dim)
    case .bad: write(text, theme.bad)
    case .good: write(text, theme.good)
    }
  }
}

/// The painter of the tablet's status bar: as decoration the time 9:41 and a battery, and the
/// page's title if the bar is wider than 220 logical pixels.
final class StatusBarPainter {
  private var last: (size: Size, scale: Int32, title: String, canvas: Canvas)?

  /// Returns the picture of a status bar with a size in pixels; nil if no canvas could be created.
  func draw(_ size: Size, scale: Int32, title: String) -> Canvas? {
    if let last, (last.size, last.scale, last.title) == (size, scale, title) { return last.canvas }
    guard let canvas = Canvas(size: size), let context = canvas.drawingContext else { return nil }
    let (width, height) = (Double(size.width / scale), Double(size.height / scale))
    context.scale(Double(scale), Double(scale))
    context.fill(0x101010)
    let ink: RGB = 0xF2F2F2
    let font = Font("Sans Bold 11px")
    context.write("9:41", font, ink, in: Area(x: 10, y: 0, width: 60, height: height))
    if width > 220 {
      context.write(
        title, font, ink, in: Area(x: 70, y: 0, width: width - 140, height: height),
        isCentred: true)
    }
    let battery = Area(x: width - 34, y: height / 2 - 4.5, width: 20, height: 9)
    context.stroke(battery, ink, lineWidth: 1, radius: 2)
    context.fill(
      Area(x: battery.x + 2, y: battery.y + 2, width: 12, height: 5), ink, radius: 1)
    context.fill(Area(x: battery.x + 21, y: battery.y + 3, width: 2, height: 3), ink)
    last = (size, scale, title, canvas)
    return canvas
  }
}
