// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Glibc

/// Looks for something that knows more of a session's windows than the protocol in common.
final class WindowSearch {
  private let session: Session
  private let loop: EventLoop
  private let environment: (String) -> String?
  private var source: SwayWindows?
  private let onEnd: (String?) -> Void

  /// `onEnd` is called once, perhaps before `start` returns, with words for people if what should
  /// be there is not.
  init(
    in session: Session, on loop: EventLoop,
    environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } },
    onEnd: @escaping (String?) -> Void
  ) {
    self.session = session
    self.loop = loop
    self.environment = environment
    self.onEnd = onEnd
  }

  /// Has the session follow what is found.
  func start() {
    guard let path = environment("SWAYSOCK"), !path.isEmpty else { return onEnd(nil) }
    do throws(SwayError) {
      let source = SwayWindows(try SwayConnection(path: path, on: loop))
      self.source = source
      let session = session
      source.start(
        onReport: { [weak session] in session?.refresh() },
        // The compositor itself ends then, which nobody overlooks.
        onLoss: { _ in },
        onEnd: { [weak self] in self?.take($0) })
    } catch {
      onEnd(words(error))
    }
  }

  private func take(_ error: SwayError?) {
    if let error { return onEnd(words(error)) }
    // A compositor inside sway inherits the variable, but its windows are others.
    if let source, source.isOf(session) { session.follow(source) }
    onEnd(nil)
  }

  private func words(_ error: SwayError) -> String {
    "SWAYSOCK: \(error); hidden windows cannot be told from shown ones"
  }
}
