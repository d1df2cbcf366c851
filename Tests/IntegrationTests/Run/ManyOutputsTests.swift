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
  func allTurnInOneChangeAndAreGivenBackInOne(kind: CompositorKind, count: Int) throws {
    let compositor = try Compositor(kind, outputs: count)
    let desk = try Desk(compositor)
    try desk.wait("\(count) outputs") { desk.session.outputs.filter(\.enabled).count == count }
    let names = desk.session.outputs.map(\.name)
    let swivel = try start(names.flatMap { ["--output", $0] }, on: compositor)
    defer { swivel.stop() }
    try desk.wait("all turned\n\(swivel.output)", within: 15) {
      desk.session.outputs.allSatisfy { $0.transform == .rotated90 }
    }
    try Deadline.waitUntil(10, "all confirmed\n\(swivel.output)") {
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
  func otherWaysTurnAllAtOnceToo(kind: CompositorKind, way: String) throws {
    let compositor = try Compositor(kind, outputs: 5)
    let desk = try Desk(compositor)
    let names = desk.session.outputs.map(\.name)
    try #require(names.count == 5)
    let swivel = try start(
      ["--applier", way] + names.flatMap { ["--output", $0] }, on: compositor)
    defer { swivel.stop() }
    try Deadline.waitUntil(15, "all confirmed\n\(swivel.output)") {
      names.allSatisfy { swivel.output.contains("confirmed: \($0) ") }
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(!swivel.output.contains("retried") && !swivel.output.contains("by-other"))
    try desk.wait("all given back") {
      desk.session.outputs.allSatisfy { $0.transform == .normal }
    }
  }

  @Test func thereAndBackInAStallIsNeitherConfirmedFalselyNorTakenForAnothers() throws {
    let compositor = try Compositor(.phoc)
    let swivel = try Swivel.start(Swivel.replay, on: compositor)
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    compositor.process.send(SIGSTOP)
    defer { compositor.process.send(SIGCONT) }
    #expect(try compositor.run(Swivel.path, ["rotate", "left"]).status == 0)
    #expect(try compositor.run(Swivel.path, ["rotate", "right"]).status == 0)
    _ = try swivel.waitForLine { $0.contains("retried: HEADLESS-1") }
    #expect(swivel.output.components(separatedBy: "confirmed:").count == 2)
    compositor.process.send(SIGCONT)
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    #expect(try compositor.outputs().map(\.transform) == ["90"])
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 0)
    #expect(!swivel.output.contains("by-other"))
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }
}
