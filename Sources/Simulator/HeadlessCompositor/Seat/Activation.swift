// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// The server of xdg-activation, by which the client in use can pass the focus to another window.
///
/// A token is valid for one activation within 30 seconds, as long as it is one of the latest 32. A
/// token that was requested without a valid serial looks the same and has no effect.
final class Activation {
  private static let lifetime = Duration.seconds(30)
  private static let most = 32
  private unowned let compositor: CompositorCore
  /// The tokens that can activate a window, oldest first; expired ones are removed at the next
  /// activation.
  private var tokens: [(text: String, made: Instant)] = []

  init(_ compositor: CompositorCore) { self.compositor = compositor }

  func offer() {
    compositor.display.offer(XdgActivationV1Resource.self, version: 1) {
      [unowned self] activation in
      activation.onRequest = { [unowned self] request in
        switch request {
        case .destroy: break
        case .getActivationToken(let id): serve(id)
        case .activate(let token, let surface): use(token.string, for: surface)
        }
      }
    }
  }

  private func serve(_ resource: XdgActivationTokenV1Resource) {
    var isProven = false
    var isCommitted = false
    resource.onRequest = { [unowned self, unowned resource] request in
      if case .destroy = request { return }
      guard !isCommitted else {
        return resource.post(
          XdgActivationTokenV1.ErrorCode.alreadyUsed, "the token has been committed already")
      }
      switch request {
      case .setSerial(let serial, _):
        isProven = compositor.seat.proves(serial, of: resource.client)
      // These requests are not needed: the serial identifies the client, the activated surface the
      // target.
      case .setAppId, .setSurface, .destroy: break
      case .commit:
        isCommitted = true
        resource.done(token: makeToken(isProven))
      }
    }
  }

  private func makeToken(_ isValid: Bool) -> String {
    let text = (0..<2).map { _ in String(UInt64.random(in: 0...UInt64.max), radix: 36) }.joined()
    guard isValid else { return text }
    if tokens.count == Self.most { tokens.removeFirst() }
    tokens.append((text, compositor.now))
    return text
  }

  private func use(_ text: String, for surface: WlSurfaceResource) {
    let now = compositor.now
    tokens.removeAll { now - $0.made > Self.lifetime }
    guard let index = tokens.firstIndex(where: { $0.text == text }) else { return }
    tokens.remove(at: index)
    if let window = surface.surface?.window { compositor.seat.activate(window) }
  }
}
