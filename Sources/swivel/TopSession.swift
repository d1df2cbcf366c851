// SPDX-License-Identifier: Apache-2.0
import Control
import Daemon
import EventLoop
import Explanation
import Glibc

/// `swivel top` while it runs: the daemon's news and the user's keys in one loop.
final class TopSession {
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
