// SPDX-License-Identifier: Apache-2.0
import Desktop
import Testing
import WaylandClient

/// Whether a screen is lit, as zwlr_output_power_v1 tells it; headless compositors refuse to switch
/// their outputs off, so the other end is scripted.
@Suite struct OutputPowerTests {
  private func session(
    _ compositor: ScriptedCompositor, until isSo: (Session) -> Bool
  ) throws -> Session {
    let session = try Session(connection: compositor.connection)
    run(session, compositor) { isSo(session) }
    return session
  }

  private func run(
    _ session: Session, _ compositor: ScriptedCompositor, until isSo: () -> Bool
  ) {
    for _ in 0..<500 where !isSo() {
      // Writes what is buffered before the other end looks.
      session.run(for: .milliseconds(1))
      compositor.answer()
    }
    #expect(session.failure == nil)
  }

  @Test func aScreenThatGoesDarkIsToldAtOnce() throws {
    let compositor = try ScriptedCompositor([
      ("wl_output", 4), ("zwlr_output_power_manager_v1", 1),
    ])
    let session = try session(compositor) { $0.outputs.first?.isLit == true }
    #expect(session.tellsPower)
    #expect(session.outputs.map(\.name) == ["eDP-1"])
    #expect(session.outputs.first?.isLit == true)
    var changes: [Bool?] = []
    session.onEvent = { if case .outputChanged(let output) = $0 { changes.append(output.isLit) } }
    let power = try #require(compositor.objects["power"])
    compositor.send(power, 0, [0])
    run(session, compositor) { changes.count == 1 }
    compositor.send(power, 0, [1])
    run(session, compositor) { changes.count == 2 }
    // Another report of the same output does not make it forget.
    compositor.send(try #require(compositor.objects["wl_output"]), 2)
    run(session, compositor) { false }
    #expect(changes == [false, true])
    // A mode that does not exist says nothing; the end of the messages neither.
    compositor.send(power, 0, [7])
    run(session, compositor) { changes.count == 3 }
    compositor.send(power, 0, [0])
    run(session, compositor) { changes.count == 4 }
    compositor.send(power, 1)
    run(session, compositor) { changes.count == 5 }
    #expect(changes == [false, true, nil, false, nil])
    session.onEvent = nil
  }

  @Test func withoutTheProtocolNothingIsKnown() throws {
    let compositor = try ScriptedCompositor([("wl_output", 4)])
    let session = try session(compositor) { $0.isReady }
    #expect(!session.tellsPower)
    #expect(session.outputs.count == 1)
    #expect(session.outputs.first?.isLit == nil)
  }
}
