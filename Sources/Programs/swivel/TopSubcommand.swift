// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import EventLoop
import Explanation
import Formats
import Glibc
import Text

struct TopSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Show the running daemon on a full screen: outputs, decisions, windows and gates.",
    discussion: """
      The upper part shows the daemon's state, the middle part the last decisions, the lower part \
      the explanation of one of them: the windows asked, their answers, and the window to blame. \
      The screen changes when the daemon decides; nothing is polled.

      KEYS
        up, k      a newer decision            f, enter  the full or the usual text
        down, j    an older decision           home, g   the newest, and follow it
        q, escape  end

      If standard output is no terminal, or with --once, one screen is printed.

      EXIT CODES
        0  ended by a key, a signal, or with the daemon
        1  no daemon runs in this session, or the connection was lost
      """)

  @Flag(help: "Print one screen and end.")
  var once = false

  @OptionGroup var words: LanguageOption

  func run() throws {
    let status = try LiveDaemon.ask(.status())
    let history = try LiveDaemon.ask(.history(since: nil, count: TopModel.most))
    let model = TopModel(status: status, history: history)
    if once || isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0 {
      return try printOnce(model)
    }
    let session = TopSession(model, style: words.style)
    // The closures reference the session weakly, so the optimiser may otherwise release it during
    // the run.
    try withExtendedLifetime(session) { try session.run() }
  }

  private func printOnce(_ model: TopModel) throws {
    var model = model
    if let number = model.number {
      let answer = try LiveDaemon.ask(.explain(.number(number), .standard, words.style))
      model.receive(text: answer["text"]?.string ?? "", of: number)
    }
    let style = words.style
    let size = isatty(STDOUT_FILENO) == 1 ? TopScreen.size : (40, 100)
    var lines = TopView(
      model, rows: size.0, columns: size.1, isColoured: style.colour
    ).lines.dropLast()
    while lines.last == "" { lines.removeLast() }
    print(lines.joined(separator: "\n"))
  }
}

private final class TopSession {
  private var model: TopModel
  private let style: TextStyle
  private var feed: DaemonFeed?
  private var screen: TopScreen?
  private var failure: CommandFailure?

  init(_ model: TopModel, style: TextStyle) {
    self.model = model
    self.style = style
  }

  func run() throws(CommandFailure) {
    do {
      let loop = try EventLoop()
      let address = try ControlAddress.ofSession()
      feed = try DaemonFeed(address, all: true, on: loop) { [weak self] news in
        self?.take(news, loop)
      }
      _ = try loop.watch(signals: [SIGINT, SIGTERM, SIGHUP]) { _ in loop.stop() }
      _ = try loop.watch(signals: [SIGWINCH]) { [weak self] _ in self?.sizeChanged() }
      _ = try loop.add(STDIN_FILENO, for: .readable) { [weak self] readiness in
        let bytes = TopScreen.keys()
        if bytes.isEmpty || readiness.contains(.hangUp) { return loop.stop() }
        for key in TopKey.all(in: bytes) { self?.press(key, loop) }
      }
      try feed?.start()
      let screen = TopScreen()
      self.screen = screen
      defer { screen.leave() }
      explain()
      show()
      try loop.run()
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
    if let failure { throw failure }
  }

  private func take(_ news: DaemonFeed.News, _ loop: EventLoop) {
    switch news {
    case .event(.end, _): return loop.stop()
    case .event(let event, let state):
      if model.receive(event, state: state) { explain() }
    case .explained(let number, let text, _): model.receive(text: text, of: number)
    case .refused: break
    case .lost(let problem):
      failure = CommandFailure(.failed, problem.description)
      return loop.stop()
    }
    show()
  }

  private func press(_ key: TopKey, _ loop: EventLoop) {
    switch key {
    case .quit: return loop.stop()
    case .older: if model.move(by: 1) { explain() }
    case .newer: if model.move(by: -1) { explain() }
    case .newest: if model.move(by: -TopModel.most) { explain() }
    case .full:
      model.isFull.toggle()
      explain()
    }
    show()
  }

  private func sizeChanged() {
    explain()
    show()
  }

  private func explain() {
    guard let number = model.number else { return }
    let size = TopScreen.size
    let fitting = TextStyle(colour: style.colour, columns: size.columns, language: style.language)
    feed?.explain(number, model.isFull ? .full : .standard, fitting)
  }

  private func show() {
    let size = TopScreen.size
    screen?.show(
      TopView(model, rows: size.rows, columns: size.columns, isColoured: style.colour).lines)
  }
}

/// The terminal's alternate screen, without echo and line editing; `leave` restores the terminal.
private final class TopScreen {
  private var before = termios()

  init() {
    unsafe tcgetattr(STDIN_FILENO, &before)
    var raw = before
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw)
    Self.write("\u{1B}[?1049h\u{1B}[?25l")
  }

  func leave() {
    Self.write("\u{1B}[?25h\u{1B}[?1049l")
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }

  static var size: (rows: Int, columns: Int) {
    let size = Terminal.size
    return size.rows > 0 && size.columns > 0 ? size : (24, 80)
  }

  /// Draws the lines with one `write`, which avoids flicker.
  func show(_ lines: [String]) {
    Self.write("\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\r\n") + "\u{1B}[J")
  }

  /// Returns at most 64 bytes of the typed keys, waiting for the first; none at the end of the
  /// input or after an error.
  static func keys() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = unsafe read(STDIN_FILENO, &bytes, bytes.count)
    return count > 0 ? Array(bytes.prefix(count)) : []
  }

  private static func write(_ text: String) {
    _ = Terminal.write(Array(text.utf8))
  }
}

private enum TopKey: Equatable {
  case quit, older, newer, newest, full

  /// Returns the keys in the bytes of a terminal; unknown bytes are skipped.
  static func all(in bytes: [UInt8]) -> [TopKey] {
    var keys: [TopKey] = []
    var rest = bytes[...]
    while let first = rest.first {
      if rest.starts(with: [0x1B, UInt8(ascii: "[")]), rest.count >= 3 {
        if let key = arrow(rest[rest.startIndex + 2]) { keys.append(key) }
        rest = rest.dropFirst(3)
        continue
      }
      rest = rest.dropFirst()
      switch first {
      case UInt8(ascii: "q"), 0x1B: keys.append(.quit)
      case UInt8(ascii: "j"): keys.append(.older)
      case UInt8(ascii: "k"): keys.append(.newer)
      case UInt8(ascii: "g"): keys.append(.newest)
      case UInt8(ascii: "f"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): keys.append(.full)
      default: break
      }
    }
    return keys
  }

  private static func arrow(_ byte: UInt8) -> TopKey? {
    switch byte {
    case UInt8(ascii: "A"): .newer
    case UInt8(ascii: "B"): .older
    case UInt8(ascii: "H"): .newest
    default: nil
    }
  }
}
