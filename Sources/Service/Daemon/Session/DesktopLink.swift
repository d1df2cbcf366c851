// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import WaylandClient

/// The connection between a session and an event loop: reads on input, and writes before each
/// sleep.
final class DesktopLink {
  let session: Session
  private let loop: EventLoop
  private var tokens: [Token] = []
  private var wantsOutput = false
  private var reports: [SessionEvent] = []
  private let onReports: ([SessionEvent]) -> Void

  /// Creates a link; `onReports` is never called from within the session's own code.
  init(
    _ session: Session, on loop: EventLoop, onReports: @escaping ([SessionEvent]) -> Void
  ) throws(SystemError) {
    self.session = session
    self.loop = loop
    self.onReports = onReports
    session.onEvent = { [weak self] in self?.reports.append($0) }
    let source = try loop.add(session.fileDescriptor, for: .readable) { [weak self] readiness in
      self?.read(readiness)
    }
    tokens = [source, loop.prepare { [weak self] in self?.prepare(source) }]
  }

  deinit {
    session.onEvent = nil
    for token in tokens { loop.remove(token) }
  }

  private func read(_ readiness: Readiness) {
    let isReadable = !readiness.isDisjoint(with: [.readable, .hangUp, .failed])
    session.endWait(readable: isReadable)
    deliver()
  }

  private func prepare(_ source: Token) {
    var mustSend = session.beginWait()
    // Handlers of delivered events can queue requests, which must be sent before the loop sleeps, so
    // this repeats until no event is delivered.
    while deliver() { mustSend = session.beginWait() }
    guard mustSend != wantsOutput else { return }
    wantsOutput = mustSend
    try? loop.modify(source, for: mustSend ? [.readable, .writable] : .readable)
  }

  @discardableResult
  private func deliver() -> Bool {
    guard !reports.isEmpty else { return false }
    let batch = reports
    reports = []
    onReports(batch)
    return true
  }
}
