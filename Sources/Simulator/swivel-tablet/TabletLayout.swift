// SPDX-License-Identifier: Apache-2.0
import Drawing
import Orientation
import WindowBackend

/// The layout of the tablet's window.
struct TabletLayout: Equatable {
  /// The thickness of the device's rim around the panel, in the device's logical pixels.
  static let bezel = 28.0
  /// The height of the row of buttons, in logical pixels of the window.
  static let barHeight = 44.0
  private static let margin = 12.0

  let shape: HostShape
  /// The panel's size in logical pixels, before the device is turned.
  let panel: Size
  /// Pixels of the panel per logical pixel.
  let panelScale: Int32
  /// Whether the inspector is shown beside the device.
  var hasInspector = false

  /// Returns the window size in which the device has its full size at every angle.
  static func wantedSize(for panel: Size) -> Size {
    let side = Double(max(panel.width, panel.height)) + 2 * (bezel + margin)
    return Size(width: Int32(side.rounded(.up)), height: Int32((side + barHeight).rounded(.up)))
  }

  /// Pixels of the window per logical pixel.
  var pixelScale: Double { Double(shape.scale) / 120 }

  /// Logical pixels of the window per logical pixel of the device; at most 1.
  var zoom: Double {
    let side = Double(max(panel.width, panel.height)) + 2 * Self.bezel
    let room = min(
      Double(shape.size.width) - inspectorWidth - 2 * Self.margin,
      Double(shape.size.height) - Self.barHeight - 2 * Self.margin)
    return max(0.02, min(1, room / side))
  }

  /// The centre of the device in pixels of the window, rounded so that pixels stay sharp.
  var centre: (x: Double, y: Double) {
    let pixels = shape.pixels
    return (
      ((Double(pixels.width) - inspectorWidth * pixelScale) / 2).rounded(),
      ((Double(pixels.height) - Self.barHeight * pixelScale) / 2).rounded()
    )
  }

  /// Pixels of the window per pixel of the panel.
  var magnification: Double { zoom * pixelScale / Double(panelScale) }

  /// The panel's size in its own pixels.
  var panelPixels: Size {
    Size(width: panel.width * panelScale, height: panel.height * panelScale)
  }

  /// Converts a point in the panel's pixels to the window's pixels, at an angle of the device.
  func windowPoint(_ x: Double, _ y: Double, angle: Double) -> (x: Double, y: Double) {
    let (sine, cosine) = Angle.sineAndCosine(angle)
    let dx = (x - Double(panelPixels.width) / 2) * magnification
    let dy = (y - Double(panelPixels.height) / 2) * magnification
    return (centre.x + dx * cosine - dy * sine, centre.y + dx * sine + dy * cosine)
  }

  /// Converts a point of the window, in logical pixels, to the panel's logical pixels.
  ///
  /// Half of the wire's unit is added: after a half turn, a point on the edge between two pixels
  /// would otherwise be in the other pixel.
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

  /// Returns the bounds of a panel's rectangle in the window, rounded outwards.
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

  /// Returns the visible bounds of the device with its rim, in pixels of the window, rounded
  /// outwards; nil if the buttons and the inspector, which lie above it, cover everything.
  func deviceRectangle(angle: Double) -> Rectangle? {
    let rim = Int32(Self.bezel.rounded(.up)) * panelScale
    let size = panelPixels
    let device = Rectangle(
      origin: Point(x: -rim, y: -rim),
      size: Size(width: size.width + 2 * rim, height: size.height + 2 * rim))
    let right = ((Double(shape.size.width) - inspectorWidth) * pixelScale).rounded(.up)
    let free = Rectangle(
      left: 0, top: 0, right: min(Int(right), Int(shape.pixels.width)),
      bottom: Int(barRectangle.origin.y))
    return windowRectangle(of: device, angle: angle).intersection(free)
  }

  /// The row of buttons in pixels of the window.
  var barRectangle: Rectangle {
    let pixels = shape.pixels
    let height = Int32((Self.barHeight * pixelScale).rounded(.up))
    return Rectangle(
      origin: Point(x: 0, y: max(0, pixels.height - height)),
      size: Size(width: pixels.width, height: height))
  }

  /// The inspector's width in logical pixels: at most half of the window, or 0 if the text would be
  /// illegible.
  var inspectorWidth: Double {
    let width = min(InspectorModel.usualWidth, (Double(shape.size.width) / 2).rounded(.down))
    return hasInspector && width >= InspectorModel.leastWidth && inspectorHeight >= 40 ? width : 0
  }

  /// The inspector's height in logical pixels, down to the buttons.
  var inspectorHeight: Double { Double(shape.size.height) - Self.barHeight }

  /// The inspector in pixels of the window, rounded outwards.
  var inspectorRectangle: Rectangle {
    let pixels = shape.pixels
    let left = ((Double(shape.size.width) - inspectorWidth) * pixelScale).rounded(.down)
    return Rectangle(
      left: Int(left), top: 0, right: Int(pixels.width),
      bottom: Int((max(0, inspectorHeight) * pixelScale).rounded(.up)))
  }

  /// Returns the part at a point of the window, in logical pixels.
  func part(at x: Double, _ y: Double, angle: Double) -> TabletPart {
    if y >= Double(shape.size.height) - Self.barHeight {
      return TabletButton.allCases.first { $0.frame(in: self).contains(x, y) }
        .map { .button($0) } ?? .desk
    }
    let left = Double(shape.size.width) - inspectorWidth
    if x >= left { return .inspector(x: x - left, y: y) }
    let point = panelPoint(x, y, angle: angle)
    let (width, height) = (Double(panel.width), Double(panel.height))
    if point.x >= 0, point.y >= 0, point.x < width, point.y < height { return .screen }
    let isRim =
      point.x >= -Self.bezel && point.y >= -Self.bezel && point.x < width + Self.bezel
      && point.y < height + Self.bezel
    return isRim ? .bezel : .desk
  }
}

/// A part of the tablet's window.
enum TabletPart: Equatable {
  case screen
  case bezel
  case button(TabletButton)
  case desk
  /// The inspector, with a point from its upper left corner.
  case inspector(x: Double, y: Double)
}

/// A button below the device.
enum TabletButton: CaseIterable, Equatable {
  case left, right, flat, shake, lock, why, quit

  var label: String {
    switch self {
    case .left: "↺ Left"
    case .right: "↻ Right"
    case .flat: "Flat"
    case .shake: "Shake"
    case .lock: "Lock"
    case .why: "Why"
    case .quit: "Quit"
    }
  }

  /// Returns the button's place in logical pixels of the window.
  func frame(in layout: TabletLayout) -> Area {
    let index = Double(Self.allCases.firstIndex(of: self) ?? 0)
    return Area(
      x: 8 + index * 66, y: Double(layout.shape.size.height) - TabletLayout.barHeight + 6,
      width: 60, height: TabletLayout.barHeight - 12)
  }
}
