// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Control
import Daemon
import EventLoop
import Explanation
import Formats
import Glibc

/// `swivel top`: the running daemon as a full screen of text.
struct TopSubcommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "top",
    abstract: "Look at the running daemon: outputs, last decisions, windows and gates, live.",
    discussion: """
      The upper part shows how things stand, the middle the last decisions, the lower the \
      explanation of one of them: who was asked, what was answered, who is to blame. It changes \
      when the daemon decides; nothing is polled.

      KEYS
        up, k      a newer decision            f, enter  everything, or the usual
        down, j    an older one                home, g   the newest, and stay with it
        q, escape  end

      Where standard output is no terminal, or with --once, it prints one screen and ends.

      EXIT CODES
        0  ended by a key, a signal, or with the daemon
        1  no daemon runs in this session, or it was lost
      """)

  @Flag(help: "Print one screen and end.")
  var once = false

  @OptionGroup var words: LanguageOption

  func run() throws {
    let status = try LiveDaemon.ask(.status)
    let history = try LiveDaemon.ask(.history(since: nil, count: TopModel.most))
    let model = TopModel(status: status, history: history)
    if once || isatty(STDOUT_FILENO) == 0 || isatty(STDIN_FILENO) == 0 {
      return try printOnce(model)
    }
    let session = TopSession(model, style: words.style)
    // Callbacks reference the session weakly, so the optimiser could release it while it runs.
    try withExtendedLifetime(session) { try session.run() }
  }

  private func printOnce(_ model: TopModel) throws {
    var model = model
    if let number = model.number {
      let answer = try LiveDaemon.ask(.explain(number, .standard, words.style))
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
