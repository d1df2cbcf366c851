// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

extension HeadlessCompositor {
  /// The namespace of the layer surface that shows the status bar.
  public static let statusBarNamespace = "status-bar"

  func offerLayers() {
    display.offer(ZwlrLayerShellV1Resource.self, version: 4) { [unowned(unsafe) self] shell in
      shell.onRequest = { [unowned(unsafe) self, unowned shell] request in
        guard
          case .getLayerSurface(let id, let surface, let output, let layer, let namespace) = request
        else { return }
        makeLayer(id, of: surface, on: output, layer: layer, namespace.string, by: shell)
      }
    }
  }

  private func makeLayer(
    _ id: ZwlrLayerSurfaceV1Resource, of resource: WlSurfaceResource, on output: WlOutputResource?,
    layer: ZwlrLayerShellV1.Layer, _ namespace: String, by shell: ZwlrLayerShellV1Resource
  ) {
    func post(_ error: ZwlrLayerShellV1.ErrorCode, _ message: String) {
      shell.post(error: error.rawValue, message)
    }
    guard let surface = surface(resource) else { return }
    guard layer.rawValue < 4 else {
      return post(.invalidLayer, "\(layer.rawValue) is no layer: 0 to 3 are")
    }
    guard surface.content == nil, surface.attached == nil else {
      return post(.alreadyConstructed, "the surface already has a buffer")
    }
    let window = LayerWindow(
      id, surface: surface, layer: layer.rawValue, namespace: String(namespace.prefix(256)),
      screen: screen(of: output), compositor: self)
    guard !surface.isXdgSurface, surface.take(.layer, window) else {
      return post(
        .role, "the surface already has the role \(surface.kind?.rawValue ?? "of another")")
    }
    layers.append(window)
    window.start()
  }

  /// Puts all layer surfaces of a screen where they belong, and the windows that fill the rest.
  func arrange(_ screen: Screen) {
    for turn in Transform.allCases {
      _ = freeArea(of: screen, turned: turn) { $0.put($1) }
    }
    for window in stack where window.screen === screen { window.reshape() }
    changed(screen)
  }

  /// The part of a screen that layer surfaces leave to windows that are turned alike.
  func usableArea(of screen: Screen, turned turn: Transform) -> Rectangle {
    freeArea(of: screen, turned: turn) { _, _ in }
  }

  private func freeArea(
    of screen: Screen, turned turn: Transform, put: (LayerWindow, Rectangle) -> Void
  ) -> Rectangle {
    let whole = WindowSpace(transform: turn, area: screen.area).size
    var free = Rectangle(origin: Point(x: 0, y: 0), size: whole)
    let members = layers.filter {
      $0.isArranged && $0.screen === screen && $0.target == turn
    }
    // Those who claim room come first, the uppermost layer before the others.
    for claims in [true, false] {
      for layer in [3, 2, 1, 0] as [UInt32] {
        for window in members
        where window.state.layer == layer && (window.state.exclusiveZone > 0) == claims {
          put(window, window.state.place(in: free, whole: whole))
          free = window.state.rest(of: free)
        }
      }
    }
    return free
  }
}
