// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// The touch and pointer input of one surface, reduced to a single finger.
///
/// While a finger or the pointer's left button is down, other presses are ignored.
final class PlateInput {
  /// A press, release or cancellation; positions are in the surface's logical pixels.
  enum Event {
    case pressed(Point)
    case released(Point)
    /// The compositor cancelled the touch, or the pressed pointer has left the surface.
    case cancelled
  }

  private static let leftButton: UInt32 = 0x110

  /// The surface whose input is reported, `nil` for none; a new surface drops a pending press.
  var surface: WlSurfaceProxy? { didSet { down = nil } }
  private let onEvent: (Event) -> Void
  private var seats: [Seat] = []
  /// The finger that is down, and its last position; `nil` for none.
  private var down: (finger: Finger, place: Point)?

  private enum Finger: Equatable { case pointer, touch(Int32) }

  private final class Seat {
    let proxy: WlSeatProxy
    var pointer: WlPointerProxy?
    var touch: WlTouchProxy?
    /// The pointer's position on the surface; `nil` while the pointer is elsewhere.
    var place: Point?

    init(_ proxy: WlSeatProxy) { self.proxy = proxy }
  }

  init(_ display: OverlayDisplay, onEvent: @escaping (Event) -> Void) {
    self.onEvent = onEvent
    display.followSeats { [weak self] in self?.follow($0) }
  }

  private func follow(_ proxy: WlSeatProxy) {
    let seat = Seat(proxy)
    seats.append(seat)
    proxy.onEvent = { [weak self, weak seat] event in
      guard let self, let seat, case .capabilities(let capabilities) = event else { return }
      if capabilities.contains(.pointer), seat.pointer == nil {
        seat.pointer = try? proxy.getPointer()
        seat.pointer?.onEvent = { [weak self, weak seat] in
          if let seat { self?.handle($0, seat) }
        }
      } else if !capabilities.contains(.pointer), let gone = seat.pointer {
        (seat.pointer, seat.place) = (nil, nil)
        cancel(.pointer)
        gone.release()
      }
      if capabilities.contains(.touch), seat.touch == nil {
        seat.touch = try? proxy.getTouch()
        seat.touch?.onEvent = { [weak self] in self?.handle($0) }
      } else if !capabilities.contains(.touch), let gone = seat.touch {
        seat.touch = nil
        cancelTouches()
        gone.release()
      }
    }
  }

  private func handle(_ event: WlPointerProxy.Event, _ seat: Seat) {
    switch event {
    case .enter(_, let surface, let x, let y):
      seat.place = surface === self.surface ? Self.point(x, y) : nil
    case .leave:
      seat.place = nil
      cancel(.pointer)
    case .motion(_, let x, let y):
      guard seat.place != nil else { return }
      seat.place = Self.point(x, y)
      move(.pointer, to: Self.point(x, y))
    case .button(_, _, Self.leftButton, let state):
      guard let place = seat.place else { return }
      if state == .pressed { press(.pointer, at: place) } else { release(.pointer) }
    default: break
    }
  }

  private func handle(_ event: WlTouchProxy.Event) {
    switch event {
    case .down(_, _, let surface, let id, let x, let y):
      if surface === self.surface { press(.touch(id), at: Self.point(x, y)) }
    case .motion(_, let id, let x, let y): move(.touch(id), to: Self.point(x, y))
    case .up(_, _, let id): release(.touch(id))
    case .cancel: cancelTouches()
    default: break
    }
  }

  private func press(_ finger: Finger, at place: Point) {
    guard down == nil else { return }
    down = (finger, place)
    onEvent(.pressed(place))
  }

  private func move(_ finger: Finger, to place: Point) {
    if down?.finger == finger { down?.place = place }
  }

  private func release(_ finger: Finger) {
    guard let ended = down, ended.finger == finger else { return }
    down = nil
    onEvent(.released(ended.place))
  }

  private func cancelTouches() {
    if let finger = down?.finger, finger != .pointer { cancel(finger) }
  }

  private func cancel(_ finger: Finger) {
    guard down?.finger == finger else { return }
    down = nil
    onEvent(.cancelled)
  }

  private static func point(_ x: Fixed, _ y: Fixed) -> Point {
    Point(x: Int32(x.value.rounded(.down)), y: Int32(y.value.rounded(.down)))
  }
}
