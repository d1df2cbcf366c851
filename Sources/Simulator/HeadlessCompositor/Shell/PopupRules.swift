// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// The placement rules of an `xdg_positioner`; coordinates are relative to the parent.
struct PopupRules {
  /// A corner, the middle of an edge or the centre of a rectangle: -1, 0 or 1 along each axis.
  struct Spot: Equatable {
    var x: Int32
    var y: Int32

    static let middle = Spot(x: 0, y: 0)

    init?(wire: UInt32) {
      let all: [(Int32, Int32)] = [
        (0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (-1, 1), (1, -1), (1, 1),
      ]
      guard wire < 9 else { return nil }
      (x, y) = all[Int(wire)]
    }

    init(x: Int32, y: Int32) {
      self.x = x
      self.y = y
    }
  }

  /// The limit of coordinates and lengths, so that their sums cannot overflow.
  static let maximumDistance: Int32 = 1 << 20

  var size: Size?
  var anchorRectangle: Rectangle?
  var anchor = Spot.middle
  var gravity = Spot.middle
  var adjustment: XdgPositioner.ConstraintAdjustment = []
  var offset = Point(x: 0, y: 0)
  var isReactive = false

  var isComplete: Bool { size != nil && anchorRectangle != nil }

  /// Returns the popup's rectangle, within `bounds` if the adjustment allows; nil means no bounds.
  func place(within bounds: Rectangle?) -> Rectangle {
    let size = size ?? Size(width: 1, height: 1)
    let rectangle = anchorRectangle ?? Rectangle(origin: offset, size: Size(width: 0, height: 0))
    var x = PopupAxis(
      anchor: anchor.x, gravity: gravity.x, start: rectangle.origin.x,
      length: rectangle.size.width, offset: offset.x, size: size.width)
    var y = PopupAxis(
      anchor: anchor.y, gravity: gravity.y, start: rectangle.origin.y,
      length: rectangle.size.height, offset: offset.y, size: size.height)
    if let bounds {
      x.fit(
        from: bounds.origin.x, length: bounds.size.width, flips: adjustment.contains(.flipX),
        slides: adjustment.contains(.slideX), resizes: adjustment.contains(.resizeX))
      y.fit(
        from: bounds.origin.y, length: bounds.size.height, flips: adjustment.contains(.flipY),
        slides: adjustment.contains(.slideY), resizes: adjustment.contains(.resizeY))
    }
    return Rectangle(
      origin: Point(x: x.position, y: y.position), size: Size(width: x.size, height: y.size))
  }
}

/// A popup's placement along one axis; the anchor -1 is the low end of the parent's anchor
/// rectangle.
struct PopupAxis {
  private var anchor: Int32
  private var gravity: Int32
  private let start: Int32
  private let length: Int32
  private var offset: Int32
  private(set) var size: Int32
  private(set) var position: Int32

  init(anchor: Int32, gravity: Int32, start: Int32, length: Int32, offset: Int32, size: Int32) {
    self.anchor = anchor
    self.gravity = gravity
    self.start = start
    self.length = length
    self.offset = offset
    self.size = size
    position = 0
    position = wanted
  }

  private var wanted: Int32 {
    let point = anchor < 0 ? start : anchor > 0 ? start + length : start + length / 2
    let base = gravity < 0 ? point - size : gravity > 0 ? point : point - size / 2
    return base + offset
  }

  /// Moves the popup into bounds: flips, then slides, then resizes it, as far as allowed.
  mutating func fit(from low: Int32, length: Int32, flips: Bool, slides: Bool, resizes: Bool) {
    let high = low + length
    func overflows(_ axis: PopupAxis) -> Bool {
      axis.position < low || axis.position + axis.size > high
    }
    guard overflows(self) else { return }
    if flips {
      var flipped = self
      flipped.anchor = -anchor
      flipped.gravity = -gravity
      flipped.offset = -offset
      flipped.position = flipped.wanted
      if !overflows(flipped) {
        self = flipped
        return
      }
    }
    if slides {
      // A popup that is larger than the bounds keeps its low end visible or, with negative gravity,
      // its high end.
      if size > length {
        position = gravity < 0 ? high - size : low
      } else {
        position = max(low, min(position, high - size))
      }
      guard overflows(self) else { return }
    }
    if resizes {
      let from = max(position, low)
      let to = min(position + size, high)
      guard to > from else { return }
      position = from
      size = to - from
    }
  }
}

final class PositionerTable {
  private var rules: [ObjectIdentifier: PopupRules] = [:]

  func add(_ resource: XdgPositionerResource) {
    let key = ObjectIdentifier(resource)
    rules[key] = PopupRules()
    resource.onDestroy = { [weak self] in self?.rules[key] = nil }
    resource.onRequest = { [weak self, unowned resource] request in
      guard let complaint = self?.rules[key]?.store(request) else { return }
      resource.post(XdgPositioner.ErrorCode.invalidInput, complaint)
    }
  }

  func value(of resource: XdgPositionerResource) -> PopupRules? {
    rules[ObjectIdentifier(resource)]
  }
}

extension PopupRules {
  /// Stores a requested value; returns the message of a protocol error if it is invalid, otherwise
  /// nil.
  fileprivate mutating func store(_ request: XdgPositionerResource.Request) -> String? {
    switch request {
    case .destroy, .setParentSize, .setParentConfigure: break
    case .setSize(let width, let height):
      guard width > 0, height > 0 else { return "\(width)x\(height) is no size for a popup" }
      size = Size(width: Self.bounded(width), height: Self.bounded(height))
    case .setAnchorRect(let x, let y, let width, let height):
      guard width >= 0, height >= 0 else { return "\(width)x\(height) is no size of an anchor" }
      anchorRectangle = Rectangle(
        origin: Point(x: Self.bounded(x), y: Self.bounded(y)),
        size: Size(width: Self.bounded(width), height: Self.bounded(height)))
    case .setAnchor(let value):
      guard let spot = Spot(wire: value.rawValue) else {
        return "\(value.rawValue) is no anchor: 0 to 8 are"
      }
      anchor = spot
    case .setGravity(let value):
      guard let spot = Spot(wire: value.rawValue) else {
        return "\(value.rawValue) is no gravity: 0 to 8 are"
      }
      gravity = spot
    case .setConstraintAdjustment(let value):
      adjustment = XdgPositioner.ConstraintAdjustment(wire: value)
    case .setOffset(let x, let y): offset = Point(x: Self.bounded(x), y: Self.bounded(y))
    case .setReactive: isReactive = true
    }
    return nil
  }

  static func bounded(_ value: Int32) -> Int32 {
    max(-maximumDistance, min(maximumDistance, value))
  }
}

extension XdgPositioner.ConstraintAdjustment {
  /// Creates flags from an integer, which is the type in the XML of wayland-protocols 1.31.
  fileprivate init(wire value: UInt32) { self.init(rawValue: value) }
  /// Creates flags from the enumeration, which is the type in the XML of wayland-protocols 1.44.
  fileprivate init(wire value: Self) { self = value }
}
