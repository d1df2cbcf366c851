// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// The positioners that clients are filling in, by their objects.
final class PositionerTable {
  private var rules: [ObjectIdentifier: PopupRules] = [:]

  func add(_ resource: XdgPositionerResource) {
    let key = ObjectIdentifier(resource)
    rules[key] = PopupRules()
    resource.onDestroy = { [weak self] in self?.rules[key] = nil }
    resource.onRequest = { [weak self, unowned resource] request in
      guard let complaint = self?.rules[key]?.take(request) else { return }
      resource.post(error: XdgPositioner.ErrorCode.invalidInput.rawValue, complaint)
    }
  }

  /// A copy of what a positioner says now.
  func value(of resource: XdgPositionerResource) -> PopupRules? {
    rules[ObjectIdentifier(resource)]
  }
}

extension PopupRules {
  /// Takes a value over, or says what is wrong with it.
  fileprivate mutating func take(_ request: XdgPositionerResource.Request) -> String? {
    switch request {
    case .destroy, .setParentSize, .setParentConfigure: break
    case .setSize(let width, let height):
      guard width > 0, height > 0 else { return "\(width)x\(height) is no size for a popup" }
      size = Size(width: min(width, Self.farthest), height: min(height, Self.farthest))
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

  private static func bounded(_ value: Int32) -> Int32 { max(-farthest, min(farthest, value)) }
}

extension XdgPositioner.ConstraintAdjustment {
  /// A plain number, as in the files of wayland-protocols 1.31.
  fileprivate init(wire value: UInt32) { self.init(rawValue: value) }
  /// The enumeration, as in those of 1.44.
  fileprivate init(wire value: Self) { self = value }
}
