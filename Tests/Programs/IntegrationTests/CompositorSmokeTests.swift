// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Serialized: several compositors at once would only make each other slow.
@Suite(.serialized) struct CompositorSmokeTests {
  @Test(arguments: CompositorKind.allCases)
  func everyCompositorShowsItsOutputAndLeavesNoProcess(kind: CompositorKind) throws {
    let compositor = try Compositor(kind)
    let outputs = try compositor.outputs()
    #expect(outputs.map(\.transform) == ["normal"])
    #expect(outputs.map(\.width) == [1280])
    #expect(outputs.map(\.height) == [800])
    // Before version 4 of wl_output there is no name.
    let globals = try compositor.run("wayland-info").output.split(separator: "\n")
    let version = try #require(
      globals.first { $0.contains("'wl_output'") }?.firstMatch(of: /version: +(\d+)/)
        .flatMap { Int($0.output.1) })
    #expect(outputs.map(\.name) == [version < 4 ? "" : kind.firstOutput])

    let group = compositor.process.pid
    #expect(!ProcessGroup.members(of: group).isEmpty)
    compositor.stop()
    #expect(ProcessGroup.members(of: group) == [])
  }

  @Test func theRuntimeDirectoryIsRemovedWithTheCompositor() throws {
    var compositor: Compositor? = try Compositor(.phoc)
    let directory = try #require(compositor?.runtimeDirectory)
    #expect(access(directory, F_OK) == 0)
    compositor = nil
    #expect(access(directory, F_OK) != 0)
  }

  @Test func wlrRandrRotatesAnOutputOfPhoc() throws {
    let compositor = try Compositor(.phoc)
    let before = try compositor.run("wlr-randr")
    #expect(before.output.contains("Transform: normal"))
    let turn = ["--output", "HEADLESS-1", "--transform", "90"]
    #expect(try compositor.run("wlr-randr", turn).status == 0)
    try compositor.waitForTransform("90")
  }

  @Test(arguments: [CompositorKind.phoc, .sway])
  func phocAndSwayStartWithTwoOutputs(kind: CompositorKind) throws {
    let names = try Compositor(kind, outputs: 2).outputs().map(\.name)
    #expect(Set(names) == ["HEADLESS-1", "HEADLESS-2"])
  }

  @Test func westonHasNoOutputManagement() throws {
    let result = try Compositor(.weston).run("wlr-randr")
    #expect(result.status == 1)
    #expect(result.errors.contains("output-management"))
  }
}
