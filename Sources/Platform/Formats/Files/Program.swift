// SPDX-License-Identifier: Apache-2.0
@preconcurrency @unsafe import Glibc

/// How every program of ours begins and ends.
public enum Program {
  /// Runs the body and ends the process with what it returns; with 1 instead of 0 if not all that was
  /// printed could be written, which is then said.
  ///
  /// The body has released everything when the process ends.
  public static func run(_ name: String, _ body: () -> Int32) -> Never {
    prepare()
    let status = body()
    guard let problem = StandardOutput.finish() else { exit(status) }
    complain("standard output cannot be written: \(problem)", in: name)
    exit(status == 0 ? 1 : status)
  }

  /// Runs a program that belongs to a command, which gives it its options as one JSON argument.
  ///
  /// Ends with 1 for what the body throws, said in the command's name, and with 2 when a person has
  /// started it. A program that belongs to several is told which in the member `command`.
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

  /// Writes a line for people to the standard error output.
  public static func complain(_ text: String, in command: String) {
    let line = Array("\(command): \(text)\n".utf8)
    _ = unsafe write(STDERR_FILENO, line, line.count)
  }

  /// Puts what a program relies on in order; does nothing the second time.
  public static func prepare() {
    // The next file that is opened would take the place of one that is closed, and get what is
    // printed, or the errors.
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      if unsafe open("/dev/null", O_RDWR) != descriptor { exit(1) }
    }
    // A file that may not grow is an error of write(2), which is told, and no reason to die.
    signal(SIGXFSZ, SIG_IGN)
  }
}

/// What is printed, as one stream that remembers whether all of it was written.
public enum StandardOutput {
  /// Prints a line, so that a pipe's reader gets it at once; a reader that has gone is no reason to
  /// stop.
  public static func line(_ text: String) {
    print(text)
    unsafe fflush(stdout)
  }

  /// Whether something could not be written, so that there is no use in going on for it alone.
  public static var hasFailed: Bool { unsafe ferror(stdout) != 0 }

  /// Writes what is still kept back; returns why not all could be written.
  static func finish() -> String? {
    let code = unsafe fflush(stdout) == 0 ? 0 : errno
    guard code != 0 || hasFailed, code != EPIPE else { return nil }
    var pipe = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    if unsafe poll(&pipe, 1, 0) == 1, pipe.revents & Int16(POLLERR) != 0 { return nil }
    return unsafe code == 0 ? "a part of it was lost" : String(cString: strerror(code))
  }
}
