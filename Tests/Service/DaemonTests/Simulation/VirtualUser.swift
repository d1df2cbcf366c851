// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Fixtures
import Formats
import Glibc

@testable import Daemon

/// The user's requests from programs at the control socket: each over its own socket with a real
/// `ControlPeer`, whole or in pieces, beside nonsense, from a program that leaves or never reads.
final class VirtualUser {
  private enum Manner: CaseIterable {
    case isPlain, comesInPieces, comesAfterNonsense, asksMore, breaksOff, leaves, neverReads
    case isEndless
  }

  /// The expected answer to a line.
  private enum Expectation { case reply, result, failure }

  /// One program and the daemon's end of its socket.
  private final class Caller {
    let descriptor: Int32
    let end: ControlPeer
    var token: Token?
    var lines = LineBuffer(limit: ControlProtocol.longestReply)
    var expected: [Expectation] = []

    init(_ descriptor: Int32, _ end: ControlPeer) {
      (self.descriptor, self.end) = (descriptor, end)
    }

    deinit { close(descriptor) }
  }

  private let agenda: Agenda
  private var numbers: SplitMix
  private var callers: [Caller] = []
  private var loop: EventLoop?
  /// Answers a request as the daemon; nil when there is none.
  var answer: (ControlRequest) -> ControlReply? = { _ in nil }
  /// Called with a description of a wrong answer.
  var complain: (String) -> Void = { _ in }
  var log: (@autoclosure () -> String) -> Void = { _ in }

  init(seed: UInt64, _ agenda: Agenda) {
    numbers = SplitMix(seed: ~seed)
    self.agenda = agenda
  }

  /// The number of unanswered lines of programs that read.
  var unanswered: Int { callers.reduce(0) { $0 + $1.expected.count } }

  /// Sends requests to the daemon of this loop from now on; `nil` for none.
  func serve(in loop: EventLoop?) {
    for caller in callers { leave(caller) }
    for caller in callers { caller.end.close() }
    callers = []
    self.loop = loop
  }

  /// Has a program send a request; the program may misbehave unless `isSure`.
  func ask(_ request: ControlRequest, isSure: Bool) {
    guard loop != nil else { return log("  nobody listens") }
    let manner = isSure ? .isPlain : numbers.pick(Manner.allCases) ?? .isPlain
    log("asks as one that \(manner)")
    guard let caller = call() else { return complain("there is no socket for a request") }
    let line = Array((request.json.compact() + "\n").utf8)
    switch manner {
    case .isPlain: send(line, [.reply], by: caller)
    case .comesInPieces:
      let half = line.count / 2
      send(line[..<half], [.reply], by: caller)
      agenda.after(.milliseconds(30)) { [weak self, weak caller] in
        guard let self, let caller, callers.contains(where: { $0 === caller }) else { return }
        send(line[half...], [], by: caller)
      }
    case .comesAfterNonsense:
      send(Array("{\"swivel\":1,\"request\":\n".utf8) + line, [.failure, .reply], by: caller)
    case .asksMore:
      let ping = Array((ControlRequest.ping.json.compact() + "\n").utf8)
      send(ping + line + ping, [.result, .reply, .result], by: caller)
    case .breaksOff:
      send(line.dropLast(2), [], by: caller)
      leave(caller)
    case .leaves:
      send(line, [], by: caller)
      leave(caller)
    case .neverReads:
      if let token = caller.token { loop?.remove(token) }
      caller.token = nil
      send(line, [], by: caller)
    case .isEndless:
      let rest = [UInt8](repeating: UInt8(ascii: "["), count: ControlProtocol.longestRequest + 1)
      send(rest, [.failure], by: caller)
    }
  }

  private func call() -> Caller? {
    var pair: [Int32] = [-1, -1]
    let kind =
      Int32(bitPattern: SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
      | Int32(bitPattern: SOCK_NONBLOCK.rawValue)
    guard let loop, socketpair(AF_UNIX, kind, 0, &pair) == 0 else { return nil }
    let end = ControlPeer(
      pair[0], on: loop,
      answer: { [weak self] in
        self?.answer($0) ?? .failure(ControlFailure(.notFound, "there is no daemon"))
      },
      gap: { "\($0) lines are missing" }, onEnd: {})
    let caller = Caller(pair[1], end)
    callers.append(caller)
    end.start()
    caller.token = try? loop.add(pair[1], for: .readable) { [weak self, weak caller] _ in
      if let self, let caller { read(caller) }
    }
    return caller
  }

  private func send(
    _ bytes: some Collection<UInt8>, _ expected: [Expectation], by caller: Caller
  ) {
    caller.expected += expected
    let bytes = Array(bytes)
    if Glibc.send(caller.descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count {
      complain("the daemon's end takes no request")
    }
  }

  private func read(_ caller: Caller) {
    var chunk = [UInt8](repeating: 0, count: 16 << 10)
    let count = recv(caller.descriptor, &chunk, chunk.count, 0)
    guard count > 0 else {
      if count < 0, errno == EAGAIN { return }
      if !caller.expected.isEmpty { complain("one that has asked is not answered") }
      return leave(caller)
    }
    caller.lines.append(chunk[..<count])
    while let line = caller.lines.next() {
      let words = String(decoding: line, as: UTF8.self)
      log("  \(words)")
      guard !caller.expected.isEmpty else { return complain("nobody has asked for \(words)") }
      let expected = caller.expected.removeFirst()
      let reply = (try? JSONValue.parse(line, file: "reply")).flatMap { ControlReply($0) }
      switch (expected, reply) {
      case (.reply, .some), (.result, .result), (.failure, .failure): break
      default: complain("\(expected) is expected, the answer is \(words)")
      }
    }
  }

  private func leave(_ caller: Caller) {
    guard let token = caller.token else { return }
    loop?.remove(token)
    caller.token = nil
    Glibc.shutdown(caller.descriptor, Int32(SHUT_RDWR))
  }
}
