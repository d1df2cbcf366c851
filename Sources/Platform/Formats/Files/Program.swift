// SPDX-License-Identifier: Apache-2.0
@preconcurrency @unsafe import Glibc
import Text

/// The start and the end of a program of Swivel.
public enum Program {
  /// Runs the body and exits with its result.
  ///
  /// If standard output could not be written completely, a message is printed, and the exit code is
  /// 1 instead of 0. The body's values are released before the process ends.
  public static func run(_ name: String, _ body: () -> Int32) -> Never {
    prepare()
    let status = body()
    guard let problem = StandardOutput.finish() else { exit(status) }
    complain("standard output cannot be written: \(problem)", in: name)
    exit(status == 0 ? 1 : status)
  }

  /// Runs a companion program of a command, which passes its options as one JSON argument.
  ///
  /// If the body throws, a message is printed in the command's name and the exit code is 1; without
  /// exactly one JSON argument, as when a user starts the program directly, it is 2. A companion of
  /// several commands finds the command's name in the member `command`.
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

  /// Returns the value of an environment variable; `nil` if it is not set.
  public static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Writes a message, preceded by the command's name, to standard error.
  public static func complain(_ text: String, in command: String) {
    // Texts of other programs are already escaped; escaping here is a last resort.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
      UntrustedText(String($0)).statement
    }
    let mark = LogPriority.error.mark(of: STDERR_FILENO)
    let line = Array((mark + "\(command): \(lines.joined(separator: "\n\(mark)"))\n").utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }

  /// Opens `/dev/null` for closed standard descriptors and ignores SIGXFSZ; later calls have no
  /// effect.
  public static func prepare() {
    // If a standard descriptor is closed, the next opened file would get its number, and would be
    // overwritten by the program's output.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      if unsafe open("/dev/null", O_RDWR) != descriptor { exit(1) }
    }
    // With the signal ignored, exceeding the file size limit is an error of write(2), which is
    // reported.
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// The priority of a line in the systemd journal; the numbers are those of syslog.
public enum LogPriority: Int, Sendable {
  case error = 3
  case warning = 4
  case notice = 5
  case info = 6

  /// Returns the prefix by which the journal recognises the priority of a line; empty if the
  /// descriptor does not lead to the journal.
  public func mark(of descriptor: Int32) -> String {
    Self.leadsToJournal(descriptor) ? "<\(rawValue)>" : ""
  }

  private static func leadsToJournal(_ descriptor: Int32) -> Bool {
    guard let stream = Program.environment("JOURNAL_STREAM") else { return false }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return false }
    return stream == "\(status.st_dev):\(status.st_ino)"
  }
}

/// Standard output, which remembers failed writes.
public enum StandardOutput {
  /// Prints a line and flushes it.
  public static func line(_ text: String) {
    print(text)
    unsafe fflush(stdout)
  }

  /// Whether a write has failed, so that further output would be lost.
  public static var hasFailed: Bool { unsafe ferror(stdout) != 0 }

  /// Flushes the output; returns the reason if some output was lost, otherwise `nil`.
  ///
  /// Output to a pipe whose reader has closed it does not count as lost.
  static func finish() -> String? {
    let code = unsafe fflush(stdout) == 0 ? 0 : errno
    guard code != 0 || hasFailed, code != EPIPE else { return nil }
    var pipe = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if unsafe poll(&pipe, 1, 0) == 1, pipe.revents & Int16(POLLERR) != 0 { return nil }
    return unsafe code == 0 ? "a part of it was lost" : String(cString: strerror(code))
  }
}
