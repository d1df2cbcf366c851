// SPDX-License-Identifier: Apache-2.0
import EventLoop
public import Formats
import Text

/// The windows of Hyprland; one of its sockets sends events, the other answers requests for the
/// whole state.
final class HyprlandWindows: SocketWindowSource {
  /// The events that change no reported window, or that Hyprland sends a second time.
  private static let ignored: Set<String> = [
    "activelayout", "bell", "closelayer", "configreloaded", "custom", "ignoregrouplock",
    "lockgroups", "openlayer", "screencast", "screencastv2", "submap", "urgent",
    // Hyprland sends each of these events a second time in a form that names the window.
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
  private var request: HyprlandSocket?
  private var numbers = WindowNumbers<String>()
  /// Whether an event has arrived since the pending request was sent.
  private var isStale = false
  private var isOver = false
  private var onReport: (_ failure: String?) -> Void = { _ in }

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

  /// Requests the whole state now and after events; `onReport` is called after each reply and each
  /// new title, and once with the reason when the reports end.
  ///
  /// The `ignored` events, and a new title of a known window, cause no request. Events during a
  /// pending request together cause one further request, after its reply.
  func start(onReport: @escaping (_ failure: String?) -> Void) {
    self.onReport = onReport
    events.onLine = { [weak self] in self?.receive($0) }
    events.onEnd = { [weak self] in self?.end("\($0)") }
    requestState()
  }

  /// Called with an event in the form `NAME>>DATA`.
  private func receive(_ line: [UInt8]) {
    let text = String(decoding: line, as: UTF8.self)
    guard let mark = text.firstRange(of: ">>") else { return end("\(SocketError.malformed)") }
    let name = String(text[..<mark.lowerBound])
    guard !Self.ignored.contains(name) else { return }
    // The event contains the title, so a terminal that often changes its title needs no request for
    // the whole state.
    if name == "windowtitlev2" {
      let parts = text[mark.upperBound...].split(separator: ",", maxSplits: 1)
      if let number = parts.first.flatMap({ numbers["0x\($0)"] }),
        let index = windows.firstIndex(where: { $0.id == number })
      {
        windows[index].title = UntrustedText(parts.count > 1 ? String(parts[1]) : "")
        return onReport(nil)
      }
    }
    isStale = true
    if request == nil { requestState() }
  }

  private func requestState() {
    isStale = false
    do throws(SocketError) {
      request = try HyprlandSocket(
        Self.question, at: path, on: loop, answerTimeout: answerTimeout
      ) { [weak self] in self?.receive(reply: $0) }
    } catch {
      // The failure is reported later: the caller of `start` does not expect a report before the
      // return.
      let reason = "\(error)"
      loop.schedule(after: .zero) { [weak self] in self?.end(reason) }
    }
  }

  private func receive(reply: String?) {
    request = nil
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
    onReport(nil)
    if isStale, !isOver { requestState() }
  }

  private func end(_ reason: String) {
    guard !isOver else { return }
    isOver = true
    request = nil
    events.close()
    onReport(reason)
  }
}

/// The parser of windows in Hyprland's lists of clients and monitors.
///
/// Keys and meanings are those of Hyprland 0.56 (`src/ipc/s1/Commands.cpp`,
/// https://github.com/hyprwm/Hyprland); versions back to 0.40 have the same.
public enum HyprlandTree {
  /// Returns the mapped windows with Hyprland's addresses; `DesktopWindow.id` is 0.
  ///
  /// `active` is the address of the window with the focus, empty for none; `nil` means the window
  /// that is first in Hyprland's focus history. A window is hidden if Hyprland reports that, or if
  /// there are monitors, none shows its workspace, and it is not pinned. Entries without an address
  /// are skipped.
  public static func windows(
    _ clients: [JSONValue], on monitors: [JSONValue], active: String? = nil
  ) -> [(name: String, window: DesktopWindow)] {
    var shown: Set<Int64> = []
    for monitor in monitors {
      for kind in ["activeWorkspace", "specialWorkspace"] {
        // The number 0 means that the monitor shows no such workspace.
        if let id = monitor[kind]?["id"]?.int, id != 0 { shown.insert(id) }
      }
    }
    return clients.compactMap { item -> (name: String, window: DesktopWindow)? in
      guard item["mapped"]?.bool != false, let name = item["address"]?.string else { return nil }
      var window = window(item)
      window.activated = active.map { $0 == name } ?? (item["focusHistoryID"]?.int == 0)
      let workspace = item["workspace"]?["id"]?.int
      let isAway = !monitors.isEmpty && workspace.map { !shown.contains($0) } ?? false
      window.isHidden = item["hidden"]?.bool == true || (isAway && !window.sticky)
      let output = monitors.first { $0["id"]?.int == item["monitor"]?.int }?["name"]?.string
      window.outputs = output.map { [$0] } ?? []
      return (name, window)
    }
  }

  private static func window(_ item: JSONValue) -> DesktopWindow {
    var window = DesktopWindow(id: 0)
    window.appID = UntrustedText(item["class"]?.string ?? "")
    window.title = UntrustedText(item["title"]?.string ?? "")
    // 1 means maximised, 2 full screen, 3 both; older versions send `true`.
    let mode = item["fullscreen"]
    window.fullscreen = mode?.bool == true || (mode?.int ?? 0) >= 2
    window.maximized = mode?.int == 1 || mode?.int == 3
    window.floating = item["floating"]?.bool == true
    window.sticky = item["pinned"]?.bool == true
    window.workspace = item["workspace"]?["name"]?.string ?? ""
    return window
  }
}
