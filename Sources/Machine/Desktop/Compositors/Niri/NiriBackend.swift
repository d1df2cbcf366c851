// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats
import Orientation
import Text

extension WindowInterface {
  /// niri's socket, found by `NIRI_SOCKET` or by the process of the compositor.
  public static let niri = WindowInterface(
    name: "niri's socket",
    knows: [.appID, .focus, .minimized, .hidden, .workspace, .output])
}

/// The backend of niri, whose socket reports windows; zwlr_output_manager_v1 rotates its outputs.
final class NiriBackend: CompositorBackend {
  static let way: ApplierChoice? = .wlr
  static let desktops = [
    DesktopKnowledge(
      "niri", process: "niri", by: .niri, more: .fullscreen, .scripted("niri-ipc 26.4"))
  ]
  static let frames = [
    FrameKnowledge(
      "niri from 25.11", processes: ["niri"], requests: .casing,
      habit: "adds it to what is requested, and reports the sum",
      source: "niri, src/niri.rs, src/protocols/output_management.rs (dd75865f)"),
    FrameKnowledge(
      "niri up to 25.08", processes: ["niri"], habit: "takes no notice of it",
      source: "niri, 262cca6a"),
  ]
  private static let socket = CompositorSocket(
    process: "niri", named: { $0("NIRI_SOCKET") },
    own: { CompositorSocket.file(in: $0, "niri.", of: $1) })

  private unowned let session: Session

  /// The frames for niri's version; `nil` before the version is known, which counts as a new
  /// version.
  private(set) var provenFrames: FrameKnowledge?
  private var version: NiriVersion?

  init(_ session: Session) { self.session = session }

  /// Requests niri's version, which determines the frames; never finds an applier, since niri's
  /// outputs are rotated by `WlrApplier`.
  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer) {
    guard Self.socket.isOf(session), provenFrames == nil else { return onEnd(.absent("")) }
    let limit = place.answerTimeout ?? NiriWindows.answerTimeout
    let connected = Self.socket.connect(session, place) { (path) throws(SocketError) in
      try NiriVersion(path: path, on: place.loop, answerTimeout: limit)
    }
    guard case .found(let version) = connected else {
      if case .pending(let reason) = connected { return onEnd(.pending(reason)) }
      return onEnd(.absent(""))
    }
    self.version = version
    version.onAnswer = { [weak self] words in
      self?.version = nil
      self?.provenFrames = words.map { Self.frames[NiriVersion.knowsMounts($0) ? 0 : 1] }
      onEnd(.absent(""))
    }
  }

  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer) {
    Self.socket.connect(session, place) { (path) throws(SocketError) in
      try NiriWindows(
        path: path, on: place.loop, answerTimeout: place.answerTimeout ?? NiriWindows.answerTimeout)
    }.then(or: onEnd) { $0.begin(session, place, onEnd: onEnd) }
  }
}

/// A request for niri's version, such as `25.11 (b35bcae)`.
final class NiriVersion {
  /// Called once with the version; `nil` if niri sent no readable reply within the time limit.
  var onAnswer: (String?) -> Void = { _ in }
  private let lines: SocketLines
  private var timer: Registration?

  init(path: String, on loop: EventLoop, answerTimeout: Duration) throws(SocketError) {
    lines = try SocketLines(path: path, on: loop)
    lines.onLine = { [weak self] line in
      let answer = try? JSONValue.parse(line, file: "niri")
      self?.end(answer?["Ok"]?["Version"]?.string)
    }
    lines.onEnd = { [weak self] _ in self?.end(nil) }
    timer = loop.timer(after: answerTimeout) { [weak self] in self?.end(nil) }
    lines.send(line: #""Version""#)
  }

  /// Returns whether a version of niri applies the kernel's `panel orientation`, as 25.11 and later
  /// do.
  ///
  /// A text that is not a version counts as a new version.
  static func knowsMounts(_ version: String) -> Bool {
    let parts = version.prefix { $0.isNumber || $0 == "." }.split(separator: ".").map { Int($0) }
    guard parts.count >= 2, let year = parts[0], let month = parts[1] else { return true }
    return (year, month) >= (25, 11)
  }

  private func end(_ version: String?) {
    timer = nil
    lines.close()
    let handler = onAnswer
    onAnswer = { _ in }
    handler(version)
  }
}

final class NiriWindows: SocketWindowSource {
  /// The time limit of niri's first report.
  static let answerTimeout = Duration.seconds(5)

  var interface: WindowInterface { .niri }
  var windows: [DesktopWindow] {
    // The list is computed only when read, since many events may arrive between two reads.
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
  private var timer: Registration?
  private var onReport: (_ failure: String?) -> Void = { _ in }

  init(
    path: String, on loop: EventLoop, answerTimeout: Duration = answerTimeout
  ) throws(SocketError) {
    self.loop = loop
    self.answerTimeout = answerTimeout
    lines = try SocketLines(path: path, on: loop)
  }

  /// Requests niri's event stream, which begins with the whole state.
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
