// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation
import Pixels
import Testing

/// `swivel compositor` as a user starts it, and what it says to wrong input.
@Suite(.serialized) struct CompositorCommandTests {
  private func environment(_ directory: String) -> [String: String] {
    Command.plainEnvironment.merging(["XDG_RUNTIME_DIR": directory, "HOME": directory]) { $1 }
  }

  private func start(
    _ arguments: [String], in directory: RuntimeDirectory
  ) throws -> ChildProcess {
    let process = try ChildProcess(
      Swivel.path, ["compositor"] + arguments, environment: environment(directory.path))
    _ = try process.waitForLine { $0.hasPrefix("WAYLAND_DISPLAY=") }
    return process
  }

  @Test func theSocketIsPrivateAndRemovedAtExit() throws {
    let directory = try RuntimeDirectory()
    let process = try start(["--socket", "wayland-9"], in: directory)
    var status = stat()
    #expect(stat("\(directory.path)/wayland-9", &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
    #expect(WaylandPing.isAnswered(at: "\(directory.path)/wayland-9"))
    process.send(SIGINT)
    #expect(try process.waitForExit() == 0)
    #expect(access("\(directory.path)/wayland-9", F_OK) != 0)
  }

  @Test func readyDescriptorNamesTheDisplay() throws {
    let directory = try RuntimeDirectory()
    let file = "\(directory.path)/ready"
    let process = try ChildProcess(
      "sh", ["-c", "exec '\(Swivel.path)' compositor --ready-fd 3 3>'\(file)'"],
      environment: environment(directory.path))
    defer { process.stop() }
    try Deadline.waitUntil(20, "the word on the descriptor\n\(process.errors)") {
      (try? String(contentsOfFile: file, encoding: .utf8)) == "wayland-0\n"
    }
    #expect(WaylandPing.isAnswered(at: "\(directory.path)/wayland-0"))
  }

  @Test func sigusr1WritesAPictureOfEachOutput() throws {
    let directory = try RuntimeDirectory()
    let file = "\(directory.path)/shot.png"
    let process = try start(
      ["--screenshot", file, "--output", "320x200", "--output", "side:64x48@2,90"], in: directory)
    process.send(SIGUSR1)
    _ = try process.waitForLine { $0.contains("picture of side") }
    let first = try PNG.read(file)
    #expect((first.size.width, first.size.height) == (320, 200))
    let second = try PNG.read("\(directory.path)/shot-side.png")
    #expect((second.size.width, second.size.height) == (64, 48))
    process.send(SIGTERM)
    #expect(try process.waitForExit() == 0)
  }

  @Test func commandsAddRotateAndRemoveOutputs() throws {
    let directory = try RuntimeDirectory()
    let script = """
      add side:800x600@2,flipped-90
      turn side 180
      remove nowhere
      nonsense
      screenshot \(directory.path)/a.png
      remove side
      stop

      """
    let path = try directory.write(script, to: "commands")
    let result = try Command.run(
      "sh", ["-c", "exec '\(Swivel.path)' compositor --commands <'\(path)'"],
      environment: environment(directory.path))
    #expect(result.status == 0)
    #expect(result.output.contains("ok side"))
    #expect(result.output.contains("there is no output 'nowhere', only HEADLESS-1, side"))
    #expect(result.output.contains("error: 'nonsense' is no command; help lists them"))
    #expect(try PNG.read("\(directory.path)/a-side.png").size.width == 800)
  }

  @Test func aSocketInUseIsReportedAndTheNextFreeOneChosen() throws {
    let directory = try RuntimeDirectory()
    let process = try start(["--socket", "wayland-3"], in: directory)
    defer { process.stop() }
    let second = try Command.run(
      Swivel.path, ["compositor", "--socket", "wayland-3"], environment: environment(directory.path)
    )
    #expect(second.status == 1)
    #expect(second.errors.contains("another server listens at \(directory.path)/wayland-3"))
    // Without a name the next free one is taken.
    let third = try start([], in: directory)
    #expect(third.output.contains("WAYLAND_DISPLAY=wayland-0"))
    third.stop()
  }

  @Test func theRuntimeDirectoryMustExistAndBePrivate() throws {
    let missing = try Command.run(
      Swivel.path, ["compositor"], environment: environment("/nonexistent"))
    #expect(missing.status == 1)
    #expect(missing.errors.contains("/nonexistent") && missing.errors.contains("mkdir -m 0700"))

    let directory = try RuntimeDirectory()
    chmod(directory.path, 0o755)
    let open = try Command.run(
      Swivel.path, ["compositor"], environment: environment(directory.path))
    #expect(open.status == 1)
    #expect(open.errors.contains("mode 0755") && open.errors.contains("chmod 0700"))

    let long = "\(directory.path)/\(String(repeating: "x", count: 90))"
    #expect(mkdir(long, 0o700) == 0)
    let tooLong = try Command.run(
      Swivel.path, ["compositor", "--socket", "wayland-7"], environment: environment(long))
    #expect(tooLong.status == 1)
    #expect(
      tooLong.errors.contains("the runtime directory \(long) has a path of")
        && tooLong.errors.contains("set XDG_RUNTIME_DIR to one of at most 96\n"))

    let unset = try Command.run(Swivel.path, ["compositor"])
    #expect(unset.status == 1)
    #expect(unset.errors.contains("XDG_RUNTIME_DIR is not set"))
  }

  @Test(arguments: [
    (["--output", "1280"], "is no output: its size"),
    (["--output", "1280x-1"], "is no output: its size"),
    (["--output", "0x800"], "is no output: its size"),
    (["--output", "1280x800@0"], "its scale is not 1 to 16"),
    (["--output", "1280x800,left"], "none of normal, 90, 180, 270, flipped"),
    (["--output", "a:8x8", "--output", "a:8x8"], "two outputs are called 'a'"),
    (["--screenshot", "/nonexistent/a.png"], "cannot write into /nonexistent/"),
    (["--screenshot", "/nonexistent/a.jpg"], "a name that ends in .png"),
    (["--ready-fd", "97"], "no such descriptor is open"),
    (["--rules", "uikit-3"], "unknown rule set"),
    (["--scene", "/nonexistent.yaml"], "/nonexistent.yaml"),
    (["--pictures", "/nonexistent"], "need --scene"),
    (["--socket", "a/b"], "takes a file name such as wayland-7"),
  ])
  func invalidOptionsAreReportedInOneLine(_ arguments: [String], _ words: String) throws {
    let directory = try RuntimeDirectory()
    let result = try Command.run(
      Swivel.path, ["compositor"] + arguments, environment: environment(directory.path))
    #expect(result.status == 2)
    #expect(result.errors.contains(words))
    #expect(result.errors.split(separator: "\n").count == 1)
    #expect(result.output == "")
  }
}
