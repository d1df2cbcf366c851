// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

extension WindowInterface {
  /// The protocol for windows of wlroots, which many other compositors implement too.
  public static let wlr = WindowInterface(
    name: "zwlr_foreign_toplevel_manager_v1", knows: [.appID, .focus, .fullscreen, .output])
}

/// The backend for the protocols of wlroots, and for all compositors without a backend of their
/// own.
final class WlrootsBackend: CompositorBackend {
  static let way: ApplierChoice? = .wlr
  static let desktops = [
    DesktopKnowledge("labwc", process: "labwc", by: .wlr, more: .minimized, .played("labwc")),
    DesktopKnowledge("Wayfire", process: "wayfire", by: .wlr, more: .minimized, .played("wayfire")),
    DesktopKnowledge("phoc, phosh", process: "phoc", by: .wlr, .played("phoc")),
    DesktopKnowledge("cage", process: "cage", by: .wlr, .played("cage")),
    DesktopKnowledge("river", process: "river", by: .wlr, .unplayed),
    DesktopKnowledge(
      "Swivel's own compositor", process: "swivel", by: .wlr, more: .minimized, .played("swivel")),
    DesktopKnowledge(
      "others", process: "", by: .toplevelList, .scripted("wayland-protocols 1.45"),
      remedy: "the focus is not reported, so only windows with a veto are asked"),
  ]

  static let frames = [
    FrameKnowledge(
      "phoc", processes: ["phoc"],
      habit: "begins with it if its configuration has `drm-panel-orientation`",
      source: "phoc, src/output.c")
  ]

  private unowned let session: Session
  private var manager: WlrApplier?
  private(set) var windows: (any WindowSource)?
  private var river: RiverInputs?

  init(_ session: Session) { self.session = session }

  func bind(_ global: RegistryGlobal) {
    if manager == nil, let proxy = session.bind(global, as: ZwlrOutputManagerV1Proxy.self) {
      manager = WlrApplier(proxy) { [weak session] in session?.refresh() }
    }
    if windows == nil, let proxy = session.bind(global, as: ZwlrForeignToplevelManagerV1Proxy.self)
    {
      windows = WindowList(proxy, in: session)
    }
    if river == nil, let proxy = session.bind(global, as: RiverInputManagerV1Proxy.self) {
      river = RiverInputs(proxy, in: session)
    }
  }

  var applier: (any TransformApplier)? { manager?.isUsable == true ? manager : nil }

  func mapInputs(_ setup: InputSetup) -> (any InputMapper)? {
    guard let river, river.isOffered else { return nil }
    river.sizes = setup.sizes
    return river
  }

  var serial: UInt32? { manager?.serial }

  /// Adds to an output the facts that its head reports.
  ///
  /// The serial number is the head's, and so is the exact scale if reported. Description, maker and
  /// model are the head's only if wl_output has none, the position only if xdg_output has none; the
  /// transform is never the head's. A disabled head disables the output: its screen is dark, and a
  /// rotation would switch it on.
  func complete(_ output: inout DesktopOutput, from facts: OutputFacts) {
    let name = output.name
    guard let head = manager?.heads.first(where: { $0.facts?.name == name })?.facts else { return }
    if output.description.isEmpty { output.description = head.description }
    if output.make.isEmpty { output.make = head.make }
    if output.model.isEmpty { output.model = head.model }
    output.serial = head.serial
    output.scale = head.scale.map { Double($0) } ?? output.scale
    output.logicalPosition = facts.logicalPosition ?? head.position ?? facts.position
    output.enabled = !head.isOff
  }

  var outputsOff: [DesktopOutput] {
    (manager?.heads ?? []).compactMap(\.facts).map { head in
      var output = DesktopOutput(name: head.name)
      output.description = head.description
      output.make = head.make
      output.model = head.model
      output.serial = head.serial
      output.transform = head.transform ?? .normal
      output.scale = head.scale.map { Double($0) } ?? 1
      output.logicalPosition = head.position ?? Point(x: 0, y: 0)
      output.modeSize = head.mode?.size ?? Size(width: 0, height: 0)
      output.modeRefresh = head.mode?.refresh ?? 0
      return output
    }
  }
}
