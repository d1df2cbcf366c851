// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Formats
import Text

/// Follows niri's windows over its socket, which tells their workspaces.
public final class NiriWindows: WindowSource {
  /// The time limit of niri's first report.
  public static let answerTimeout = Duration.seconds(5)

  /// What it is called in messages, and how much it tells.
  public var interface: WindowInterface { .niri }
  /// The windows of its last report.
  public var windows: [DesktopWindow] {
    // Many events may come before somebody looks.
    if isStale { (numberedWindows, isStale) = (numbers.numbered(state.windows), false) }
    return numberedWindows
  }
  /// The names of the outputs that it knows.
  public var outputs: [String] { state.outputs }

  private let loop: EventLoop
  private let answerTimeout: Duration
  private let lines: SocketLines
  private var state = NiriState()
  private var numbers = WindowNumbers<Int64>()
  private var numberedWindows: [DesktopWindow] = []
  private var isStale = true
  private var timer: Token?
  /// What waits for the first report; nil once that has come.
  private var onEnd: ((String?) -> Void)?
  private var onReport: () -> Void = {}
  private var onLoss: (String) -> Void = { _ in }

  /// Connects to niri's socket, such as `NIRI_SOCKET` names.
  public init(
    path: String, on loop: EventLoop, answerTimeout: Duration = answerTimeout
  ) throws(SocketError) {
    self.loop = loop
    self.answerTimeout = answerTimeout
    lines = try SocketLines(path: path, on: loop)
  }

  deinit { if let timer { loop.remove(timer) } }

  /// Asks for niri's events, which begin with everything that there is.
  public func start(
    onReport: @escaping () -> Void, onLoss: @escaping (String) -> Void,
    onEnd: @escaping (String?) -> Void
  ) {
    self.onReport = onReport
    self.onLoss = onLoss
    self.onEnd = onEnd
    lines.onLine = { [weak self] in self?.receive($0) }
    lines.onEnd = { [weak self] in self?.end("\($0)") }
    lines.send(line: #""EventStream""#)
    timer = loop.schedule(after: answerTimeout) { [weak self] in
      self?.timer = nil
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
    if let timer { loop.remove(timer) }
    timer = nil
    guard let began = onEnd else { return onReport() }
    onEnd = nil
    began(nil)
  }

  private func end(_ reason: String) {
    if let timer { loop.remove(timer) }
    timer = nil
    lines.close()
    guard let began = onEnd else { return onLoss(reason) }
    onEnd = nil
    began(reason)
  }
}
