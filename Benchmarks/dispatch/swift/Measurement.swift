// SPDX-License-Identifier: Apache-2.0
import Glibc
import WaylandClient

/// The loop of `dispatch.c` with our own client library.
///
/// Events are wl_output.geometry and done, sixteen pairs per write, handled by one closure.
enum Measurement {
  private static let pairsPerWrite = 16

  static func run(_ argument: String) -> Int32 {
    guard let pairs = Int(argument) else {
      print("usage: swivel-bench-dispatch PAIRS")
      return 2
    }
    do throws(WaylandError) {
      try measure(pairs)
      return 0
    } catch {
      print("error: \(error)")
      return 1
    }
  }

  private static func measure(_ pairs: Int) throws(WaylandError) {
    var sockets: [Int32] = [-1, -1]
    guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else {
      throw .disconnected(errno: errno)
    }
    defer { close(sockets[1]) }
    let connection = try Connection(adopting: sockets[0])
    let output = try connection.registry().bind(name: 1, as: WlOutputProxy.self, version: 4)
    let totals = Totals()
    output.onEvent = { event in
      switch event {
      case .geometry(let x, _, _, _, _, _, _, let transform):
        totals.sum &+= UInt64(UInt32(bitPattern: x)) &+ UInt64(transform.rawValue)
      case .done: totals.done &+= 1
      default: break
      }
    }

    let bytes = (0..<pairsPerWrite).flatMap { _ in pair(output.objectID) }
    let begin = now()
    for _ in stride(from: 0, to: pairs, by: pairsPerWrite) {
      guard unsafe write(sockets[1], bytes, bytes.count) == bytes.count else {
        throw .disconnected(errno: errno)
      }
      _ = try connection.beginWait()
      try connection.endWait(readable: true)
    }
    let time = Double(now() - begin) / Double(2 * totals.done)
    print("\(Double(Int(time * 10)) / 10) \(totals.done) \(totals.sum)")
  }

  private static func pair(_ object: UInt32) -> [UInt8] {
    let body =
      words([0, 0, 340, 190, 0]) + text("Some Maker Inc.") + text("Panel 0123456789") + words([1])
    return words([object, UInt32(body.count + 8) << 16]) + body + words([object, 8 << 16 | 2])
  }

  private static func words(_ words: [UInt32]) -> [UInt8] {
    words.flatMap { word in unsafe withUnsafeBytes(of: word) { unsafe Array($0) } }
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return words([UInt32(bytes.count)]) + bytes
      + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static func now() -> Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
