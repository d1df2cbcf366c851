// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Doctor

@Suite struct ProcessListTests {
  private static func names(_ command: [String], comm: String? = nil) throws -> [String] {
    let scratch = Scratch()
    try scratch.addProcess(42, command, comm: comm)
    return ProcessList(root: "\(scratch.path)/proc").arbiters.map(\.name)
  }

  @Test(arguments: [
    (["/usr/libexec/phosh"], ["phosh"]), (["rot8", "--sleep", "500"], ["rot8"]),
    (["iio-hyprland"], ["iio-hyprland"]), (["/opt/iio-sway"], ["iio-sway"]),
    (["python3", "-u", "/home/u/bin/auto-rotate.py"], ["auto-rotate.py"]),
    (["/bin/bash", "/home/u/AutoRotate.sh", "x"], ["AutoRotate.sh"]),
    (["swivel", "run", "--sensor", "iio"], ["swivel run"]), (["swivel", "doctor"], []),
    (["vim", "autorotate.sh"], []), (["phosh-mobile-settings"], []), (["python3"], []),
    (["python3", "-c", "print()"], []), ([], []),
  ])
  func programsAreKnownByTheirFiles(command: [String], expected: [String]) throws {
    #expect(try Self.names(command) == expected)
  }

  @Test func aNameOfItsOwnCountsToo() throws {
    #expect(try Self.names(["/proc/self/exe"], comm: "rot8") == ["rot8"])
  }

  @Test func nothingUnexpectedInADirectoryMatters() throws {
    let scratch = Scratch()
    try scratch.write("x", to: "/proc/self")
    try scratch.write("rot8\0", to: "/proc/-3/cmdline")
    try scratch.write("rot8\0", to: "/proc/99999999999999999999/cmdline")
    try scratch.write("rot8\0", to: "/proc/7x/cmdline")
    try scratch.write("\0\0\0\u{fffd}\0", to: "/proc/12/cmdline")
    try scratch.addProcess(13, ["rot8"])
    let found = ProcessList(root: "\(scratch.path)/proc").arbiters
    #expect(found == [ArbiterFacts.Process(id: 13, name: "rot8")])
    #expect(ProcessList(root: "/nowhere").arbiters.isEmpty)
  }
}
