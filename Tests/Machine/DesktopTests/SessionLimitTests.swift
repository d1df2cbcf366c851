// SPDX-License-Identifier: Apache-2.0
import Fixtures
import Glibc
import Orientation
import Testing
import WaylandClient

@testable import Desktop

/// The limits for what a compositor announces, at the bound and one past it.
@Suite struct SessionLimitTests {
  @Test func globalsBeyondTheLimitAreLeftOut() throws {
    for (count, known) in [
      (Session.mostGlobals, Session.mostGlobals), (Session.mostGlobals + 1, Session.mostGlobals),
    ] {
      let compositor = try ScriptedCompositor()
      for number in 0..<count { compositor.announce("example_\(number)", version: 1) }
      compositor.run()
      #expect(compositor.session.announced.count == known, "of \(count)")
    }
  }

  @Test func outputsBeyondTheLimitAreLeftOut() throws {
    for (count, known) in [
      (Session.mostOutputs, Session.mostOutputs), (Session.mostOutputs + 1, Session.mostOutputs),
    ] {
      let compositor = try ScriptedCompositor()
      for number in 0..<count { compositor.announceOutput("DP-\(number)") }
      compositor.run()
      #expect(compositor.session.outputs.count == known, "of \(count)")
      #expect(compositor.session.failure == nil)
    }
  }

  /// A name of an output stands in messages, files and variables, so none with other characters or
  /// of another length than a connector's is taken.
  @Test func anOutputWithoutTheNameOfAConnectorIsLeftOut() throws {
    let longest = String(repeating: "D", count: DesktopOutput.longestName)
    let compositor = try ScriptedCompositor()
    for name in [
      "eDP-1", "DP-1\u{1B}[31m", "DP-2\nHEADLESS-1 turned", "\u{202E}DP-3", longest, longest + "D",
    ] {
      compositor.announceOutput(name)
    }
    compositor.run()
    #expect(compositor.session.outputs.map(\.name) == ["eDP-1", longest])
    let problems = compositor.session.takeProblems()
    #expect(
      problems == [
        "the output \"DP-1U+001B[31m\" is left out: its name is none of a connector"
      ])
    #expect(compositor.session.takeProblems() == [])
  }
}

/// A session whose compositor announces globals and then answers.
private final class ScriptedCompositor {
  let session: Session
  private let descriptor: Int32
  private var globals: [(interface: String, version: UInt32, output: String?)] = []

  init() throws {
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &pair) == 0)
    descriptor = pair[1]
    session = try Session(connection: Connection(adopting: pair[0]), mounts: { PanelMounts() })
  }

  deinit { close(descriptor) }

  func announce(_ interface: String, version: UInt32) {
    globals.append((interface, version, nil))
  }

  func announceOutput(_ name: String) { globals.append(("wl_output", 4, name)) }

  /// Sends everything, a part at a time, and answers until the session is ready.
  func run() {
    for start in stride(from: 0, to: globals.count, by: 64) {
      let part = globals[start..<min(start + 64, globals.count)]
      send(
        part.enumerated().flatMap { index, global in
          WireMessage.words(
            2, 0,
            [UInt32(start + index + 1)] + WireMessage.string(global.interface) + [global.version])
        })
      answer(syncs: false)
    }
    for _ in 0..<8 where !session.isReady { answer(syncs: true) }
    answer(syncs: true)
  }

  /// Reads requests; answers `sync`, if wanted, and describes each bound output.
  private func answer(syncs: Bool) {
    session.run(for: .zero)
    while true {
      var words = [UInt32](repeating: 0, count: 65_536)
      let count = recv(descriptor, &words, words.count * 4, Int32(MSG_DONTWAIT)) / 4
      guard count > 0 else { break }
      waiting += words[..<count]
    }
    var (start, answers): (Int, [UInt32]) = (0, [])
    var kept: [UInt32] = []
    while start + 2 <= waiting.count {
      let size = Int(waiting[start + 1] >> 16) / 4
      guard size >= 2, start + size <= waiting.count else { break }
      let request = Array(waiting[start..<start + size])
      switch (request[0], request[1] & 0xFFFF) {
      case (1, 0) where syncs: answers += WireMessage.words(request[2], 0, [1])
      case (1, 0): kept += request
      case (2, 0): answers += describe(Int(request[2]) - 1, request[size - 1])
      default: break
      }
      start += size
    }
    waiting = kept + waiting[start...]
    send(answers)
  }

  private var waiting: [UInt32] = []

  private func describe(_ index: Int, _ object: UInt32) -> [UInt32] {
    guard let name = globals[index].output else { return [] }
    return WireMessage.words(object, 1, [1, 800, 600, 60_000])
      + WireMessage.words(object, 4, WireMessage.string(name))
      + WireMessage.words(object, 2, [])
  }

  private func send(_ words: [UInt32]) {
    var rest = words[...]
    while !rest.isEmpty {
      let part = Array(rest.prefix(2048))
      let sent = part.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard sent == part.count * 4 else { return }
      rest = rest.dropFirst(part.count)
      session.run(for: .zero)
    }
    session.run(for: .zero)
  }
}
