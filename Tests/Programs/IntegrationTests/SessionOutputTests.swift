// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Testing

/// Outputs of real compositors, followed and turned.
@Suite(.serialized) struct SessionOutputTests {
  @Test(arguments: [CompositorKind.phoc, .sway, .weston])
  func anOutputIsReportedCompleteBeforeReadiness(kind: CompositorKind) throws {
    let desk = try Desk(Compositor(kind))
    let output = try #require(desk.session.outputs.first)
    #expect(desk.session.outputs.count == 1)
    #expect(output.name == (kind == .weston ? "headless" : "HEADLESS-1"))
    #expect(output.isHeadless == (kind != .weston))
    #expect(output.logicalSize == Size(width: 1280, height: 800))
    #expect(output.modeSize == Size(width: 1280, height: 800))
    #expect(output.transform == .normal)
    #expect(output.scale == 1)
    #expect(output.enabled)
    #expect(output.canTurn == (kind != .weston))
    #expect((desk.session.serial != nil) == (kind != .weston))
    #expect((desk.session.windowInterface != nil) == (kind != .weston))
    // One report, then readiness: no half-known output in between.
    #expect(desk.events == [.outputAdded(output), .ready])
  }

  @Test(arguments: [CompositorKind.phoc, .sway])
  func everyTransformIsConfirmedByTheOutput(kind: CompositorKind) throws {
    let desk = try Desk(Compositor(kind))
    for transform in Array(Transform.allCases.dropFirst()) + [.normal] {
      #expect(try desk.turn("HEADLESS-1", to: transform) == .succeeded)
      try desk.wait("\(transform)") { desk.output("HEADLESS-1")?.transform == transform }
      let size = transform.apply(to: Size(width: 1280, height: 800))
      #expect(desk.output("HEADLESS-1")?.logicalSize == size)
      #expect(desk.output("HEADLESS-1")?.modeSize == Size(width: 1280, height: 800))
      // wayland-info spells the flipped ones with a space.
      try desk.compositor.waitForTransform(
        transform.wireName.replacingOccurrences(of: "-", with: " "))
    }
    // Turned and resized in one report, each time.
    for case .outputChanged(let output) in desk.events {
      let size = output.transform.apply(to: output.modeSize)
      #expect(output.logicalSize == size)
    }
  }

  /// sway 1.7 calls its headless outputs off, which must not be believed.
  ///
  /// A client that believes it, as wlr-randr does, is refused, and all later turns are ignored.
  @Test func anOutputThatSwayReportsAsOffStillRotates() throws {
    let desk = try Desk(Compositor(.sway))
    let randr = try desk.compositor.run("wlr-randr")
    #expect(try randr.output.contains("Enabled: no") == desk.compositor.isSway17)
    #expect(desk.output("HEADLESS-1")?.enabled == true)
    #expect(try desk.turn("HEADLESS-1", to: .rotated90) == .succeeded)
    try desk.wait("90") { desk.output("HEADLESS-1")?.transform == .rotated90 }
    #expect(try desk.turn("HEADLESS-1", to: .rotated90) == .succeeded)
    #expect(try desk.turn("HEADLESS-1", to: .flipped270) == .succeeded)
    try desk.wait("flipped-270") { desk.output("HEADLESS-1")?.transform == .flipped270 }
  }

  @Test func rotationsByOtherProgramsAreReported() throws {
    let desk = try Desk(Compositor(.phoc))
    let serial = desk.session.serial
    let turn = ["--output", "HEADLESS-1", "--transform", "180"]
    #expect(try desk.compositor.run("wlr-randr", turn).status == 0)
    try desk.wait("180") { desk.output("HEADLESS-1")?.transform == .rotated180 }
    try desk.wait("a new serial") { desk.session.serial != serial }
  }

  @Test func aStaleSerialCancelsTheChangeAndTheNextSucceeds() throws {
    let desk = try Desk(Compositor(.phoc))
    let old = desk.session.serial
    // Another client's change makes the report outdated, which nobody has read yet.
    let turn = ["--output", "HEADLESS-1", "--transform", "90"]
    #expect(try desk.compositor.run("wlr-randr", turn).status == 0)
    #expect(desk.session.serial == old)
    #expect(try desk.turn("HEADLESS-1", to: .rotated180) == .cancelled)
    try desk.wait("a new report") { desk.session.serial != old }
    #expect(try desk.turn("HEADLESS-1", to: .rotated180) == .succeeded)
    try desk.wait("180") { desk.output("HEADLESS-1")?.transform == .rotated180 }
  }

  @Test func aSupersededRotationIsNeverRequested() throws {
    let desk = try Desk(Compositor(.phoc))
    desk.session.apply(transform: .rotated90, to: "HEADLESS-1", tag: 100)
    desk.session.apply(transform: .rotated180, to: "HEADLESS-1", tag: 101)
    try desk.wait("both answers") {
      desk.events.contains(.changeFinished(tag: 101, .succeeded))
    }
    #expect(desk.events.contains(.changeFinished(tag: 100, .cancelled)))
    try desk.wait("180") { desk.output("HEADLESS-1")?.transform == .rotated180 }
    let transforms = desk.events.compactMap { event -> Transform? in
      if case .outputChanged(let output) = event { output.transform } else { nil }
    }
    #expect(!transforms.contains(.rotated90))
  }

  /// Made from one report, the second would be cancelled.
  @Test func aRotationWaitsForTheAnswerToThePreviousOne() throws {
    let desk = try Desk(Compositor(.phoc, outputs: 2))
    for (number, transform) in [Transform.rotated90, .rotated180, .rotated270].enumerated() {
      let names = ["HEADLESS-1", "HEADLESS-2"]
      desk.session.apply(
        transform: transform, to: names[number % 2], tag: UInt32(100 + number))
      // Writes what is to go out, and reads nothing.
      _ = desk.session.beginWait()
      desk.session.endWait(readable: false)
    }
    try desk.wait("the last answer") {
      desk.events.contains(.changeFinished(tag: 102, .succeeded))
    }
    #expect(desk.events.contains(.changeFinished(tag: 100, .succeeded)))
    #expect(desk.events.contains(.changeFinished(tag: 101, .succeeded)))
    try desk.wait("both") {
      desk.output("HEADLESS-1")?.transform == .rotated270
        && desk.output("HEADLESS-2")?.transform == .rotated180
    }
  }

  @Test func rotationsThatCannotWorkAreNotRequested() throws {
    let weston = try Desk(Compositor(.weston))
    let none =
      "the compositor offers none of zwlr_output_manager_v1, kde_output_management_v2, "
      + "org.gnome.Mutter.DisplayConfig"
    #expect(try weston.turn("headless", to: .rotated90) == .unsupported(reason: none))
    let phoc = try Desk(Compositor(.phoc))
    let missing = "there is no output DSI-9"
    #expect(try phoc.turn("DSI-9", to: .rotated90) == .unsupported(reason: missing))
  }

  @Test func losingTheCompositorIsReportedOnce() throws {
    let desk = try Desk(Compositor(.phoc))
    desk.compositor.stop()
    try desk.wait("the loss") { desk.session.failure != nil }
    desk.session.run(for: .zero)
    let losses = desk.events.filter { if case .lost = $0 { true } else { false } }
    #expect(losses.count == 1)
    guard case .unsupported = try desk.turn("HEADLESS-1", to: .rotated90) else {
      Issue.record("a change of a lost session was not refused")
      return
    }
  }
}
