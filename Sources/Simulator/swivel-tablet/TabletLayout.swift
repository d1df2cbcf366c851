// SPDX-License-Identifier: Apache-2.0
import Drawing
import HeadlessCompositor
import Orientation
import WindowBackend

/// The layout of the tablet's window: caption at the top, device, inspector beside it, buttons at
/// the bottom.
///
/// Lengths are logical pixels of the window unless stated otherwise.
struct TabletLayout: Equatable {
  /// The width of the device's rim around the panel, in the device's logical pixels.
  static let bezel = 18.0
  static let barHeight = 48.0
  /// The height of the caption in a window that is tall enough for it.
  static let usualCaptionHeight = 60.0
  /// The width of a window from which on the inspector opens by itself.
  static let roomyWidth: Int32 = 1000
  private static let mostZoom = 4.0
  private static let margin = 8.0

  let shape: HostShape
  /// The panel's size in logical pixels of an upright device.
  let panel: Size
  /// Panel pixels per logical pixel.
  let panelScale: Int32
  /// Whether the inspector is open; it is shown only if there is space for it (`inspectorWidth`).
  var hasInspector = false

  /// Creates a layout; if `panelScale` is nil, the panel has at least as many pixels as it covers,
  /// up to the maximum scale of an output.
  init(shape: HostShape, panel: Size, panelScale: Int32? = nil, hasInspector: Bool = false) {
    (self.shape, self.panel, self.hasInspector) = (shape, panel, hasInspector)
    let zoom = Self.zoom(shape, panel, hasInspector: hasInspector)
    let covered = (zoom * Double(shape.scale) / 120 - 0.001).rounded(.up)
    self.panelScale =
      panelScale ?? max(1, min(Int32(covered), OutputSpecification.limits.scale))
    self.zoom = zoom
  }

  /// Returns the window size in which the device is shown without scaling, with the inspector beside
  /// it.
  ///
  /// The device fits in all four upright positions; in between, its corners can be cut off.
  static func wantedSize(for panel: Size) -> Size {
    let side = Double(max(panel.width, panel.height)) + 2 * (bezel + margin)
    return Size(
      width: max(roomyWidth, Int32((side + InspectorModel.usualWidth).rounded(.up))),
      height: Int32((side + barHeight + usualCaptionHeight).rounded(.up)))
  }

  /// Window pixels per logical pixel.
  var pixelScale: Double { Double(shape.scale) / 120 }

  /// The magnification, in logical pixels of the window per logical pixel of the device; from 0.02
  /// to 4.
  ///
  /// With this magnification the device fits the free part of the window upright and after a
  /// quarter turn, unless the window is too small.
  let zoom: Double

  private static func zoom(_ shape: HostShape, _ panel: Size, hasInspector: Bool) -> Double {
    let side = Double(max(panel.width, panel.height)) + 2 * bezel
    let width = Double(shape.size.width) - inspectorWidth(shape, hasInspector)
    let height = Double(shape.size.height) - captionHeight(shape) - barHeight
    return max(0.02, min(mostZoom, (min(width, height) - 2 * margin) / side))
  }

  /// The caption's height; 0 if the window's height is below 300.
  var captionHeight: Double { Self.captionHeight(shape) }

  private static func captionHeight(_ shape: HostShape) -> Double {
    shape.size.height >= 300 ? usualCaptionHeight : 0
  }

  /// The caption's rectangle in window pixels, rounded outwards.
  var captionRectangle: Rectangle {
    Rectangle(
      left: 0, top: 0, right: Int(shape.pixels.width),
      bottom: Int((captionHeight * pixelScale).rounded(.up)))
  }

  /// The centre of the device in window pixels, rounded so that pixels stay sharp.
  var centre: (x: Double, y: Double) {
    let pixels = shape.pixels
    return (
      ((Double(pixels.width) - inspectorWidth * pixelScale) / 2).rounded(),
      ((Double(pixels.height) + (captionHeight - Self.barHeight) * pixelScale) / 2).rounded()
    )
  }

  /// Window pixels per panel pixel.
  var magnification: Double { zoom * pixelScale / Double(panelScale) }

  var panelPixels: Size {
    Size(width: panel.width * panelScale, height: panel.height * panelScale)
  }

  /// Converts a point from panel pixels to window pixels, for an angle of the device.
  func windowPoint(_ x: Double, _ y: Double, angle: Double) -> (x: Double, y: Double) {
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let dx = (x - Double(panelPixels.width) / 2) * magnification
    let dy = (y - Double(panelPixels.height) / 2) * magnification
    return (centre.x + dx * cosine - dy * sine, centre.y + dx * sine + dy * cosine)
  }

  /// Converts a point from the window's logical pixels to the panel's.
  ///
  /// Half of the protocol's smallest unit is added: after a half turn, a point on the edge between
  /// two pixels would otherwise be in the other pixel.
  func panelPoint(_ x: Double, _ y: Double, angle: Double) -> (x: Double, y: Double) {
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let (x, y) = (x + 1.0 / 512, y + 1.0 / 512)
    let dx = (x * pixelScale - centre.x) / (magnification * Double(panelScale))
    let dy = (y * pixelScale - centre.y) / (magnification * Double(panelScale))
    return (
      dx * cosine + dy * sine + Double(panel.width) / 2,
      -dx * sine + dy * cosine + Double(panel.height) / 2
    )
  }

  /// Returns the bounds in window pixels of a rectangle in panel pixels, rounded outwards, with one
  /// pixel more on each side.
  func windowRectangle(of rectangle: Rectangle, angle: Double) -> Rectangle {
    let left = Double(rectangle.origin.x)
    let top = Double(rectangle.origin.y)
    let right = left + Double(rectangle.size.width)
    let bottom = top + Double(rectangle.size.height)
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)]
      .map { windowPoint($0.0, $0.1, angle: angle) }
    let xs = corners.map(\.x)
    let ys = corners.map(\.y)
    return Rectangle(
      left: Int((xs.min() ?? 0).rounded(.down)) - 1, top: Int((ys.min() ?? 0).rounded(.down)) - 1,
      right: Int((xs.max() ?? 0).rounded(.up)) + 1, bottom: Int((ys.max() ?? 0).rounded(.up)) + 1)
  }

  /// Returns the visible bounds of the device with its rim, in window pixels, rounded outwards; nil
  /// if caption, buttons and inspector cover all of it.
  func deviceRectangle(angle: Double) -> Rectangle? {
    let rim = Int32(Self.bezel.rounded(.up)) * panelScale
    let size = panelPixels
    let device = Rectangle(
      origin: Point(x: -rim, y: -rim),
      size: Size(width: size.width + 2 * rim, height: size.height + 2 * rim))
    let right = ((Double(shape.size.width) - inspectorWidth) * pixelScale).rounded(.up)
    let free = Rectangle(
      left: 0, top: Int(captionRectangle.size.height),
      right: min(Int(right), Int(shape.pixels.width)), bottom: Int(barRectangle.origin.y))
    return windowRectangle(of: device, angle: angle).intersection(free)
  }

  /// The rectangle of the row of buttons, in window pixels.
  var barRectangle: Rectangle {
    let pixels = shape.pixels
    let height = Int32((Self.barHeight * pixelScale).rounded(.up))
    return Rectangle(
      origin: Point(x: 0, y: max(0, pixels.height - height)),
      size: Size(width: pixels.width, height: height))
  }

  /// The inspector's width: `usualWidth`, at most half of the window; 0 if it is closed or has too
  /// little space.
  var inspectorWidth: Double { Self.inspectorWidth(shape, hasInspector) }

  private static func inspectorWidth(_ shape: HostShape, _ hasInspector: Bool) -> Double {
    let width = min(InspectorModel.usualWidth, (Double(shape.size.width) / 2).rounded(.down))
    let height = Double(shape.size.height) - captionHeight(shape) - barHeight
    return hasInspector && width >= InspectorModel.leastWidth && height >= 40 ? width : 0
  }

  var inspectorFrame: Area {
    Area(
      x: Double(shape.size.width) - inspectorWidth, y: captionHeight, width: inspectorWidth,
      height: max(0, Double(shape.size.height) - captionHeight - Self.barHeight))
  }

  var inspectorRectangle: Rectangle { pixels(of: inspectorFrame) }

  /// Converts an area to window pixels, rounded outwards and cut at the window's right and lower
  /// edge.
  func pixels(of area: Area) -> Rectangle {
    Rectangle(
      left: Int((area.x * pixelScale).rounded(.down)),
      top: Int((area.y * pixelScale).rounded(.down)),
      right: min(
        Int(shape.pixels.width), Int(((area.x + area.width) * pixelScale).rounded(.up))),
      bottom: min(
        Int(shape.pixels.height), Int(((area.y + area.height) * pixelScale).rounded(.up))))
  }

  // MARK: - The bar

  private static let (buttonWidth, buttonGap, groupGap) = (38.0, 2.0, 18.0)

  /// Returns the frame of a button; its width is 0 if the row is too narrow.
  func frame(of button: TabletButton) -> Area {
    let right = Double(shape.size.width) - Self.margin - Self.buttonWidth
    var x = Self.margin
    if button == .quit {
      x = right
    } else {
      for earlier in TabletButton.allCases.prefix(while: { $0 != button }) {
        x += Self.buttonWidth + (earlier.endsGroup ? Self.groupGap : Self.buttonGap)
      }
    }
    let fits = x >= Self.margin && (button == .quit || x + Self.buttonWidth <= right)
    return Area(
      x: x, y: Double(shape.size.height) - Self.barHeight + 6, width: fits ? Self.buttonWidth : 0,
      height: Self.barHeight - 12)
  }

  /// The frame of the timeline, between the buttons on the left and the one that quits; nil without
  /// space.
  var track: Area? {
    let last = frame(of: .now)
    let left = last.x + Self.buttonWidth + Self.groupGap
    let width = frame(of: .quit).x - Self.margin - left
    return last.width > 0 && width >= 60
      ? Area(x: left, y: last.y, width: width, height: last.height) : nil
  }

  /// Returns the part at a point of the window, in logical pixels.
  func part(at x: Double, _ y: Double, angle: Double) -> TabletPart {
    if y >= Double(shape.size.height) - Self.barHeight {
      if let track, track.contains(x, y) { return .track(x: x - track.x) }
      return TabletButton.allCases.first { frame(of: $0).contains(x, y) }
        .map { .button($0) } ?? .desk
    }
    if y < captionHeight { return .desk }
    let inspector = inspectorFrame
    if inspector.contains(x, y) { return .inspector(x: x - inspector.x, y: y - inspector.y) }
    let point = panelPoint(x, y, angle: angle)
    let (width, height) = (Double(panel.width), Double(panel.height))
    if point.x >= 0, point.y >= 0, point.x < width, point.y < height { return .screen }
    // The rim is thin, so presses slightly beside it count too.
    let rim = Self.bezel + 8
    let isRim =
      point.x >= -rim && point.y >= -rim && point.x < width + rim && point.y < height + rim
    return isRim ? .bezel : .desk
  }
}

enum TabletPart: Equatable {
  case screen
  case bezel
  case button(TabletButton)
  /// The timeline; `x` is the distance from its left end.
  case track(x: Double)
  case desk
  /// The inspector; the point is relative to its upper left corner.
  case inspector(x: Double, y: Double)
}

/// A button, in order from the left.
enum TabletButton: CaseIterable, Equatable {
  case left, right, flat, shake, lock
  case outlines, why
  case back, play, forth, now
  case quit

  var endsGroup: Bool { [.lock, .why, .now].contains(self) }

  /// The key that acts as the button, numbered as in linux/input-event-codes.h, with its name.
  var key: (code: UInt32, name: String) {
    switch self {
    case .left: (105, "←")
    case .right: (106, "→")
    case .flat: (108, "↓")
    case .shake: (37, "K")
    case .lock: (38, "L")
    case .outlines: (24, "O")
    case .why: (23, "I")
    case .back: (104, "Page Up")
    case .play: (57, "Space")
    case .forth: (109, "Page Down")
    case .now: (107, "End")
    case .quit: (16, "Q")
    }
  }

  func words(isOn: Bool) -> String {
    switch self {
    case .left: "Turn left"
    case .right: "Turn right"
    case .flat: isOn ? "Pick up" : "Lay flat"
    case .shake: "Shake"
    case .lock: isOn ? "Unlock rotation" : "Lock rotation"
    case .outlines: isOn ? "Hide the outlines of hidden windows" : "Outline hidden windows"
    case .why: isOn ? "Close the inspector" : "Open the inspector"
    case .back: "One decision back"
    case .play: isOn ? "Pause" : "Play"
    case .forth: "One step on"
    case .now: "Back to the present"
    case .quit: "Quit"
    }
  }
}
