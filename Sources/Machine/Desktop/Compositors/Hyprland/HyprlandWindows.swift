// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats

/// The windows of Hyprland, from its two sockets: one sends events, the other answers requests for
/// the whole state.
final class HyprlandWindows: SocketWindowSource {
  /// Events that change nothing about windows.
  private static let ignored: Set<String> = [
    "activelayout", "bell", "closelayer", "configreloaded", "custom", "ignoregrouplock",
    "lockgroups", "openlayer", "screencast", "screencastv2", "submap", "urgent",
    // Each of these comes with a second form that names the window.
    "activewindow", "windowtitle",
  ]
  private static let question = "[[BATCH]]j/clients;j/monitors;j/activewindow"

  var interface: WindowInterface { .hyprland }
  private(set) var windows: [DesktopWindow] = []
  private(set) var outputs: [String] = []

  /// The path of the request socket.
  let path: String
  private let loop: EventLoop
  private let answerTimeout: Duration
  private let events: SocketLines
  private var asked: HyprlandSocket?
  private var numbers = WindowNumbers<String>()
  /// Whether an event has come since the outstanding request was sent.
  private var isStale = false
  private var isOver = false
  /// Called with the first report; `nil` afterwards.
  private var onEnd: ((String?) -> Void)?
  private var onReport: () -> Void = {}
  private var onLoss: (String) -> Void = { _ in }

  /// Creates a connection to the event socket beside the request socket at `path`.
  init(
    path: String, on loop: EventLoop, answerTimeout: Duration = HyprlandSocket.answerTimeout
  ) throws(SocketError) {
    self.path = path
    self.loop = loop
    self.answerTimeout = answerTimeout
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    events = try SocketLines(path: folder + ".socket2.sock", on: loop)
  }

  /// Requests the whole state, and again after each event.
  func start(
    onReport: @escaping () -> Void, onLoss: @escaping (String) -> Void,
    onEnd: @escaping (String?) -> Void
  ) {
    self.onReport = onReport
    self.onLoss = onLoss
    self.onEnd = onEnd
    events.onLine = { [weak self] in self?.receive($0) }
    events.onEnd = { [weak self] in self?.end("\($0)") }
    ask()
  }

  /// Called with an event, `NAME>>DATA`.
  private func receive(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    guard let mark = text.firstRange(of: ">>") else { return end("\(SocketError.malformed)") }
    let name = String(text[..<mark.lowerBound])
    guard !Self.ignored.contains(name) else { return }
    // A terminal may change its title many times a second, and the event contains the title.
    if name == "windowtitlev2" {
      let parts = text[mark.upperBound...].split(separator: ",", maxSplits: 1)
      if let number = parts.first.flatMap({ numbers["0x\($0)"] }),
        let index = windows.firstIndex(where: { $0.id == number })
      {
        windows[index].title = parts.count > 1 ? String(parts[1]) : ""
        return onReport()
      }
    }
    isStale = true
    if asked == nil { ask() }
  }

  private func ask() {
    isStale = false
    do throws(SocketError) {
      asked = try HyprlandSocket(
        Self.question, at: path, on: loop, answerTimeout: answerTimeout
      ) { [weak self] in self?.receive(reply: $0) }
    } catch {
      // The caller of `start` does not expect the answer before `start` returns.
      let reason = "\(error)"
      loop.schedule(after: .zero) { [weak self] in self?.end(reason) }
    }
  }

  private func receive(reply: String?) {
    asked = nil
    guard !isOver else { return }
    guard let reply else { return end("\(SocketError.timedOut)") }
    guard let parts = try? JSONValue.parseSequence(Array(reply.utf8), file: "hyprland"),
      parts.count == 3, let clients = parts[0].array, let monitors = parts[1].array,
      parts[2].object != nil
    else { return end("\(SocketError.malformed)") }
    outputs = monitors.compactMap { $0["name"]?.string }
    let found = HyprlandTree.windows(
      clients, on: monitors, active: parts[2]["address"]?.string ?? "")
    windows = numbers.numbered(found)
    if let began = onEnd {
      onEnd = nil
      began(nil)
    } else {
      onReport()
    }
    if isStale, !isOver { ask() }
  }

  private func end(_ reason: String) {
    guard !isOver else { return }
    isOver = true
    asked = nil
    events.close()
    guard let began = onEnd else { return onLoss(reason) }
    onEnd = nil
    began(reason)
  }
}
