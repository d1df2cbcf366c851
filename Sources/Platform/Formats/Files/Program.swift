// SPDX-License-Identifier: Apache-2.0
@preconcurrency @unsafe import Glibc
import Text

/// The beginning and end of every program of Swivel.
public enum Program {
  /// Runs the body and exits with its result, or with 1 instead of 0 if standard output could not
  /// be written, with a message.
  ///
  /// The values of the body are released before the process ends.
  public static func run(_ name: String, _ body: () -> Int32) -> Never {
    prepare()
    let status = body()
    guard let problem = StandardOutput.finish() else { exit(status) }
    complain("standard output cannot be written: \(problem)", in: name)
    exit(status == 0 ? 1 : status)
  }

  /// Runs a companion of a command, which passes its options as one JSON argument.
  ///
  /// Exits with 1 if the body throws, with a message in the command's name, and with 2 if a user
  /// started the program. A companion of several commands gets the name in the member `command`.
  public static func run(companionOf command: String, _ body: (JSONValue) throws -> Void) -> Never {
    run(command) {
      guard CommandLine.arguments.count == 2,
        let options = try? JSONValue.parse(CommandLine.arguments[1], file: "argument")
      else {
        complain(
          "this program is started by `\(command)`, which has the options and the help", in: command
        )
        return 2
      }
      do {
        try body(options)
        return 0
      } catch {
        complain("\(error)", in: options["command"]?.string ?? command)
        return 1
      }
    }
  }

  /// Returns the value of an environment variable; `nil` if there is none.
  public static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Writes a message to standard error.
  public static func complain(_ text: String, in command: String) {
    // Other programs' texts are escaped where they enter; this is the last resort.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      UntrustedText(String($0)).statement
    }
    let mark = LogPriority.error.mark(of: STDERR_FILENO)
    let line = Array((mark + "\(command): \(lines.joined(separator: "\n\(mark)"))\n").utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }

  /// Prepares file descriptors and signals; a second call has no effect.
  public static func prepare() {
    // Otherwise the next file that is opened would get a closed descriptor's number, and the
    // program's output or errors.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      if unsafe open("/dev/null", O_RDWR) != descriptor { exit(1) }
    }
    // Exceeding the file size limit becomes an error of write(2), which is reported.
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// The priority of a line in the journal, with the numbers of syslog.
public enum LogPriority: Int, Sendable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6

  /// Returns the mark that the journal reads at the beginning of a line; empty if the descriptor
  /// does not lead to the journal.
  public func mark(of descriptor: Int32) -> String {
    Self.leadsToJournal(descriptor) ? "<\(rawValue)>" : ""
  }

  /// Returns whether `JOURNAL_STREAM` names the file of the descriptor.
  private static func leadsToJournal(_ descriptor: Int32) -> Bool {
    guard let stream = Program.environment("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}

/// Standard output, with a record of whether all of it was written.
public enum StandardOutput {
  /// Prints a line and flushes it; a reader that has gone is not an error.
  public static func line(_ text: String) {
    print(text)
    unsafe fflush(stdout)
  }

  /// Whether a write failed, so that further output is useless.
  public static var hasFailed: Bool { unsafe ferror(stdout) != 0 }

  /// Flushes the output; returns why not all could be written, or `nil`.
  static func finish() -> String? {
    let code = unsafe fflush(stdout) == 0 ? 0 : errno
    guard code != 0 || hasFailed, code != EPIPE else { return nil }
    var pipe = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if unsafe poll(&pipe, 1, 0) == 1, pipe.revents & Int16(POLLERR) != 0 { return nil }
    return unsafe code == 0 ? "a part of it was lost" : String(cString: strerror(code))
  }
}
