// SPDX-License-Identifier: Apache-2.0
import Desktop
import WaylandClient

/// Asks the compositor of the session what it offers.
enum CompositorExamination {
  static func facts() -> CompositorFacts {
    do throws(WaylandError) {
      let session = try session()
      return CompositorFacts(
        globals: try globals(), outputs: session.outputs, autoRotation: session.autoRotation)
    } catch {
      return CompositorFacts(failure: "\(error)")
    }
  }

  private static func globals() throws(WaylandError) -> [String: UInt32] {
    let connection = try Connection()
    let registry = try connection.registry()
    var globals: [String: UInt32] = [:]
    registry.onEvent = { event in
      guard case .global(_, let interface, let version) = event else { return }
      globals[interface.string] = max(version, globals[interface.string] ?? 0)
    }
    defer { registry.onEvent = nil }
    try connection.roundtrip()
    return globals
  }

  private static func session() throws(WaylandError) -> Session {
    let session = try Session()
    let end = ContinuousClock.now + .seconds(5)
    while !session.isReady {
      if let failure = session.failure { throw failure }
      guard ContinuousClock.now < end else { throw .timedOut }
      session.run(for: .milliseconds(200))
    }
    return session
  }
}
