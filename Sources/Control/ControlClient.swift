// SPDX-License-Identifier: Apache-2.0
import Glibc
public import Scenarios

/// Asks the running daemon something and waits for its answer.
public struct ControlClient {
  /// Why no answer came.
  public struct Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// What happened and what helps.
    public let description: String
    /// Whether nobody is there to answer.
    public let isNobody: Bool

    init(_ description: String, isNobody: Bool = false) {
      self.description = description
      self.isNobody = isNobody
    }
  }

  /// How long an answer may take, in seconds.
  private static let patience = 5

  /// Sends one request and returns its result.
  ///
  /// Throws when no daemon runs, it does not answer within five seconds, or it refuses.
  public static func ask(
    _ request: ControlRequest, at address: ControlAddress
  ) throws(Problem) -> JSONValue {
    let descriptor = try connect(address)
    defer { close(descriptor) }
    try send(Array((request.json.compact() + "\n").utf8), to: descriptor)
    let line = try receive(descriptor)
    guard let json = try? JSONValue.parse(line, file: "reply"), let reply = ControlReply(json)
    else {
      throw Problem("the daemon answered what this version does not understand")
    }
    switch reply {
    case .result(let result): return result
    case .failure(let failure): throw Problem("the daemon answered: \(failure.description)")
    }
  }

  private static func connect(_ address: ControlAddress) throws(Problem) -> Int32 {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { throw Problem("socket: \(words(errno))") }
    var limit = timeval(tv_sec: patience, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    guard address.withSocketAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      let code = errno
      close(descriptor)
      guard code == ENOENT || code == ECONNREFUSED else {
        throw Problem("\(address.path): \(words(code))")
      }
      throw Problem(
        "no daemon runs in this session: nobody answers at \(address.path); start one with "
          + "`swivel run`", isNobody: true)
    }
    return descriptor
  }

  private static func send(_ bytes: [UInt8], to descriptor: Int32) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Problem("the daemon does not listen: \(words(errno))") }
      rest = rest.dropFirst(count)
    }
  }

  private static func receive(_ descriptor: Int32) throws(Problem) -> [UInt8] {
    var lines = LineBuffer(limit: ControlProtocol.longestReply)
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      if let line = lines.next() { return line }
      if lines.isOverfull { throw Problem("the daemon's answer is too long") }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      if count == 0 { throw Problem("the daemon hung up without an answer") }
      guard count > 0 else {
        let isLate = errno == EAGAIN || errno == EWOULDBLOCK
        throw Problem(
          isLate ? "the daemon did not answer within \(patience) s" : words(errno))
      }
      lines.append(chunk[..<count])
    }
  }

  private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}
