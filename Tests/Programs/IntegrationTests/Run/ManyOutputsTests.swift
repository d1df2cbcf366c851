// SPDX-License-Identifier: Apache-2.0
import Desktop
import Foundation
import Orientation
import Testing

/// Several outputs turn as one, and a compositor that stalls gets into nobody's way.
@Suite(.serialized) struct ManyOutputsTests {
  /// A daemon that says on its error stream what it asks the compositor for.
  private func start(_ arguments: [String] = [], on compositor: Compositor) throws -> ChildProcess {
    let environment = compositor.clientEnvironment.merging(["WAYLAND_DEBUG": "client"]) { $1 }
    return try ChildProcess(Swivel.path, Swivel.replay + arguments, environment: environment)
  }

  private func changes(_ swivel: ChildProcess) -> Int {
    swivel.errors.components(separatedBy: ".create_configuration(").count - 1
  }

  /// What another client saw each output turn to.
  private func transforms(_ desk: Desk) -> [String: [Transform]] {
    var result: [String: [Transform]] = [:]
    for event in desk.events {
      guard case .outputChanged(let output) = event else { continue }
      if result[output.name]?.last != output.transform {
        result[output.name, default: []].append(output.transform)
      }
    }
    return result
  }

  @Test(arguments: [(CompositorKind.phoc, 8), (.sway, 8), (.kwin, 5), (.swivel, 6)])
  func allOutputsRotateAndAreRestoredInOneChangeEach(kind: CompositorKind, count: Int) throws {
    let compositor = try Compositor(kind, outputs: count)
    let desk = try Desk(compositor)
    try desk.wait("\(count) outputs") { desk.session.outputs.filter(\.enabled).count == count }
    let names = desk.session.outputs.map(\.name)
    let swivel = try start(names.flatMap { ["--output", $0] }, on: compositor)
    defer { swivel.stop() }
    try desk.wait("all turned\n\(swivel.output)") {
      desk.session.outputs.allSatisfy { $0.transform == .rotated90 }
    }
    try Deadline.waitUntil("all confirmed\n\(swivel.output)") {
      names.allSatisfy { swivel.output.contains("confirmed: \($0) ") }
    }
    #expect(changes(swivel) == 1)
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(changes(swivel) == 2)
    #expect(!swivel.output.contains("retried") && !swivel.output.contains("by-other"))
    try desk.wait("all given back") {
      desk.session.outputs.allSatisfy { $0.transform == .normal }
    }
    // None has gone back and forth.
    let expected = Dictionary(
      uniqueKeysWithValues: names.map { ($0, [Transform.rotated90, .normal]) })
    #expect(transforms(desk) == expected)
  }

  @Test(arguments: [(CompositorKind.sway, "sway"), (.mutter, "mutter")])
  func swayAndMutterAppliersRotateAllOutputs(kind: CompositorKind, way: String) throws {
    let compositor = try Compositor(kind, outputs: 5)
    let desk = try Desk(compositor)
    let names = desk.session.outputs.map(\.name)
    try #require(names.count == 5)
    let swivel = try start(
      ["--applier", way] + names.flatMap { ["--output", $0] }, on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil("all confirmed\n\(swivel.output)") {
      names.allSatisfy { swivel.output.contains("confirmed: \($0) ") }
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    // A loaded machine may confirm late and have the request repeated; nobody else rotates.
    #expect(!swivel.output.contains("by-other"))
    try desk.wait("all given back") {
      desk.session.outputs.allSatisfy { $0.transform == .normal }
    }
  }

  /// Each output's programs end at another moment, and no turn makes another one's outdated.
  @Test func beforeHooksDoNotCancelRotationsOfOtherOutputs() throws {
    let compositor = try Compositor(.phoc, outputs: 6)
    let configuration = "\(compositor.runtimeDirectory)/config.yaml"
    try "hooks: {before: [sleep, '0.1'], wait: 800}\n".write(
      toFile: configuration, atomically: false, encoding: .utf8)
    let swivel = try start(["--config", configuration], on: compositor)
    defer { swivel.stop() }
    let names = (1...6).map { "HEADLESS-\($0)" }
    try Deadline.waitUntil("all confirmed\n\(swivel.output)") {
      names.allSatisfy { swivel.output.contains("confirmed: \($0) ") }
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(!swivel.output.contains("retried") && !swivel.output.contains("by-other"))
    #expect(try compositor.outputs().map(\.transform) == Array(repeating: "normal", count: 6))
  }

  @Test func rotatingBackDuringAStallIsNotTakenForAnotherWriter() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    compositor.process.send(SIGSTOP)
    defer { compositor.process.send(SIGCONT) }
    // Both wait for the compositor.
    let there = try Swivel.start(["rotate", "left"], on: compositor)
    defer { there.stop() }
    _ = try swivel.waitForLine { $0.contains("HEADLESS-1 turned 90 -> ") }
    let back = try Swivel.start(["rotate", "right"], on: compositor)
    defer { back.stop() }
    _ = try swivel.waitForLine { $0.hasSuffix(" -> 90") || $0.contains(" -> 90 ") }
    // A turn that has never gone out leaves nothing to be asked for again.
    _ = try swivel.waitForLine {
      $0.contains("retried: HEADLESS-1 has not confirmed transform 1")
        || $0.contains("confirmed: HEADLESS-1")
    }
    compositor.process.send(SIGCONT)
    _ = try there.waitForExit()
    _ = try back.waitForExit()
    try compositor.waitForTransform("90")
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(!swivel.output.contains("by-other"))
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }
}
