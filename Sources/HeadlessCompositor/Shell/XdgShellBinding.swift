// SPDX-License-Identifier: Apache-2.0
import WaylandServer

/// One client's `xdg_wm_base`.
final class XdgShellBinding {
  let resource: XdgWmBaseResource
  unowned(unsafe) let compositor: HeadlessCompositor
  private var surfaces: [ShellSurface] = []
  /// The popups that are shown, the topmost last; they go in the reverse order.
  var popups: [Popup] = []

  init(_ resource: XdgWmBaseResource, compositor: HeadlessCompositor) {
    self.resource = resource
    self.compositor = compositor
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
  }

  func post(_ error: XdgWmBase.ErrorCode, _ message: String) {
    resource.post(error: error.rawValue, message)
  }

  func forget(_ surface: ShellSurface) { surfaces.removeAll { $0 === surface } }

  private func handle(_ request: XdgWmBaseResource.Request) {
    switch request {
    case .destroy:
      if !surfaces.isEmpty {
        post(.defunctSurfaces, "\(surfaces.count) xdg_surface objects are still there")
      }
    case .createPositioner(let id): compositor.positioners.add(id)
    case .getXdgSurface(let id, let surface): make(id, of: surface)
    case .pong: break
    }
  }

  private func make(_ id: XdgSurfaceResource, of resource: WlSurfaceResource) {
    guard let surface = compositor.surface(resource) else { return }
    guard surface.role == nil, surface.kind?.isXdg != false, !surface.isXdgSurface else {
      return post(
        .role, "the surface already has the role \(surface.kind?.rawValue ?? "of another")")
    }
    guard surface.content == nil, surface.attached == nil else {
      return post(.invalidSurfaceState, "the surface already has a buffer")
    }
    let xdgSurface = ShellSurface(id, surface: surface, binding: self)
    surfaces.append(xdgSurface)
    xdgSurface.start()
  }
}

extension HeadlessCompositor {
  func offerShell() {
    display.offer(XdgWmBaseResource.self, version: 5) { [unowned(unsafe) self] in
      XdgShellBinding($0, compositor: self).start()
    }
  }
}
