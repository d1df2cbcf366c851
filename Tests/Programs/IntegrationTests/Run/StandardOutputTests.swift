// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// What cannot be printed or written is said, and the exit code says so too.
@Suite struct StandardOutputTests {
  private static let root = Swivel.packageRoot
  private static let story = "\(root)/examples/scenarios/hidden-menu-window.yaml"
  private static let trace = "\(root)/examples/traces/turn-left-up.csv"

  /// Runs the command with the shell's words for where its descriptors go.
  private func run(
    _ arguments: [String], _ descriptors: String, before: String = "", program: String = Swivel.path
  ) throws -> Command {
    try Command.run(
      "sh", ["-c", "\(before) exec \"$0\" \"$@\" \(descriptors)", program] + arguments)
  }

  @Test(arguments: [
    ["--help"], ["--version"], ["help", "run"], ["rules"], ["rules", "--json"],
    ["simulate", story], ["simulate", "--format", "json", story], ["compare", story],
    ["check", story],
    ["explain", story], ["explain", "SW0301"], ["explain", "--codes"],
    ["shrink", story], ["report", story], ["judge", trace],
    ["config", "show"], ["config", "init", "--print"], ["plugins", "list"], ["doctor", "--json"],
  ])
  func aFullDiskIsReported(arguments: [String]) throws {
    let result = try run(arguments, ">/dev/full")
    #expect(result.status == 1)
    #expect(result.errors.hasPrefix("swivel: standard output cannot be written: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func aRunThatCannotPrintRotatesAndExitsWithOne() throws {
    let compositor = try Compositor(.phoc)
    let words = ["-c", "exec \"$0\" \"$@\" >/dev/full", Swivel.path]
    let swivel = try ChildProcess(
      "sh", words + Swivel.replay, environment: compositor.clientEnvironment)
    defer { swivel.stop() }
    try compositor.waitForTransform("90")
    for arguments in [["outputs"], ["windows"], ["status"], ["history"], ["watch", "--json"]] {
      let result = try compositor.run("sh", words + arguments)
      #expect(result.status == 1, "\(arguments)")
      #expect(result.errors.contains("standard output cannot be written"), "\(arguments)")
    }
    swivel.send(SIGINT)
    #expect(try swivel.waitForExit() == 1)
    #expect(swivel.errors.contains("standard output cannot be written"), "\(swivel.errors)")
  }

  @Test func aCompanionProgramReportsAFullDiskToo() throws {
    let program = "\(Swivel.path.dropLast("swivel".count))swivel-scene"
    let result = try run(["--help"], ">/dev/full", program: program)
    #expect(result.status == 1 && result.errors.contains("standard output cannot be written"))
  }

  @Test func aReaderThatClosesEarlyIsNoError() throws {
    let result = try Command.run(
      "bash", ["-c", "\"$0\" rules --json | head -c 1; exit ${PIPESTATUS[0]}", Swivel.path])
    // As the system ends it, or with 0 where the whole text fitted into the pipe.
    #expect(result.status == 0 || result.status == 128 + SIGPIPE || result.status == -SIGPIPE)
    #expect(result.errors == "")
  }

  @Test func closedStandardDescriptorsAreNotReused() throws {
    let directory = try RuntimeDirectory()
    let page = "\(directory.path)/page.html"
    let result = try run(["report", Self.story, "-o", page], "<&- >&- 2>&-")
    #expect(result.status == 0)
    let whole = try Swivel.run(["report", Self.story])
    #expect(try String(contentsOfFile: page, encoding: .utf8) == whole.output)
    // The errors would have gone into the file that is opened first.
    let recording = "\(directory.path)/story.jsonl"
    #expect(try run(["record", recording, "--scenario", Self.story], ">&- 2>&-").status == 0)
    #expect(try Swivel.run(["replay", recording]).output.hasPrefix("identical"))
  }

  @Test func aFileSizeLimitIsReportedAndTheOldFileIsKept() throws {
    let directory = try RuntimeDirectory()
    let page = try directory.write("old\n", to: "page.html")
    let result = try run(["report", Self.story, "-o", page], "", before: "ulimit -f 2;")
    #expect(result.status == 1)
    #expect(result.errors == "swivel: \(page): cannot write: File too large\n")
    #expect(try String(contentsOfFile: page, encoding: .utf8) == "old\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["page.html"])

    let printed = try run(
      ["report", Self.story], ">'\(directory.path)/printed'", before: "ulimit -f 2;")
    #expect(printed.status == 1 && printed.errors.contains("standard output cannot be written"))
  }

  @Test(arguments: [
    ["report", story, "-o"], ["report", story, "--format", "svg", "-o"],
    ["report", story, "--format", "png", "-o"], ["shrink", story, "-o"],
    ["record", "--scenario", story],
  ])
  func pipesAndFoldersAreNeverReplaced(arguments: [String]) throws {
    let directory = try RuntimeDirectory()
    let queue = "\(directory.path)/queue"
    let folder = "\(directory.path)/folder"
    #expect(mkfifo(queue, 0o600) == 0 && mkdir(folder, 0o700) == 0)
    for path in [queue, folder] {
      let result = try Swivel.run(arguments + [path])
      #expect(result.status == 2)
      #expect(result.errors.hasPrefix("swivel: \(path): "), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
    var status = stat()
    #expect(lstat(queue, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        == ["folder", "queue"])
  }

  /// The source would be lost, whichever way its name is written.
  @Test func anOutputFileThatIsTheInputIsRefused() throws {
    let directory = try RuntimeDirectory()
    let dumps = "\(Swivel.packageRoot)/Tests/Documents/ImportTests/Dumps"
    let scenario = "\(Swivel.packageRoot)/examples/rules/E-5-another-window-forbids.yaml"
    for (arguments, source) in [
      (["import", "android"], "\(dumps)/phone-36-window.txt"), (["report"], scenario),
    ] {
      let text = try String(contentsOfFile: source, encoding: .utf8)
      let file = try directory.write(text, to: "input")
      let link = "\(directory.path)/link"
      #expect(symlink(file, link) == 0)
      for name in [file, "\(directory.path)/./input", link] {
        let result = try Swivel.run(arguments + [file, "-o", name])
        #expect(result.status == 2 && result.errors.contains("this is the input"), "\(result)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
      }
      unlink(link)
    }
  }

  @Test func aPlotIntoANamedPipeIsRefused() throws {
    let directory = try RuntimeDirectory()
    let queue = "\(directory.path)/queue.svg"
    #expect(mkfifo(queue, 0o600) == 0)
    let result = try Swivel.run(["judge", Self.trace, "--plot", queue])
    #expect(result.status == 2 && result.errors.contains("this is a named pipe, not a file"))
  }

  @Test func aNamedPipeAsInputIsRefused() throws {
    let directory = try RuntimeDirectory()
    let queue = "\(directory.path)/queue.swivel-plugin.json"
    #expect(mkfifo(queue, 0o600) == 0)
    for arguments in [
      ["simulate"], ["compare"], ["check"], ["explain"], ["report"], ["shrink"], ["replay"],
      ["judge"], ["config", "check"], ["config", "show"], ["plugins", "check"],
      ["run", "--config"], ["replay", Self.trace, "--plugin"],
    ] {
      let result = try Swivel.run(arguments + [queue])
      #expect(result.status != 0 && result.errors.contains("this is a named pipe"), "\(arguments)")
    }
    let sensor = try Swivel.run(["run", "--sensor", "replay:\(queue)"])
    #expect(sensor.status == 2 && sensor.errors.contains("this is a named pipe"))
  }
}
