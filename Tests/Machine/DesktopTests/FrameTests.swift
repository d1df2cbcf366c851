// SPDX-License-Identifier: Apache-2.0
import Orientation
import Testing

@testable import Desktop

/// Requests and reports in the frames of reference of the compositors.
@Suite struct FrameTests {
  private static func change(_ transform: Transform) -> OutputChange {
    OutputChange(
      turns: [OutputChange.Turn(output: "eDP-1", transform: transform)],
      layout: [
        OutputChange.Place(output: "eDP-1", transform: transform, position: Point(x: 0, y: 0)),
        OutputChange.Place(output: "DP-1", transform: .rotated90, position: Point(x: 800, y: 0)),
      ])
  }

  /// For every row, every mount and all eight transforms: a compositor that adds the mount to what it
  /// is asked for shows what was meant, and one that takes it out of its reports is understood.
  @Test func everyRowConvertsAllEightTransformsBothWays() throws {
    for row in FrameKnowledge.table {
      for top in PanelEdge.allCases {
        let mounts = PanelMounts(["eDP-1": PanelMounts.Mount(top: top, origin: .property)])
        for transform in Transform.allCases {
          let asked = Self.change(transform).counted(in: row.requests, mountedWith: mounts.top(of:))
          let request = try #require(asked.turns.first?.transform)
          #expect(asked.place(of: "eDP-1")?.transform == request)
          #expect(asked.place(of: "DP-1")?.transform == .rotated90)
          let mount = row.requests == .casing ? top.transform : .normal
          #expect(request.followed(by: mount) == transform)
          var output = DesktopOutput(name: "eDP-1")
          let native = Size(width: 800, height: 1280)
          let isTaken = row.reports == .casing
          output.transform = isTaken ? transform.followed(by: top.transform.inverse) : transform
          output.modeSize = isTaken ? top.transform.apply(to: native) : native
          output.physicalSize = output.modeSize
          output.count(from: row.reports, mountedWith: top)
          #expect(output.transform == transform)
          #expect(output.modeSize == native && output.physicalSize == native)
        }
      }
    }
  }

  @Test func compositorsAreKnownByTheirProcesses() {
    #expect(FrameKnowledge.row(process: "gnome-shell").requests == .casing)
    #expect(FrameKnowledge.row(process: "mutter").reports == .casing)
    #expect(FrameKnowledge.row(process: "niri").requests == .casing)
    #expect(FrameKnowledge.row(process: "niri").reports == .panel)
    for process in ["sway", "kwin_wayland", "phoc", "Hyprland", "cosmic-comp", "labwc", nil] {
      #expect(!FrameKnowledge.row(process: process).converts)
    }
  }

  @Test func niriReadsTheMountFrom2511On() {
    for old in ["25.08 (01be0e6)", "25.05.1", "0.1.10", "25.10"] {
      #expect(!NiriVersion.knowsMounts(old), "\(old)")
    }
    for new in ["25.11 (b35bcae)", "26.04", "25.12", "unknown"] {
      #expect(NiriVersion.knowsMounts(new), "\(new)")
    }
  }
}
