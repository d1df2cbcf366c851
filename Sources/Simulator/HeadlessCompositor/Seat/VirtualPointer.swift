// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// A client's virtual pointer (wlr-virtual-pointer); its events take effect with each frame.
final class VirtualPointer {
  private let resource: ZwlrVirtualPointerV1Resource
  private weak var output: CompositorOutput?
  private let seat: Seat
  private var pending: [(Seat) -> Void] = []
  private var axes: [PointerAxis] = []
  private var source: WlPointer.AxisSource?
  private var down: [UInt32] = []

  private static let limit = 4096

  init(_ resource: ZwlrVirtualPointerV1Resource, output: CompositorOutput?, seat: Seat) {
    self.resource = resource
    self.output = output
    self.seat = seat
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      for button in down { seat.pointer.press(button, isDown: false) }
    }
  }

  private func handle(_ request: ZwlrVirtualPointerV1Resource.Request) {
    guard pending.count + axes.count < Self.limit else { return resource.client.refuseMemory() }
    switch request {
    case .motion(_, let dx, let dy):
      pending.append { $0.pointer.move(by: dx.value, dy.value) }
    case .motionAbsolute(_, let x, let y, let xExtent, let yExtent):
      guard xExtent > 0, yExtent > 0 else { return }
      let area = unsafe (output ?? seat.compositor.outputs.all.first)?.area
      guard let area else { return }
      let across = Double(x) / Double(xExtent) * Double(area.size.width)
      let down = Double(y) / Double(yExtent) * Double(area.size.height)
      pending.append {
        $0.pointer.move(to: Double(area.origin.x) + across, Double(area.origin.y) + down)
      }
    case .button(_, let button, let state):
      let isDown = state == .pressed
      pending.append { [self] seat in
        if isDown { down.append(button) } else { down.removeAll { $0 == button } }
        seat.pointer.press(button, isDown: isDown)
      }
    case .axis(_, let axis, let value):
      add(PointerAxis(axis: axis, value: value))
    case .frame: frame()
    case .axisSource(let source):
      guard source.rawValue <= 3 else {
        return post(.invalidAxisSource, "\(source.rawValue) is no source: 0 to 3 are")
      }
      self.source = source
    case .axisStop(_, let axis): add(PointerAxis(axis: axis, value: nil))
    case .axisDiscrete(_, let axis, let value, let discrete):
      add(PointerAxis(axis: axis, value: value, value120: discrete &* 120))
    case .destroy: break
    }
  }

  private func add(_ axis: PointerAxis) {
    guard axis.axis.rawValue <= 1 else {
      return post(.invalidAxis, "\(axis.axis.rawValue) is no axis: 0 and 1 are")
    }
    axes.append(axis)
  }

  private func frame() {
    let actions = pending
    let axes = axes
    let source = source
    pending = []
    self.axes = []
    self.source = nil
    for action in actions { action(seat) }
    if !axes.isEmpty { seat.pointer.scroll(axes, source: source) }
  }

  private func post(_ error: ZwlrVirtualPointerV1.ErrorCode, _ message: String) {
    resource.post(error, message)
  }
}

/// One scroll event along an axis.
struct PointerAxis {
  var axis: WlPointer.Axis
  /// The distance in the coordinates of motion events; nil where scrolling stops.
  var value: Fixed?
  /// Wheel clicks times 120; 0 for other sources.
  var value120: Int32 = 0
}
