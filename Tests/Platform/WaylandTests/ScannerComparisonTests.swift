// SPDX-License-Identifier: Apache-2.0
import CWaylandClient
import Fixtures
import Foundation
import Testing
import WaylandClient
import XML

/// Our tables against those of libwayland's own generator (Debian package libwayland-bin).
@Suite struct ScannerComparisonTests {
  enum Case: String, CaseIterable {
    case wayland, xdgShell, xdgOutput, outputManagement, toplevels, layerShell, screencopy, pointer
    case rotation, kdeDevice, kdeManagement, plasmaWindows, riverInput
    case viewporter, fractionalScale, decoration, primarySelection, activation
    case cosmicToplevels, toplevelList, workspaces, plasmaDesktops

    var interfaces: UnsafeBufferPointer<wl_interface> {
      switch self {
      case .wayland: WaylandProtocol.interfaces
      case .xdgShell: XdgShellProtocol.interfaces
      case .xdgOutput: XdgOutputUnstableV1Protocol.interfaces
      case .outputManagement: WlrOutputManagementUnstableV1Protocol.interfaces
      case .toplevels: WlrForeignToplevelManagementUnstableV1Protocol.interfaces
      case .layerShell: WlrLayerShellUnstableV1Protocol.interfaces
      case .screencopy: WlrScreencopyUnstableV1Protocol.interfaces
      case .pointer: WlrVirtualPointerUnstableV1Protocol.interfaces
      case .rotation: SwivelRotationV1Protocol.interfaces
      case .kdeDevice: KdeOutputDeviceV2Protocol.interfaces
      case .kdeManagement: KdeOutputManagementV2Protocol.interfaces
      case .plasmaWindows: OrgKdePlasmaWindowManagementProtocol.interfaces
      case .riverInput: RiverInputManagementV1Protocol.interfaces
      case .viewporter: ViewporterProtocol.interfaces
      case .fractionalScale: FractionalScaleV1Protocol.interfaces
      case .decoration: XdgDecorationUnstableV1Protocol.interfaces
      case .primarySelection: WpPrimarySelectionUnstableV1Protocol.interfaces
      case .activation: XdgActivationV1Protocol.interfaces
      case .cosmicToplevels: CosmicToplevelInfoUnstableV1Protocol.interfaces
      case .toplevelList: ExtForeignToplevelListV1Protocol.interfaces
      case .workspaces: ExtWorkspaceV1Protocol.interfaces
      case .plasmaDesktops: OrgKdePlasmaVirtualDesktopProtocol.interfaces
      }
    }

    func file() throws -> String {
      let marker =
        switch self {
        case .wayland: "wayland"
        case .xdgShell: "xdg-shell"
        case .xdgOutput: "xdg-output-unstable-v1"
        case .outputManagement: "wlr-output-management-unstable-v1"
        case .toplevels: "wlr-foreign-toplevel-management-unstable-v1"
        case .layerShell: "wlr-layer-shell-unstable-v1"
        case .screencopy: "wlr-screencopy-unstable-v1"
        case .pointer: "wlr-virtual-pointer-unstable-v1"
        case .rotation: "swivel-rotation-v1"
        case .kdeDevice: "kde-output-device-v2"
        case .kdeManagement: "kde-output-management-v2"
        case .plasmaWindows: "plasma-window-management"
        case .riverInput: "river-input-management-v1"
        case .viewporter: "viewporter"
        case .fractionalScale: "fractional-scale-v1"
        case .decoration: "xdg-decoration-unstable-v1"
        case .primarySelection: "primary-selection-unstable-v1"
        case .activation: "xdg-activation-v1"
        case .cosmicToplevels: "cosmic-toplevel-info-unstable-v1"
        case .toplevelList: "ext-foreign-toplevel-list-v1"
        case .workspaces: "ext-workspace-v1"
        case .plasmaDesktops: "plasma-virtual-desktop"
        }
      let text = try PackageFiles.text(
        "Sources/Platform/WaylandClient/Protocols/\(marker).protocol")
      return try PackageFiles.file(of: #require(ProtocolMarker(text)))
    }
  }

  @Test(arguments: Case.allCases)
  func theTablesMatchThoseOfWaylandScanner(_ example: Case) throws {
    let text = try Tool.run(
      ["wayland-scanner", "public-code", example.file(), "/dev/stdout"])
    let theirs = ScannerOutput(text).interfaces
    let ours = example.interfaces.map { InterfaceFacts($0) }
    #expect(!theirs.isEmpty)
    // A newer file has more interfaces, which are left out.
    #expect(ours.count <= theirs.count)
    for interface in ours {
      var other = try #require(theirs.first { $0.name == interface.name })
      #expect(interface.version <= other.version)
      if interface.version < other.version {
        other.version = interface.version
        other.requests = Array(other.requests.prefix(interface.requests.count))
        other.events = Array(other.events.prefix(interface.events.count))
      }
      #expect(interface == other)
    }
  }

  @Test func everyGeneratedProtocolIsCompared() throws {
    let used = try PackageFiles.names(
      in: "Sources/Platform/WaylandClient/Protocols", suffix: ".protocol"
    ).filter {
      try ProtocolMarker(PackageFiles.text("Sources/Platform/WaylandClient/Protocols/" + $0))?
        .isUsed == true
    }
    #expect(used.count == Case.allCases.count)
  }
}
