// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Desktop

extension SceneTracker {
  /// The windows that a live policy answers for, in creation order.
  func windows(of policy: PolicyID) -> [WindowID] {
    windows.values.filter { $0.answerer.live?.id == policy }.map(\.id).sorted()
  }

  /// How many windows live policies answer for.
  var liveCounts: [PolicyID: Int] {
    windows.values.reduce(into: [:]) { counts, window in
      if let live = window.answerer.live { counts[live.id, default: 0] += 1 }
    }
  }
}

extension Answerer {
  /// The live policy; nil when the answers are written down.
  var live: LivePolicy? { if case .live(let policy) = self { policy } else { nil } }
}
