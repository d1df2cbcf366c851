// SPDX-License-Identifier: Apache-2.0
import Orientation
import WaylandABI
import WaylandServer

/// Lets the client that a person works with hand the keyboard on to another window (xdg-activation).
///
/// A token is good for one activation within half a minute; one that its client had no right to
/// looks the same and does nothing.
final class Activation {
  private static let lifetime = Duration.seconds(30)
  private static let most = 32
  private unowned(unsafe) let compositor: HeadlessCompositor
  /// The tokens that may still be used, the oldest first.
  private var tokens: [(text: String, made: Instant)] = []

  init(_ compositor: HeadlessCompositor) { unsafe self.compositor = compositor }

  func offer() {
    unsafe compositor.display.offer(XdgActivationV1Resource.self, version: 1) {
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
        isProven = unsafe compositor.seat.proves(serial, of: resource.client)
      // Who asks is known by the serial, and who is meant by the surface that is activated.
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
    tokens.append((text, unsafe compositor.now))
    return text
  }

  private func use(_ text: String, for surface: WlSurfaceResource) {
    let now = unsafe compositor.now
    tokens.removeAll { now - $0.made > Self.lifetime }
    guard let index = tokens.firstIndex(where: { $0.text == text }) else { return }
    tokens.remove(at: index)
    if let window = surface.surface?.window { unsafe compositor.seat.activate(window) }
  }
}
