// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// The server of wlr-layer-shell, which divides each output between layer surfaces and windows.
final class LayerShell {
  private unowned let compositor: CompositorCore
  private var layers: [LayerWindow] = []

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(ZwlrLayerShellV1Resource.self, version: 4) {
      [unowned self] shell in
      shell.onRequest = { [unowned self, unowned shell] request in
        guard
          case .getLayerSurface(let id, let surface, let output, let layer, let namespace) = request
        else { return }
        make(id, of: surface, on: output, layer: layer, namespace.string, by: shell)
      }
    }
  }

  private func make(
    _ id: ZwlrLayerSurfaceV1Resource, of resource: WlSurfaceResource, on output: WlOutputResource?,
    layer: ZwlrLayerShellV1.Layer, _ namespace: String, by shell: ZwlrLayerShellV1Resource
  ) {
    func post(_ error: ZwlrLayerShellV1.ErrorCode, _ message: String) {
      shell.post(error, message)
    }
    guard let surface = resource.surface else { return }
    guard layer.rawValue < 4 else {
      return post(.invalidLayer, "\(layer.rawValue) is no layer: 0 to 3 are")
    }
    guard surface.content == nil, surface.attached == nil else {
      return post(.alreadyConstructed, "the surface already has a buffer")
    }
    let window = LayerWindow(
      id, surface: surface, layer: layer.rawValue, namespace: String(namespace.prefix(256)),
      output: compositor.outputs.output(of: output), compositor: compositor)
    guard !surface.isXdgSurface, surface.assign(.layer, window) else {
      return post(.role, surface.roleComplaint)
    }
    layers.append(window)
    window.start()
  }

  func forget(_ window: LayerWindow) { layers.removeAll { $0 === window } }

  func close(on output: CompositorOutput) {
    for layer in layers where layer.output === output {
      layer.output = nil
      layer.close()
    }
  }

  var hasStatusBar: Bool { layers.contains { $0.isFollower && $0.isVisible } }

  /// Places an output's layer surfaces, and reshapes its windows that fill an area.
  func arrange(_ output: CompositorOutput) {
    for turn in Transform.allCases {
      _ = freeArea(of: output, turned: turn) { $0.put($1) }
    }
    for window in compositor.windows.all where window.output === output { window.reshape() }
    compositor.windows.changed(output)
  }

  /// Returns the area of an output that layer surfaces leave free for windows with this transform.
  func usableArea(of output: CompositorOutput, turned turn: Transform) -> Rectangle {
    freeArea(of: output, turned: turn) { _, _ in }
  }

  private func freeArea(
    of output: CompositorOutput, turned turn: Transform, put: (LayerWindow, Rectangle) -> Void
  ) -> Rectangle {
    let whole = WindowSpace(transform: turn, area: output.area).size
    var free = Rectangle(origin: Point(x: 0, y: 0), size: whole)
    let members = layers.filter {
      $0.isArranged && $0.output === output && $0.target == turn
    }
    // Surfaces with an exclusive zone are placed first, and in each group those on upper layers.
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
