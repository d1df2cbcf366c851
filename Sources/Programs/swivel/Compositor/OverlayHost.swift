// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Daemon
import EventLoop
import Explanation
import Formats
import Glibc
import HeadlessCompositor
import Orientation
import Recording
import Experiments

/// The overlay as a child of the compositor, identified by the connection that it inherits.
final class OverlayHost {
  /// The maximum of decisions that can be explained.
  private static let most = 16

  private let process: pid_t
  private let descriptor: Int32
  private let loop: EventLoop
  private let rules: any RuleSet
  private let outputs: () -> [String]
  private var token: Token?
  private var lines = LineBuffer(limit: ControlProtocol.longestRequest)
  private var verdicts: [Verdict] = []

  /// Starts the overlay's program with a display and a control socket of its own.
  init(
    _ compositor: HeadlessCompositor, rules: any RuleSet, _ options: OverlayOptions,
    on loop: EventLoop
  ) throws {
    self.loop = loop
    self.rules = rules
    outputs = { [weak compositor] in compositor?.outputNames ?? [] }
    var ends: [Int32] = [0, 0]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else {
      throw CommandFailure(.failed, unsafe "socketpair: \(String(cString: strerror(errno)))")
    }
    descriptor = ends[0]
    let display = try compositor.connectDiagnostic()
    defer { for end in [display, ends[1]] { close(end) } }
    // Only this child inherits the descriptors.
    for end in [display, ends[1]] { _ = fcntl(end, F_SETFD, 0) }
    unsafe setenv("WAYLAND_SOCKET", "\(display)", 1)
    unsafe setenv("SWIVEL_CONTROL_FD", "\(ends[1])", 1)
    defer { for name in ["WAYLAND_SOCKET", "SWIVEL_CONTROL_FD"] { unsafe unsetenv(name) } }
    process = try CompanionProgram.start("swivel-overlay", [options.json.compact()])
    token = try loop.add(descriptor, for: .readable) { [weak self] _ in self?.read() }
  }

  deinit {
    end()
    close(descriptor)
  }

  func end() {
    guard let token else { return }
    loop.remove(token)
    self.token = nil
    kill(process, SIGTERM)
    _ = ChildProgram.end(of: process)
  }

  func report(_ verdict: Verdict) {
    verdicts.append(verdict)
    if verdicts.count > Self.most { verdicts.removeFirst() }
    guard verdict.isNews else { return }
    let names = Self.names(in: verdict)
    send(
      ControlEvent.decision(HistoryEntry(verdict, rulesID: rules.id, names: names).json)
        .json(state: state))
  }

  private var state: JSONValue {
    ["outputs": .array(outputs().map { ["name": .string($0), "turns": true] })]
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    guard count > 0 else {
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      return end()
    }
    lines.append(bytes[..<count])
    while let line = lines.next() {
      guard let json = try? JSONValue.parse(line, file: "request") else { continue }
      send(answer(json).json)
    }
  }

  private func answer(_ json: JSONValue) -> ControlReply {
    let request: ControlRequest
    do throws(ControlFailure) {
      request = try ControlRequest(json)
    } catch {
      return .failure(error)
    }
    switch request {
    case .watch:
      return .result(["program": .string(ProgramVersion.text), "state": state])
    case .explain(let number, _, let style):
      guard let verdict = verdicts.last(where: { number == nil || $0.step == number }) else {
        return .failure(ControlFailure(.notFound, "that decision is not kept"))
      }
      let explanation = Explanation(
        verdict, rules: rules, style: style, names: Self.names(in: verdict))
      return .result(["text": .string(explanation.text(.short)), "explanation": explanation.json])
    default: return .failure(ControlFailure(.unknownRequest, "this is a compositor"))
    }
  }

  private func send(_ json: JSONValue) {
    let line = Array((json.compact() + "\n").utf8)
    // Lines for an overlay that does not read are dropped; the compositor never waits.
    _ = unsafe line.withUnsafeBytes {
      unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }
  }

  private static func names(in verdict: Verdict) -> [WindowID: String] {
    var names: [WindowID: String] = [:]
    for window in verdict.before.windows + verdict.after.windows { names[window.id] = window.name }
    return names
  }
}
