// SPDX-License-Identifier: Apache-2.0
import Bus
import Desktop
import EventLoop

/// Has a session of GNOME Shell's follow the windows of which our extension tells on the session bus,
/// whenever that is there.
final class ShellSearch {
  /// How long the last windows stand once the extension is gone: it may be replaced by a newer one.
  private static let grace = Duration.seconds(3)

  private let session: Session
  private let loop: EventLoop
  private let address: BusAddress
  private var source: GNOMEWindows?
  private var timer: Token?
  /// Receives words for people about what is lost, or found, later on.
  var onNote: (String) -> Void = { _ in }

  /// Nil where the compositor is another one.
  init?(in session: Session, on loop: EventLoop, environment: (String) -> String?) {
    guard session.compositor?.name == "gnome-shell" else { return nil }
    self.session = session
    self.loop = loop
    address = environment("DBUS_SESSION_BUS_ADDRESS").map { .address($0) } ?? .session
  }

  deinit { if let timer { loop.remove(timer) } }

  /// `onEnd` is called once, perhaps before this returns, with words for people if no window is known.
  func start(onEnd: @escaping (String?) -> Void) {
    let source: GNOMEWindows
    do throws(BusError) {
      source = GNOMEWindows(try BusConnection(address, on: loop))
    } catch {
      return onEnd("GNOME Shell tells of windows on the session bus only: \(error)")
    }
    self.source = source
    var isSearching = true
    source.start(
      onReport: { [weak self] in self?.synchronize(isLate: !isSearching) },
      onNote: { [weak self] in self?.onNote($0) },
      onEnd: { [weak self] problem in
        self?.synchronize(isLate: false)
        isSearching = false
        onEnd(problem)
      })
  }

  private func synchronize(isLate: Bool) {
    guard let source else { return }
    let wasFollowed = session.windowInterface == source.interface
    if let timer { loop.remove(timer) }
    timer = nil
    guard source.isTelling else {
      if wasFollowed { timer = loop.schedule(after: Self.grace) { [weak self] in self?.lose() } }
      return
    }
    if wasFollowed { return session.refresh() }
    session.follow(source)
    if isLate { onNote("GNOME Shell's extension tells of windows now") }
  }

  private func lose() {
    timer = nil
    guard session.failure == nil else { return }
    onNote("GNOME Shell's extension is gone; no window has a say until it is back")
    session.follow(nil)
  }
}
