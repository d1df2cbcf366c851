// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Daemon
import EventLoop
import Formats
import Glibc
import Text

enum CommandLineRun {
  /// Runs `swivel` and returns its exit code: 0 for success, 1 for a failure, 2 for bad input or
  /// usage, or another code of the subcommand.
  static func status(_ arguments: [String]) -> Int32 {
    if let help = Overview.text(for: arguments) {
      print(help)
      return 0
    }
    // For an unknown command, the argument parser would print the help of all commands.
    if arguments.first == "help", let topic = MeantCommand(arguments.dropFirst().first ?? "") {
      return end(CommandFailure(.badInput, topic.description))
    }
    do {
      var command = try parsed(arguments)
      try command.run()
      return 0
    } catch let failure as CommandFailure {
      return end(failure)
    } catch let error as FileError {
      return end(CommandFailure(error))
    } catch let error as InputError {
      return end(CommandFailure(error))
    } catch let code as ExitCode {
      return code.rawValue
    } catch {
      return usage(error)
    }
  }

  /// Returns the subcommand that the arguments name, with its options parsed.
  ///
  /// Only the parser of that subcommand is built, if possible.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    // Building the parser of all subcommands takes time, and memory that the daemon would keep.
    let named: (any ParsableCommand.Type)? =
      switch arguments.first {
      case "run": RunSubcommand.self
      case "check": CheckSubcommand.self
      case let name:
        SwivelCommand.configuration.subcommands.first {
          $0.configuration.commandName == name && $0.configuration.subcommands.isEmpty
        }
      }
    // The parser of all subcommands handles `--help`, `--version` and wrong arguments.
    if let named, let command = try? named.parse(Array(arguments.dropFirst())) { return command }
    return try SwivelCommand.parseAsRoot(arguments)
  }

  private static func end(_ failure: CommandFailure) -> Int32 {
    complain(failure.description)
    return failure.kind.rawValue
  }

  // The argument parser reports requests for help or the version as errors, too.
  private static func usage(_ error: any Error) -> Int32 {
    guard SwivelCommand.exitCode(for: error) != .success else {
      print(SwivelCommand.fullMessage(for: error))
      return 0
    }
    // The first line is the error; the remaining lines repeat the usage, which `swivel help`
    // explains.
    let word = CommandLine.arguments.dropFirst().first ?? ""
    if let meant = MeantCommand(word) {
      complain(meant.description)
    } else {
      let help = MeantCommand.names.contains(word) ? "swivel help \(word)" : "swivel help"
      let sentences = [
        SwivelCommand.message(for: error), hint(CommandLine.arguments.dropFirst()),
        "`\(help)` shows how",
      ]
      complain(sentences.compactMap(\.self).joined(separator: "; "))
    }
    return CommandFailure.Kind.badInput.rawValue
  }

  /// Returns a hint for an option or a subcommand that other programs have and `swivel` lacks;
  /// `nil` for other arguments.
  private static func hint(_ arguments: ArraySlice<String>) -> String? {
    let names = arguments.map { String($0.prefix { $0 != "=" }) }
    let verbose = ["-v", "--verbose", "--debug", "--log-level"]
    let removals = ["unset", "remove", "delete", "reset"]
    return switch arguments.first {
    case "run" where names.contains(where: verbose.contains):
      "--explain prints the reasons of each decision"
    case "config" where removals.contains(arguments.dropFirst().first ?? ""):
      "no command removes a key: delete its lines in the file, or set the default that `swivel "
        + "config show` names; `swivel allow APP --remove` removes a rule for windows"
    default: nil
    }
  }

  static func complain(_ text: String) {
    Program.complain(text, in: "swivel")
  }
}

/// Suggestions for a word in the place of a command: the commands that were probably meant, and the
/// page about the word.
struct MeantCommand: CustomStringConvertible {
  static let names = SwivelCommand.configuration.subcommands.compactMap {
    $0.configuration.commandName
  }

  /// The commands for words that other programs use, or that name a thing instead of an act.
  private static let synonyms: [(words: [String], commands: [String])] = [
    (["stop", "exit", "end", "kill", "terminate"], ["quit"]),
    (["start", "daemon"], ["run"]),
    (["restart"], ["quit && swivel run"]),
    (["sensor", "sensors", "accelerometer"], ["doctor", "status"]),
    (["why", "reason"], ["explain"]),
    (["turn", "left", "right", "normal", "inverted", "portrait", "landscape"], ["rotate"]),
    (["free", "release", "auto", "follow", "resume", "continue"], ["unlock"]),
    (["freeze", "hold", "pause"], ["lock"]),
    (["toggle"], ["toggle-lock"]),
    (["state", "info", "show", "posture", "hinge"], ["status"]),
    (["app", "apps", "application", "applications"], ["windows", "allow"]),
    (["screen", "screens", "display", "displays", "monitor", "monitors"], ["outputs"]),
    (["deny", "forbid", "disallow", "remove", "rule"], ["allow"]),
    (["set", "edit", "init", "settings", "configuration", "hooks"], ["config"]),
    (["log", "list", "decisions"], ["history"]),
    (["bar", "waybar"], ["watch"]),
    (["button"], ["suggest"]),
    (["calibrate", "matrix", "pose"], ["doctor --pose"]),
    (["fix", "diagnose"], ["doctor"]),
    (["version"], ["--version"]),
  ]

  /// The pages of docs/ whose names are no commands.
  static let pages = [
    "configuration", "control", "desktops", "explanations", "fuzzing", "glossary", "hooks",
    "installing", "keys", "limits", "messages", "messages-english", "peers", "playground",
    "recordings", "reports", "scenarios", "sensors", "tested-rules", "tested-systems", "traces",
  ]

  private let word: String
  private let commands: [String]
  private var page: String? {
    let words = [word.lowercased(), word.lowercased() + "s"]
    return Self.pages.first(where: words.contains)
  }

  /// Creates suggestions for `swivel`'s first argument or the topic of `help`; `nil` for a command,
  /// `help`, an option or an empty word.
  init?(_ word: String) {
    guard !word.isEmpty, !word.hasPrefix("-"), word != "help", !Self.names.contains(word) else {
      return nil
    }
    self.word = word
    let synonym = Self.synonyms.first { $0.words.contains(word.lowercased()) }
    commands = synonym?.commands ?? NearestName.find(word, among: Self.names).map { [$0] } ?? []
  }

  var description: String {
    let meant = commands.map { "`swivel \($0)`" }.joined(separator: " or ")
    let sentences = [
      "unknown command \(UntrustedText(word).quoted)",
      page.map { "the page about \(word.lowercased()) is docs/\($0).md" },
      commands.isEmpty ? "`swivel help` shows the commands" : "did you mean \(meant)?",
    ]
    return sentences.compactMap(\.self).joined(separator: "; ")
  }
}

/// A polled handler of SIGINT (Ctrl-C); a second SIGINT ends the process as usual.
@safe
final class Interruption {
  // SAFETY: the mask is allocated here, and freed in `deinit`.
  private let mask: UnsafeMutablePointer<sigset_t>

  /// Creates the handler, which blocks SIGINT until the first one was read or the handler is
  /// released.
  init() {
    unsafe mask = .allocate(capacity: 1)
    unsafe sigemptyset(mask)
    unsafe sigaddset(mask, SIGINT)
    unsafe sigprocmask(SIG_BLOCK, mask, nil)
  }

  deinit {
    unsafe sigprocmask(SIG_UNBLOCK, mask, nil)
    unsafe mask.deallocate()
  }

  private var wasWanted = false

  /// Whether SIGINT has arrived.
  ///
  /// The first read that returns true unblocks SIGINT, so the next SIGINT ends the process.
  var isWanted: Bool {
    if wasWanted { return true }
    var now = timespec(tv_sec: 0, tv_nsec: 0)
    if unsafe sigtimedwait(mask, nil, &now) == SIGINT {
      wasWanted = true
      unsafe sigprocmask(SIG_UNBLOCK, mask, nil)
    }
    return wasWanted
  }
}

/// The entry point of `swivel`.
///
/// No object that owns a resource, such as a child process, is alive when the process exits.
@main enum Entry {
  static func main() {
    Program.run("swivel") {
      let arguments = Array(CommandLine.arguments.dropFirst())
      // These commands run until a signal; a signal that arrives while they start also ends them
      // cleanly.
      let lasting = [RunSubcommand._commandName, CompositorSubcommand._commandName]
      if let first = arguments.first, lasting.contains(first) { EarlySignals.exitOnSignal() }
      return CommandLineRun.status(arguments)
    }
  }
}
