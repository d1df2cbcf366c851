// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Orientation
public import Pixels

/// The contents of an output at one moment, in drawing order.
public struct DrawList {
  /// The size of the panel in physical pixels, before its transform.
  public var panel: Size
  /// Physical pixels for each logical pixel; below 1 counts as 1.
  public var scale: Int32
  /// The transform from the logical picture to the panel.
  public var transform: Transform
  /// The background colour, `0xAARRGGBB`.
  public var background: UInt32
  /// The items in drawing order, the lowest first.
  public var items: [SceneItem]

  /// Creates a list with a background and the given items; by default the scale is 1, without a
  /// transform.
  public init(
    panel: Size, scale: Int32 = 1, transform: Transform = .normal, background: UInt32,
    items: [SceneItem] = []
  ) {
    self.panel = panel
    self.scale = scale
    self.transform = transform
    self.background = background
    self.items = items
  }

  private var screen: Screen { Screen(panel: panel, transform: transform, scale: scale) }

  /// Draws the list on a new canvas of the panel's size; nil if no such canvas can be created.
  public func drawn() -> Canvas? {
    guard let canvas = Canvas(size: panel) else { return nil }
    draw(on: canvas)
    return canvas
  }

  /// Draws the list on a canvas of the panel's size, within the damage; nil redraws everything.
  public func draw(on canvas: Canvas, damage: [Rectangle]? = nil) {
    paint(items[...], on: canvas, background: background, damage: damage)
  }

  /// Draws some of the items over a canvas of the panel's size.
  public func draw(_ items: ArraySlice<SceneItem>, over canvas: Canvas) {
    paint(items, on: canvas, background: 0, damage: nil)
  }

  private func paint(
    _ items: ArraySlice<SceneItem>, on canvas: Canvas, background: UInt32, damage: [Rectangle]?
  ) {
    Pixels.Painter.paint(
      items.compactMap(\.forPainter), on: canvas, transform: transform, scale: scale,
      background: Colour(word: background), damage: damage)
    // The painter borrows the pixels, which the items own.
    withExtendedLifetime(items) {}
  }

  /// The list without pixels, from which a later list computes its damage.
  public var trace: DrawTrace {
    DrawTrace(screen: screen, background: background, items: items.map(\.trace))
  }

  /// Returns the damage relative to an earlier list, in panel pixels; nil if everything is damaged.
  public func damage(since other: DrawTrace) -> [Rectangle]? {
    guard screen == other.screen, background == other.background else { return nil }
    guard items.count == other.items.count else {
      // Equal items at both ends of the lists are unchanged; all other items, old and new, are
      // damaged.
      let head = zip(items, other.items).prefix { $0.looksLike($1) }.count
      let room = min(items.count, other.items.count) - head
      let tail = zip(items.reversed(), other.items.reversed()).prefix { $0.looksLike($1) }.count
      let kept = min(room, tail)
      let changed =
        items[head..<items.count - kept].map(\.destination)
        + other.items[head..<other.items.count - kept].map(\.destination)
      return changed.map { screen.panelRectangle(of: $0) }
    }
    return zip(items, other.items).flatMap { new, old in
      new.damage(since: old).map { screen.panelRectangle(of: $0) }
    }
  }
}

/// A draw list without its pixels, so that they are not kept in memory.
public struct DrawTrace {
  fileprivate struct Item {
    enum Content {
      case pixels(PixelMark, transform: Transform)
      case colour(UInt32)
    }

    var content: Content
    var turn: Transform
    var destination: Rectangle
  }

  fileprivate var screen: Screen
  fileprivate var background: UInt32
  fileprivate var items: [Item]
}

/// An item of a draw list: its content, place and turn.
public struct SceneItem {
  /// The content of an item.
  public enum Content {
    /// Pixels, mostly a client's, and the buffer transform that was already applied to them.
    case pixels(PixelStore, transform: Transform)
    /// A solid colour, `0xAARRGGBB`.
    case colour(UInt32)
  }

  /// The window to which the item belongs; nil for an item of the compositor itself.
  public var window: WindowID?
  /// The content of the item.
  public var content: Content
  /// The transform of the content within the output's logical picture, such as that of its window.
  public var turn: Transform
  /// The destination in the output's logical pixels, relative to its upper left corner.
  public var destination: Rectangle

  fileprivate var trace: DrawTrace.Item {
    let trace: DrawTrace.Item.Content =
      switch content {
      case .pixels(let store, let transform): .pixels(store.mark, transform: transform)
      case .colour(let word): .colour(word)
      }
    return DrawTrace.Item(content: trace, turn: turn, destination: destination)
  }

  fileprivate func looksLike(_ other: DrawTrace.Item) -> Bool { damage(since: other).isEmpty }

  /// Returns the damage relative to an earlier item, in the output's logical pixels.
  fileprivate func damage(since other: DrawTrace.Item) -> [Rectangle] {
    guard destination == other.destination, turn == other.turn else {
      return [destination, other.destination]
    }
    switch (content, other.content) {
    case (.colour(let new), .colour(let old)): return new == old ? [] : [destination]
    case (.pixels(let new, let transform), .pixels(let old, let before)):
      guard transform == before, let part = new.difference(from: old) else { return [destination] }
      guard part.size.width > 0, part.size.height > 0 else { return [] }
      return [place(of: part, in: new, transform)]
    default: return [destination]
    }
  }

  /// Returns the rectangle within the destination in which a part of a buffer is drawn.
  ///
  /// The rectangle is rounded outwards and enlarged by a pixel for interpolation.
  private func place(of part: Rectangle, in store: PixelStore, _ transform: Transform) -> Rectangle
  {
    let buffer = Size(width: Int32(store.width), height: Int32(store.height))
    let onto = transform.inverse.followed(by: turn)
    let turned = onto.apply(to: part, in: buffer)
    let shape = onto.apply(to: buffer)
    func scaled(_ value: Int32, _ target: Int32, _ source: Int32, up: Bool) -> Int32 {
      let product = Int(value) * Int(target)
      let divisor = Int(max(1, source))
      return Int32(clamping: up ? (product + divisor - 1) / divisor + 1 : product / divisor - 1)
    }
    let left = scaled(turned.origin.x, destination.size.width, shape.width, up: false)
    let top = scaled(turned.origin.y, destination.size.height, shape.height, up: false)
    let right = scaled(
      turned.origin.x + turned.size.width, destination.size.width, shape.width, up: true)
    let bottom = scaled(
      turned.origin.y + turned.size.height, destination.size.height, shape.height, up: true)
    let corner = destination.origin
    let place = Rectangle(
      origin: Point(x: corner.x &+ left, y: corner.y &+ top),
      size: Size(width: right - left, height: bottom - top))
    return place.intersection(destination) ?? .nothing
  }

  /// Creates an item whose content fills the destination; by default it has no turn and belongs to
  /// no window.
  public init(
    content: Content, turn: Transform = .normal, destination: Rectangle, window: WindowID? = nil
  ) {
    self.window = window
    self.content = content
    self.turn = turn
    self.destination = destination
  }

  /// The item in the painter's form, which borrows the pixels; nil if a side is too long to draw.
  fileprivate var forPainter: Pixels.DrawItem? {
    switch content {
    case .colour(let word):
      return Pixels.DrawItem(
        content: .colour(Colour(word: word)), destination: destination, turn: turn)
    case .pixels(let store, let transform):
      guard let address = unsafe store.bytes.baseAddress,
        let view = unsafe PixelView(
          address: UnsafeRawPointer(address),
          size: Size(width: Int32(store.width), height: Int32(store.height)),
          stride: Int32(store.stride), format: store.format)
      else { return nil }
      return Pixels.DrawItem(
        content: .pixels(view, transform: transform), destination: destination, turn: turn)
    }
  }
}

extension Colour {
  fileprivate init(word: UInt32) {
    self.init(
      red: UInt8(word >> 16 & 255), green: UInt8(word >> 8 & 255), blue: UInt8(word & 255),
      alpha: UInt8(word >> 24))
  }
}
