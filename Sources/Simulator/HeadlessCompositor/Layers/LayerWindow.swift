// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

final class LayerWindow: ShellWindow, SurfaceRole {
  let resource: ZwlrLayerSurfaceV1Resource
  let namespace: String
  private var pending: LayerState
  private(set) var state: LayerState
  private var sequence = ConfigureSequence()
  private var lastSent: Size?
  private var hasCommitted = false
  private var hasEnded = false

  init(
    _ resource: ZwlrLayerSurfaceV1Resource, surface: Surface, layer: UInt32, namespace: String,
    output: CompositorOutput?, compositor: CompositorCore
  ) {
    self.resource = resource
    self.namespace = namespace
    pending = LayerState(layer: layer)
    state = pending
    super.init(surface, compositor: compositor)
    self.output = output
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in end() }
  }

  override var appID: String { namespace }
  override var title: String { namespace }
  override var rank: Int { [0, 10, 30, 50][Int(state.layer)] }
  override var level: Int32 { [-2000, -1000, 1000, 2000][Int(state.layer)] }
  override var isFollower: Bool { namespace == HeadlessCompositor.statusBarNamespace }
  override var takesKeyboard: Bool { state.keyboard != 0 }
  // A surface with on-demand interactivity gets the keyboard focus when it is mapped, like a
  // window.
  override var takesKeyboardWhenMapped: Bool { state.keyboard == 2 }
  /// Whether the surface has exclusive keyboard interactivity on the top or overlay layer.
  var wantsAllKeys: Bool { state.keyboard == 1 && state.layer >= 2 }

  override func close() {
    unmap()
    resource.closed()
    resource.makeInert()
  }

  func put(_ place: Rectangle) {
    origin = place.origin
    guard hasCommitted, lastSent != place.size, resource.isAlive else { return }
    lastSent = place.size
    let serial = compositor.display.nextSerial()
    sequence.send(serial, isResized: true)
    resource.configure(
      serial: serial, width: UInt32(max(0, place.size.width)),
      height: UInt32(max(0, place.size.height)))
  }

  override var configures: ConfigureSequence { sequence }

  var isArranged: Bool { hasCommitted && !hasEnded && output != nil }

  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool {
    if let side = pending.missingSide {
      post(.invalidSize, "no \(side), and not anchored at both ends of it")
      return false
    }
    if bringsContent == true, sequence.acknowledged == nil, !compositor.options.isLenient {
      post(.invalidSurfaceState, "a buffer before the first configure was acknowledged")
      return false
    }
    return true
  }

  func committed(_ surface: Surface) {
    guard !hasEnded else { return }
    let isFirst = !hasCommitted
    let changed = isFirst || state != pending
    state = pending
    sequence.commit()
    if isMapped, surface.content == nil { return unmapAndForget() }
    hasCommitted = true
    if isFirst {
      if output == nil { output = compositor.windows.outputForNewWindow }
      guard output != nil else { return close() }
      target = compositor.rotationController.statusBarTransform
      transform = target
      lastSent = nil
    }
    if changed, let output {
      compositor.layers.arrange(output)
      compositor.windows.restacked()
    }
    let mayMap = sequence.acknowledged != nil || compositor.options.isLenient
    if surface.content != nil, !isMapped, mayMap {
      isMapped = true
      compositor.windows.mapped(self)
      if let output { compositor.layers.arrange(output) }
    }
    if changed { compositor.seat.keyboard.refocus() }
    noteDrawn()
  }

  func surfaceGone() { end() }

  private func unmap() {
    guard isMapped else { return }
    isMapped = false
    compositor.windows.unmapped(self)
  }

  private func unmapAndForget() {
    unmap()
    hasCommitted = false
    sequence.restart()
    lastSent = nil
    if let output { compositor.layers.arrange(output) }
  }

  private func end() {
    guard !hasEnded else { return }
    hasEnded = true
    unmap()
    compositor.layers.forget(self)
    if surface.role === self { surface.role = nil }
    resource.makeInert()
    if let output { compositor.layers.arrange(output) }
  }

  private func post(_ error: ZwlrLayerSurfaceV1.ErrorCode, _ message: String) {
    resource.post(error, message)
  }

  private func handle(_ request: ZwlrLayerSurfaceV1Resource.Request) {
    guard !hasEnded else { return }
    let far = UInt32(PopupRules.maximumDistance)
    switch request {
    case .setSize(let width, let height):
      guard width <= far, height <= far else {
        return post(.invalidSize, "\(width)x\(height) is too large")
      }
      pending.size = Size(width: Int32(width), height: Int32(height))
    case .setAnchor(let anchor):
      guard anchor.rawValue < 16 else {
        return post(.invalidAnchor, "\(anchor.rawValue) is no set of edges: 0 to 15 are")
      }
      pending.anchor = anchor.rawValue
    case .setExclusiveZone(let zone): pending.exclusiveZone = max(-1, min(Int32(far), zone))
    case .setMargin(let top, let right, let bottom, let left):
      let sides = [top, right, bottom, left].map { max(-Int32(far), min(Int32(far), $0)) }
      pending.margin = LayerState.Margin(
        top: sides[0], right: sides[1], bottom: sides[2], left: sides[3])
    case .setKeyboardInteractivity(let value):
      guard value.rawValue <= (resource.version >= 4 ? 2 : 1) else {
        return post(
          .invalidKeyboardInteractivity, "\(value.rawValue) is no way to have the keyboard")
      }
      pending.keyboard = value.rawValue
    case .getPopup(let popup): popup.popup?.setHost(self)
    case .ackConfigure(let serial):
      guard sequence.acknowledge(serial) else {
        return post(.invalidSurfaceState, "\(serial) is no configure that waits for an answer")
      }
    case .destroy: break
    case .setLayer(let layer):
      guard layer.rawValue < 4 else {
        return resource.post(
          ZwlrLayerShellV1.ErrorCode.invalidLayer, "\(layer.rawValue) is no layer: 0 to 3 are")
      }
      pending.layer = layer.rawValue
    }
  }
}

struct LayerState: Equatable {
  var layer: UInt32
  var size = Size(width: 0, height: 0)
  /// The anchored edges as bits: top 1, bottom 2, left 4, right 8.
  var anchor: UInt32 = 0
  var exclusiveZone: Int32 = 0
  var margin = Margin()
  /// The keyboard interactivity: 0 none, 1 exclusive, 2 on demand.
  var keyboard: UInt32 = 0

  /// The distances from the anchored edges, in logical pixels.
  struct Margin: Equatable {
    var top: Int32 = 0
    var right: Int32 = 0
    var bottom: Int32 = 0
    var left: Int32 = 0
  }

  private var isAnchoredTop: Bool { anchor & 1 != 0 }
  private var isAnchoredBottom: Bool { anchor & 2 != 0 }
  private var isAnchoredLeft: Bool { anchor & 4 != 0 }
  private var isAnchoredRight: Bool { anchor & 8 != 0 }

  /// The name of a dimension that is neither set nor anchored at both ends; nil if there is none.
  var missingSide: String? {
    if size.width == 0, !(isAnchoredLeft && isAnchoredRight) { return "width" }
    if size.height == 0, !(isAnchoredTop && isAnchoredBottom) { return "height" }
    return nil
  }

  /// Returns the surface's place in the free area, or in the whole output for an exclusive zone of
  /// -1.
  func place(in free: Rectangle, whole: Size) -> Rectangle {
    let bounds =
      exclusiveZone == -1 ? Rectangle(origin: Point(x: 0, y: 0), size: whole) : free
    let x = LayerAxis(
      low: isAnchoredLeft, high: isAnchoredRight, lowMargin: margin.left, highMargin: margin.right,
      size: size.width
    ).place(from: bounds.origin.x, length: bounds.size.width)
    let y = LayerAxis(
      low: isAnchoredTop, high: isAnchoredBottom, lowMargin: margin.top,
      highMargin: margin.bottom, size: size.height
    ).place(from: bounds.origin.y, length: bounds.size.height)
    return Rectangle(
      origin: Point(x: x.position, y: y.position), size: Size(width: x.size, height: y.size))
  }

  /// Returns the free area without the surface's exclusive zone; the whole free area if the zone is
  /// not positive or belongs to no edge.
  func rest(of free: Rectangle) -> Rectangle {
    guard exclusiveZone > 0 else { return free }
    var rest = free
    let height = min(
      free.size.height, max(0, exclusiveZone &+ (edge == 1 ? margin.top : margin.bottom)))
    let width = min(
      free.size.width, max(0, exclusiveZone &+ (edge == 4 ? margin.left : margin.right)))
    switch edge {
    case 1:
      rest.origin.y += height
      rest.size.height -= height
    case 2: rest.size.height -= height
    case 4:
      rest.origin.x += width
      rest.size.width -= width
    case 8: rest.size.width -= width
    default: break
    }
    return rest
  }

  /// The edge from which the exclusive zone is measured: the only anchored edge, or the middle of
  /// three; 0 for other anchors.
  private var edge: UInt32 {
    switch anchor {
    case 1, 1 | 4 | 8: 1
    case 2, 2 | 4 | 8: 2
    case 4, 1 | 2 | 4: 4
    case 8, 1 | 2 | 8: 8
    default: 0
    }
  }
}

private struct LayerAxis {
  /// Whether the surface is anchored at the lower coordinate.
  let low: Bool
  let high: Bool
  let lowMargin: Int32
  let highMargin: Int32
  /// The requested size; 0 means the whole length without the margins.
  let size: Int32

  func place(from start: Int32, length: Int32) -> (position: Int32, size: Int32) {
    if size == 0 {
      return (start &+ lowMargin, max(0, length &- lowMargin &- highMargin))
    }
    if low, !high { return (start &+ lowMargin, size) }
    if high, !low { return (start &+ length &- size &- highMargin, size) }
    return (start &+ (length &- size) / 2, size)
  }
}
