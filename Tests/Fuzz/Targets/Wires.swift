// SPDX-License-Identifier: Apache-2.0
import Arbitration
import CWaylandClient
import Desktop
import EventLoop
import Fixtures
import Glibc
import HeadlessCompositor
import Orientation
import WaylandClient

extension FuzzTarget {
  /// Bytes on sockets of Wayland, from either side.
  static let wires = [
    FuzzTarget(name: "wire-server", seeds: [], run: speakToServer),
    FuzzTarget(name: "wire-client", seeds: [], run: speakToClient),
  ]

  /// The compositor stays for all inputs: what one client breaks must not be seen by the next.
  nonisolated(unsafe) private static let stage = Stage()

  private final class Stage {
    let loop: EventLoop
    let compositor: HeadlessCompositor

    init() {
      do {
        guard let rules = RuleSetCatalog.make("uikit-8") else { fatalError("no rules") }
        var options = CompositorOptions(rules: rules)
        options.outputs = [OutputSpecification(size: Size(width: 32, height: 48))]
        loop = try EventLoop(clock: VirtualClock(now: Instant(milliseconds: 1000)))
        compositor = try HeadlessCompositor(loop: loop, options: options)
      } catch { fatalError("no compositor: \(error)") }
    }

    /// Lets the compositor go on for a length of virtual time; with zero it does what is due.
    func run(for time: Duration) {
      do { try loop.run(for: time) } catch { fatalError("the loop has failed: \(error)") }
    }
  }

  /// The globals are bound first, so that there is something to misuse; the input says which messages follow.
  private static func speakToServer(_ bytes: [UInt8]) {
    let compositor = stage.compositor
    guard let descriptor = try? compositor.connect() else { fatalError("no connection") }
    // wl_display.get_registry with the new id 2, then what the input says.
    var words: [UInt32] = [1, 12 << 16 | 1, 2]
    for (index, global) in globals.enumerated() {
      words += WireMessage.words(
        2, 0,
        [global.name] + WireMessage.string(global.interface) + [global.version, UInt32(index + 3)])
    }
    var input = InputBytes(bytes)
    // New objects are numbered from here, in order.
    var next = UInt32(globals.count + 3)
    while true {
      _ = words.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      stage.run(for: .zero)
      guard !input.isEmpty else { break }
      words = (0...input.below(8)).flatMap { _ in
        let object = UInt32(input.below(Int(next)) + 1)
        var message = someMessage(object, &input)
        // Most requests that make something name it first.
        if message.count > 2, input.byte() & 1 == 1 {
          message[2] = next
          next += 1
        }
        return message
      }
    }
    stage.run(for: .milliseconds(20))
    close(descriptor)
    stage.run(for: .zero)
    require(compositor.clientCount == 0, "a client that has gone is gone")
  }

  /// What the compositor offers, as a client is told.
  private static let globals: [(name: UInt32, interface: String, version: UInt32)] = {
    do {
      let connection = try Connection(adopting: stage.compositor.connect())
      let registry = try connection.registry()
      var found: [(UInt32, String, UInt32)] = []
      registry.onEvent = { event in
        if case .global(let name, let interface, let version) = event {
          found.append((name, interface.string, version))
        }
      }
      for _ in 0..<4 {
        try connection.flush()
        stage.run(for: .zero)
        while try connection.wait(.zero) {}
      }
      return found
    } catch { fatalError("no globals: \(error)") }
  }()

  /// What a compositor announces to the session under test.
  private static let announced: [(interface: String, version: UInt32)] = [
    ("wl_output", 4), ("wl_output", 4), ("zxdg_output_manager_v1", 3),
    ("zwlr_output_manager_v1", 4), ("zwlr_foreign_toplevel_manager_v1", 3),
    ("ext_foreign_toplevel_list_v1", 1), ("kde_output_device_v2", 2),
    ("kde_output_management_v2", 2), ("org_kde_plasma_window_management", 16),
    ("org_kde_plasma_virtual_desktop_management", 2),
  ]
  /// What COSMIC announces instead of KDE's.
  private static let cosmic: [(interface: String, version: UInt32)] = [
    ("wl_output", 4), ("wl_output", 4), ("zxdg_output_manager_v1", 3),
    ("zwlr_output_manager_v1", 4), ("ext_foreign_toplevel_list_v1", 1),
    ("zcosmic_toplevel_info_v1", 3), ("ext_workspace_manager_v1", 1),
  ]

  /// A compositor that announces what a session needs and then says what the input says: messages of
  /// an object, an opcode and some words, or raw bytes.
  private static func speakToClient(_ bytes: [UInt8]) {
    wl_log_set_handler_client { _, _ in }
    var pair: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &pair) == 0 else { fatalError("no sockets") }
    defer { close(pair[1]) }
    guard let connection = try? Connection(adopting: pair[0]),
      let session = try? Session(connection: connection)
    else { return }
    var input = InputBytes(bytes)
    var words: [UInt32] = []
    let isCosmic = input.byte() & 1 == 1
    for (index, global) in (isCosmic ? cosmic : announced).enumerated() {
      words += WireMessage.words(
        2, 0, [UInt32(index + 1)] + WireMessage.string(global.interface) + [global.version])
    }
    say(words, to: pair[1], session)
    while !input.isEmpty {
      let words = (0...input.below(8)).flatMap { _ in
        let object = input.below(40)
        return someMessage(
          object < 24 ? UInt32(object + 1) : 0xFF00_0000 + UInt32(object - 24), &input)
      }
      say(words, to: pair[1], session)
      if session.failure != nil { break }
      session.apply(transform: Transform.allCases[input.below(8)], to: "eDP-1", tag: 1)
    }
    for output in session.outputs { require(output.name.utf8.count < 65_536, "a name has an end") }
  }

  private static func say(_ words: [UInt32], to descriptor: Int32, _ session: Session) {
    _ = words.withUnsafeBytes {
      send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
    // What it asks while it listens leaves with the next wait.
    for _ in 0..<2 { session.run(for: .zero) }
    // Of what it says only its questions for an answer are read, so that it gets ready.
    var heard = [UInt32](repeating: 0, count: 16_384)
    while true {
      let count = recv(descriptor, &heard, heard.count * 4, Int32(MSG_DONTWAIT)) / 4
      guard count > 0 else { break }
      var (start, answers): (Int, [UInt32]) = (0, [])
      while start + 2 < count {
        // wl_display.sync has a new callback, whose event is `done`.
        if heard[start] == 1, heard[start + 1] & 0xFFFF == 0 {
          answers += WireMessage.words(heard[start + 2], 0, [1])
        }
        start += max(2, Int(heard[start + 1] >> 16) / 4)
      }
      guard !answers.isEmpty else { continue }
      _ = answers.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      }
      for _ in 0..<2 { session.run(for: .zero) }
    }
  }

  /// A message with arguments of the shapes that messages have.
  private static func someMessage(_ object: UInt32, _ input: inout InputBytes) -> [UInt32] {
    let opcode = UInt32(input.below(20))
    var arguments: [UInt32] = []
    for _ in 0..<input.below(9) {
      switch input.below(6) {
      case 0: arguments.append(UInt32(truncatingIfNeeded: input.word()))
      case 1: arguments += WireMessage.string(input.text())
      case 2: arguments.append(0xFF00_0000 + UInt32(input.below(16)))
      case 3: arguments.append(UInt32(input.below(4)))
      default: arguments.append(UInt32(input.byte()))
      }
    }
    return WireMessage.words(object, opcode, arguments)
  }
}
