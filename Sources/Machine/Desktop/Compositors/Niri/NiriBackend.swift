// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Text

extension WindowInterface {
  /// niri's socket, at `NIRI_SOCKET` or of the compositor's own process.
  public static let niri = WindowInterface(
    name: "niri's socket",
    knows: [.appID, .focus, .minimized, .hidden, .workspace, .output])
}

/// The backend of niri, whose socket reports windows; its outputs are rotated by the protocol of
/// wlroots.
final class NiriBackend: CompositorBackend {
  static let desktops = [
    DesktopKnowledge(
      "niri", process: "niri", by: .niri, more: .fullscreen, .scripted("niri-ipc 26.4"))
  ]
  private static let socket = CompositorSocket(
    process: "niri", named: { $0("NIRI_SOCKET") },
    own: { CompositorSocket.file(in: $0, "niri.", of: $1) })

  private unowned let session: Session

  init(_ session: Session) { self.session = session }

  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer) {
    Self.socket.connect(session, place) { (path) throws(SocketError) in
      try NiriWindows(
        path: path, on: place.loop, answerTimeout: place.answerTimeout ?? NiriWindows.answerTimeout)
    }.then(or: onEnd) { $0.begin(session, place, onEnd: onEnd) }
  }
}

/// The windows of niri, from its socket, which reports their workspaces.
final class NiriWindows: SocketWindowSource {
  /// The time limit of niri's first report.
  static let answerTimeout = Duration.seconds(5)

  var interface: WindowInterface { .niri }
  var windows: [DesktopWindow] {
    // Computed on demand, since many events may come between two reads.
    if isStale { (numberedWindows, isStale) = (numbers.numbered(state.windows), false) }
    return numberedWindows
  }
  var outputs: [String] { state.outputs }

  private let loop: EventLoop
  private let answerTimeout: Duration
  private let lines: SocketLines
  private var state = NiriState()
  private var numbers = WindowNumbers<Int64>()
  private var numberedWindows: [DesktopWindow] = []
  private var isStale = true
  /// The time limit of the first report.
  private var timer: Registration?
  private var onReport: (_ failure: String?) -> Void = { _ in }

  /// Creates a connection to niri's socket, such as that in `NIRI_SOCKET`.
  init(
    path: String, on loop: EventLoop, answerTimeout: Duration = answerTimeout
  ) throws(SocketError) {
    self.loop = loop
    self.answerTimeout = answerTimeout
    lines = try SocketLines(path: path, on: loop)
  }

  /// Requests niri's events, which begin with the whole state.
  func start(onReport: @escaping (_ failure: String?) -> Void) {
    self.onReport = onReport
    lines.onLine = { [weak self] in self?.receive($0) }
    lines.onEnd = { [weak self] in self?.end("\($0)") }
    lines.send(line: #""EventStream""#)
    timer = loop.timer(after: answerTimeout) { [weak self] in
      self?.end("\(SocketError.timedOut)")
    }
  }

  private func receive(_ line: [UInt8]) {
    guard let value = try? JSONValue.parse(line, file: "niri") else {
      return end("\(SocketError.malformed)")
    }
    if let refusal = value["Err"]?.string {
      return end("it refuses its events (\(UntrustedText(refusal).quoted))")
    }
    guard state.apply(value), state.isKnown else { return }
    isStale = true
    timer = nil
    onReport(nil)
  }

  private func end(_ reason: String) {
    timer = nil
    lines.close()
    onReport(reason)
  }
}
