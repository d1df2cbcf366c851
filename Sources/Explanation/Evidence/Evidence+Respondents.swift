// SPDX-License-Identifier: Apache-2.0
import Arbitration

extension Evidence {
  /// Which live policies were asked, one sentence for each window and policy, in order.
  var respondentLines: [String] {
    var seen: [(window: WindowID, by: Respondent, origins: [Origin])] = []
    for asked in verdict.asked {
      guard let by = asked.by else { continue }
      let index = seen.firstIndex {
        $0.window == asked.window && $0.by.name == by.name && $0.by.ring == by.ring
      }
      guard let index else {
        seen.append((asked.window, by, [asked.origin]))
        continue
      }
      seen[index].origins.append(asked.origin)
      if let more = by.nanoseconds {
        seen[index].by.nanoseconds = (seen[index].by.nanoseconds ?? 0) &+ more
      }
    }
    return seen.map { sentence($0.window, $0.by, $0.origins) }
  }

  private func sentence(_ window: WindowID, _ by: Respondent, _ origins: [Origin]) -> String {
    let phrase: LayoutPhrase =
      if origins.contains(.timedOut) { .respondentSilent } else if origins.contains(.failed) {
        .respondentFailed
      } else if origins.contains(.standard) { .respondentAbstained } else { .respondent }
    let name = SafeText.quoted(by.name)
    let ring = say(
      [PluginRing.linked: LayoutPhrase.ringLinked, .library: .ringLibrary][by.ring] ?? .ringClient)
    guard let time = by.nanoseconds else { return say(phrase, quoted(window), name, ring, "") }
    return say(
      phrase, quoted(window), name, ring, say(LayoutPhrase.respondentTime, Self.duration(time)))
  }

  /// A short time in the unit that suits it, such as `340 ns`, `12 µs` or `3 ms`; cut off.
  static func duration(_ nanoseconds: Int64) -> String {
    switch nanoseconds {
    case ..<1_000: "\(nanoseconds) ns"
    case ..<10_000_000: "\(nanoseconds / 1_000) µs"
    default: "\(nanoseconds / 1_000_000) ms"
    }
  }
}
