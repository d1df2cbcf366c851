// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

extension PluginProbe {
  /// Asks a policy about windows of all kinds.
  func tryPolicy(_ policy: LibraryPolicy) {
    var (answers, abstentions) = (0, 0)
    for query in Self.queries {
      begin(
        "confirm to \(query.proposed.name) from \(query.current.name)"
          + (query.isFullscreen ? ", full screen" : ""))
      do throws(PolicyFault) {
        if let answer = try confirm(policy, query) {
          answers += 1
          if let mask = answer.supported, mask != mask.legal {
            return find(
              .problem,
              "confirm gave the mask 0x\(String(mask.rawValue, radix: 16)), which has bits that "
                + "are no orientation")
          }
        } else {
          abstentions += 1
        }
      } catch {
        return find(.problem, "confirm broke its contract: \(error)")
      }
    }
    find(.ok, "confirm: \(answers) answers, \(abstentions) times no opinion")
    if answers == 0 {
      find(.note, "it never has an opinion on windows with the app id org.example.probe")
    }
    begin("advise")
    for query in Self.queries.prefix(1) {
      timed { policy.advise(.appeared(query)) }
      timed { policy.advise(.decided(query, .turned)) }
      begin("handle")
      timed { policy.handle(.turned(query, from: .portrait)) }
      timed { policy.advise(.gone(query.window)) }
    }
    find(.ok, "advise and handle return")
  }

  private func confirm(
    _ policy: LibraryPolicy, _ query: PolicyQuery
  ) throws(PolicyFault) -> DeclaredPolicy? {
    try timed { () -> Result<DeclaredPolicy?, PolicyFault> in
      do throws(PolicyFault) {
        return .success(try policy.confirm(query))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  private static let queries: [PolicyQuery] = InterfaceOrientation.allCases.flatMap { proposed in
    InterfaceOrientation.fallbackOrder.flatMap { current in
      [false, true].map { isFullscreen in
        PolicyQuery(
          window: WindowID(1), appID: "org.example.probe", proposed: proposed, current: current,
          isFocused: true, isFullscreen: isFullscreen)
      }
    }
  }
}
