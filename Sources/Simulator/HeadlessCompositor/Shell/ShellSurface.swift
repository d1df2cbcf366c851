// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandServer

/// An `xdg_surface`: the geometry and the configure events of a toplevel or popup.
final class ShellSurface: SurfaceRole {
  let resource: XdgSurfaceResource
  let binding: XdgShellBinding
  private(set) weak var surface: Surface?
  weak var part: (any XdgPart)?

  private var pendingGeometry: Rectangle?
  private var givenGeometry: Rectangle?
  private(set) var configures = ConfigureSequence()
  private var hasConfigured = false

  init(_ resource: XdgSurfaceResource, surface: Surface, binding: XdgShellBinding) {
    self.resource = resource
    self.surface = surface
    self.binding = binding
    surface.shellSurface = self
  }

  func start() {
    resource.owner = self
    resource.onRequest = { [self] in handle($0) }
    resource.onDestroy = { [self] in
      part?.surfaceEnded()
      part = nil
      binding.forget(self)
      surface?.shellSurface = nil
      if surface?.role === self { surface?.role = nil }
      surface = nil
    }
  }

  /// The visible bounds of the window without shadows, in surface coordinates.
  var geometry: Rectangle {
    let whole = Rectangle(
      origin: Point(x: 0, y: 0), size: surface?.size ?? Size(width: 0, height: 0))
    return givenGeometry ?? whole
  }

  func post(_ error: Errors, _ message: String) {
    resource.post(error, message)
  }

  typealias Errors = XdgSurface.ErrorCode

  /// Sends `xdg_surface.configure`, which completes the events that the role object has sent;
  /// `isResized` means that these change the size.
  func configure(isResized: Bool = false) {
    let serial = binding.compositor.display.nextSerial()
    configures.send(serial, isResized: isResized)
    resource.configure(serial: serial)
  }

  /// Called when the role object is destroyed; the surface may then get another role object.
  func partEnded() {
    part = nil
    restart()
    pendingGeometry = nil
    givenGeometry = nil
    if surface?.role === self { surface?.role = nil }
  }

  /// Makes the surface await a first configure event again; keeps the geometry.
  private func restart() {
    configures.restart()
    hasConfigured = false
  }

  func mayCommit(_ surface: Surface, bringsContent: Bool?) -> Bool {
    guard let part else {
      post(.notConstructed, "a commit before the surface has become a toplevel or popup")
      return false
    }
    if bringsContent == true, configures.acknowledged == nil,
      !binding.compositor.options.isLenient
    {
      post(.unconfiguredBuffer, "a buffer before the first configure was acknowledged")
      return false
    }
    return part.mayCommit()
  }

  func committed(_ surface: Surface) {
    if let geometry = pendingGeometry {
      givenGeometry = geometry
      pendingGeometry = nil
    }
    configures.commit()
    if surface.content == nil, hasConfigured, part?.isMapped == true {
      part?.unmap()
      restart()
      return
    }
    if !hasConfigured {
      hasConfigured = true
      part?.configureFirst()
    }
    if surface.content != nil, part?.isMapped == false { part?.map() }
    part?.committed()
  }

  func surfaceGone() {
    part?.surfaceEnded()
    surface = nil
  }

  private func handle(_ request: XdgSurfaceResource.Request) {
    switch request {
    case .destroy:
      if part != nil { post(.defunctRoleObject, "the toplevel or popup is still there") }
    case .getToplevel(let id):
      guard let surface = claim(.toplevel) else { return }
      let toplevel = Toplevel(id, xdgSurface: self, surface: surface)
      part = toplevel
      toplevel.start()
    case .getPopup(let id, let parent, let positioner):
      makePopup(id, parent: parent, positioner: positioner)
    case .setWindowGeometry(let x, let y, let width, let height):
      guard part != nil else {
        return post(.notConstructed, "a geometry before the surface has become something")
      }
      guard width > 0, height > 0 else {
        return post(.invalidSize, "\(width)x\(height) is no size for a window")
      }
      pendingGeometry = Rectangle(
        origin: Point(x: PopupRules.bounded(x), y: PopupRules.bounded(y)),
        size: Size(width: PopupRules.bounded(width), height: PopupRules.bounded(height)))
    case .ackConfigure(let serial):
      guard part != nil else {
        return post(.notConstructed, "an acknowledgement before the surface has become something")
      }
      guard configures.acknowledge(serial) else {
        return post(.invalidSerial, "\(serial) is no configure that waits for an answer")
      }
    }
  }

  private func claim(_ kind: RoleKind) -> Surface? {
    guard let surface else { return nil }
    guard part == nil else {
      post(.alreadyConstructed, "the surface already is a toplevel or popup")
      return nil
    }
    guard surface.assign(kind, self) else {
      binding.post(.role, surface.roleComplaint)
      return nil
    }
    return surface
  }

  private func makePopup(
    _ id: XdgPopupResource, parent: XdgSurfaceResource?, positioner: XdgPositionerResource
  ) {
    let compositor = binding.compositor
    guard let rules = compositor.positioners.value(of: positioner), rules.isComplete else {
      return binding.post(.invalidPositioner, "the positioner lacks a size or an anchor rectangle")
    }
    let host = parent.flatMap { $0.popupHost }
    guard parent == nil || host != nil else {
      return binding.post(.invalidPopupParent, "the parent has not become a toplevel or popup")
    }
    guard (host?.popupDepth ?? 0) < Surface.maximumDepth else {
      return resource.client.refuseMemory()
    }
    guard let surface = claim(.popup) else { return }
    let popup = Popup(id, xdgSurface: self, surface: surface, rules: rules, host: host)
    part = popup
    popup.start()
  }
}

/// The role of an `xdg_surface`: a toplevel or a popup.
protocol XdgPart: AnyObject {
  var isMapped: Bool { get }
  func configureFirst()
  /// Called before a commit is applied; returns false after a protocol error.
  func mayCommit() -> Bool
  /// Called after each commit with content while the role is not mapped.
  func map()
  /// Called when a mapped surface loses its content.
  func unmap()
  func committed()
  /// Called when the surface or the `xdg_surface` was destroyed.
  func surfaceEnded()
}

final class XdgShellBinding {
  let resource: XdgWmBaseResource
  unowned let compositor: CompositorCore
  private var surfaces: [ShellSurface] = []

  init(_ resource: XdgWmBaseResource, compositor: CompositorCore) {
    self.resource = resource
    self.compositor = compositor
  }

  func start() {
    resource.onRequest = { [self] in handle($0) }
  }

  func post(_ error: XdgWmBase.ErrorCode, _ message: String) {
    resource.post(error, message)
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
    guard let surface = resource.surface else { return }
    guard surface.role == nil, surface.kind?.isXdg != false, !surface.isXdgSurface else {
      return post(.role, surface.roleComplaint)
    }
    guard surface.content == nil, surface.attached == nil else {
      return post(.invalidSurfaceState, "the surface already has a buffer")
    }
    let xdgSurface = ShellSurface(id, surface: surface, binding: self)
    surfaces.append(xdgSurface)
    xdgSurface.start()
  }
}
