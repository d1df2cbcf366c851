// SPDX-License-Identifier: Apache-2.0
import WaylandClient

extension WindowInterface {
  /// COSMIC's protocol for windows, which adds details to `ext_foreign_toplevel_list_v1`.
  public static let cosmic = WindowInterface(name: "zcosmic_toplevel_info_v1", knows: .all)
  /// The standard protocol for lists of windows, which reports only titles and app ids.
  public static let toplevelList = WindowInterface(
    name: "ext_foreign_toplevel_list_v1", knows: .appID)
}

/// The backend of COSMIC, whose protocol extends `ext_foreign_toplevel_list_v1`, and of other
/// compositors with that list.
final class CosmicBackend: CompositorBackend {
  static let desktops = [
    DesktopKnowledge(
      "COSMIC", process: "cosmic-comp", by: .cosmic, .scripted("cosmic-protocols d0e95be"))
  ]

  static let frames = [
    FrameKnowledge(
      "COSMIC", processes: ["cosmic-comp"], habit: "begins with it",
      source: "cosmic-comp, src/backend/kms/device.rs")
  ]

  private unowned let session: Session
  private lazy var toplevels = ToplevelList(session)

  init(_ session: Session) { self.session = session }

  /// Binds COSMIC's protocols; without them, binds the standard list only if no other protocol
  /// reports more.
  func bind(_ global: RegistryGlobal) {
    let hasCosmic = session.announced[ZcosmicToplevelInfoV1Proxy.interfaceName] != nil
    if hasCosmic || !hasBetter, !toplevels.isOffered,
      let proxy = session.bind(global, as: ExtForeignToplevelListV1Proxy.self)
    {
      toplevels.follow(proxy)
    }
    if global.version >= ToplevelList.cosmicVersion, !toplevels.isDetailed,
      let proxy = session.bind(global, as: ZcosmicToplevelInfoV1Proxy.self)
    {
      toplevels.follow(proxy)
    }
    if hasCosmic, let proxy = session.bind(global, as: ExtWorkspaceManagerV1Proxy.self) {
      toplevels.follow(proxy)
    }
  }

  var windows: (any WindowSource)? {
    toplevels.isDetailed || toplevels.isOffered && !hasBetter ? toplevels : nil
  }

  private var hasBetter: Bool {
    session.announced[OrgKdePlasmaWindowManagementProxy.interfaceName] != nil
      || session.announced[ZwlrForeignToplevelManagerV1Proxy.interfaceName] != nil
  }
}
