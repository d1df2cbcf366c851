// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A peer at a local socket that plays a recorded conversation, on a thread of its own.
///
/// `answer` gets the bytes of one connection so far, removes those that it has parsed, and returns
/// the reply; `nil` means that it needs more.
final class RecordedPeer {
  /// Returns the reply, and the text to add to `heard`.
  typealias Answer = @Sendable (inout [UInt8]) -> (reply: [UInt8], heard: String?)?

  /// The requests, written by the threads that answer them.
  fileprivate final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var questions: [String] = []

    var all: [String] { lock.withLock { questions } }

    func note(_ question: String) { lock.withLock { questions.append(question) } }
  }

  let path: String
  private let directory: RuntimeDirectory
  private let listener: Int32
  private let log = Log()

  /// All requests in order.
  var heard: [String] { log.all }

  init(
    named name: String, in directory: RuntimeDirectory, closesAfterAnswer: Bool,
    answer: @escaping Answer
  ) throws {
    self.directory = directory
    path = "\(directory.path)/\(name)"
    let descriptor = try Self.listeningSocket(at: path)
    listener = descriptor
    let heard = log
    Thread.detachNewThread {
      while true {
        let peer = accept(descriptor, nil, nil)
        guard peer >= 0 else { return }
        Thread.detachNewThread { serve(peer, closesAfterAnswer, answer, heard) }
      }
    }
  }

  /// Returns a socket that listens at a path.
  static func listeningSocket(at path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(descriptor, 8) == 0 else { throw POSIXError.current }
    return descriptor
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

private func serve(
  _ peer: Int32, _ closesAfterAnswer: Bool, _ answer: RecordedPeer.Answer, _ log: RecordedPeer.Log
) {
  defer { close(peer) }
  var received: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    while let (reply, question) = answer(&received) {
      if let question { log.note(question) }
      guard send(peer, reply, reply.count, Int32(MSG_NOSIGNAL)) == reply.count else { return }
      if closesAfterAnswer { return }
    }
    let count = read(peer, &chunk, chunk.count)
    guard count > 0 else { return }
    received += chunk[..<count]
  }
}
