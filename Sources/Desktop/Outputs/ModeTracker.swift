// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandClient

/// Follows one mode of a head.
final class ModeTracker {
  let proxy: ZwlrOutputModeV1Proxy
  private(set) var size = Size(width: 0, height: 0)
  private(set) var refresh: Int32 = 0

  init(_ proxy: ZwlrOutputModeV1Proxy) {
    self.proxy = proxy
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ZwlrOutputModeV1Proxy.Event) {
    switch event {
    case .size(let width, let height): size = Size(width: width, height: height)
    case .refresh(let refresh): self.refresh = refresh
    case .preferred: break
    case .finished: proxy.release()
    }
  }
}
