// SPDX-License-Identifier: Apache-2.0
import WaylandClient

/// The events of a policy at one client of swivel-rotation.
final class TestPolicy {
  struct Query: Equatable {
    var serial: UInt32
    var proposed: SwivelPolicyV1.Orientation
    var current: SwivelPolicyV1.Orientation
  }

  struct Outcome: Equatable {
    var serial: UInt32
    var source: SwivelPolicyV1.Source
    var result: SwivelPolicyV1.Result
    var orientation: SwivelPolicyV1.Orientation
  }

  let policy: SwivelPolicyV1Proxy
  private(set) var queries: [Query] = []
  private(set) var outcomes: [Outcome] = []
  private(set) var deadline: UInt32 = 0

  init(_ client: TestClient, for surface: WlSurfaceProxy) throws {
    policy = try client.bind(SwivelRotationManagerV1Proxy.self).getSurfacePolicy(surface: surface)
    policy.onEvent = { [unowned self] event in
      switch event {
      case .query(let serial, _, let proposed, let current):
        queries.append(Query(serial: serial, proposed: proposed, current: current))
      case .outcome(let serial, _, let source, let result, let orientation):
        outcomes.append(
          Outcome(serial: serial, source: source, result: result, orientation: orientation))
      case .deadline(let milliseconds): deadline = milliseconds
      default: break
      }
    }
  }
}
