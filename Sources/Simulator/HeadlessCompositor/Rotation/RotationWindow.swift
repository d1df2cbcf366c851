// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation
import RotationWire
import WaylandABI
import WaylandServer

/// The `swivel_window_v1` of a surface: its window's name, level and traits, and its state events.
final class RotationWindow {
  let resource: SwivelWindowV1Resource
  private weak var surface: Surface?
  private unowned(unsafe) let manager: RotationManager
  private var lastState: UInt32?
  private var lastTurn: (transform: Transform, orientation: InterfaceOrientation)?

  init(_ resource: SwivelWindowV1Resource, surface: Surface, manager: RotationManager) {
    self.resource = resource
    self.surface = surface
    unsafe self.manager = manager
  }

  private var compositor: HeadlessCompositor { unsafe manager.compositor }

  private var window: ShellWindow? {
    surface.flatMap { surface in compositor.windows.window(of: surface) }
  }

  func start() {
    surface?.rotation.window = self
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      if surface?.rotation.window === self { surface?.rotation.window = nil }
    }
    if let window { describe(window) }
  }

  /// Called when the surface is destroyed: from now on only `destroy` has an effect.
  func surfaceGone() {
    surface = nil
    resource.makeInert()
  }

  /// Called when the window is unmapped: the next `describe` sends everything again.
  func forget() {
    lastState = nil
    lastTurn = nil
  }

  /// Sends the window's state and turn to the client, if they have changed.
  func describe(_ window: ShellWindow) {
    guard let id = window.id, let output = window.output else { return }
    let scene = compositor.scene
    let state: UInt32 = window.isHidden ? 1 : scene.keyWindow == id ? 2 : 0
    if state != lastState {
      lastState = state
      resource.state(state: SwivelWindowV1.State(rawValue: state))
    }
    let turn = (
      transform: window.target.followed(by: output.transform),
      orientation: compositor.rotationController.orientation(of: window)
    )
    if lastTurn.map({ $0 != turn }) ?? true {
      lastTurn = turn
      resource.transform(transform: turn.transform.wire, orientation: turn.orientation.wire)
    }
  }

  private func handle(_ request: SwivelWindowV1Resource.Request) {
    guard let rotation = surface?.rotation else { return }
    switch request {
    case .destroy: break
    case .setName(let name):
      let text = name.string
      guard (1...64).contains(text.utf8.count) else {
        return post(.invalidName, "a name has 1 to 64 bytes, this one \(text.utf8.count)")
      }
      rotation.name = text
    case .setLevel(let level):
      rotation.level = level
      if let window { compositor.windows.restacked(window) }
    case .setTraits(let value):
      let traits = SurfaceRotation.Traits(rawValue: value.rawValue)
      guard traits.isSubset(of: .all) else {
        return post(.invalidTrait, "\(value.rawValue) holds a bit that is no trait")
      }
      guard !traits.contains(.exempt) || compositor.options.trustsClients else {
        return post(.notOffered, "this client may not have diagnostic windows")
      }
      rotation.traits = traits
    case .hide: surface.map { compositor.windows.setHidden(true, $0) }
    case .show: surface.map { compositor.windows.setHidden(false, $0) }
    case .makeKey:
      if let window, window.isVisible { compositor.seat.keyboard.focus(window) }
    }
  }

  private func post(_ error: SwivelWindowV1.ErrorCode, _ message: String) {
    resource.post(error, message)
  }
}
