// SPDX-License-Identifier: Apache-2.0
import Desktop
import Fixtures
import Testing

@Suite struct ProcessListTests {
  private static func names(_ command: [String], comm: String? = nil) throws -> [String] {
    let scratch = ScratchFolder()
    try scratch.addProcess(42, command, comm: comm)
    return ProcessList(root: "\(scratch.path)/proc").rotating.map(\.name)
  }

  @Test(arguments: [
    (["/usr/libexec/phosh"], ["phosh"]), (["rot8", "--sleep", "500"], ["rot8"]),
    (["iio-hyprland"], ["iio-hyprland"]), (["/opt/iio-sway"], ["iio-sway"]),
    (["python3", "-u", "/home/u/bin/auto-rotate.py"], ["auto-rotate.py"]),
    (["/bin/bash", "/home/u/AutoRotate.sh", "x"], ["AutoRotate.sh"]),
    (["bash", "/home/u/auto-rotation.sh"], ["auto-rotation.sh"]),
    (["sh", "/home/u/screen_rotate"], ["screen_rotate"]),
    (["sh", "/usr/sbin/logrotate"], []),
    (["monitor-sensor", "--accel"], ["monitor-sensor"]),
    (["swivel", "run", "--sensor", "iio"], ["swivel run"]), (["swivel", "doctor"], []),
    (["vim", "autorotate.sh"], []), (["phosh-mobile-settings"], []), (["python3"], []),
    (["python3", "-c", "print()"], []), ([], []),
  ])
  func rotatingProgramsAreRecognisedByTheirFileNames(command: [String], expected: [String]) throws {
    #expect(try Self.names(command) == expected)
  }

  @Test func aProcessIsAlsoRecognisedByItsCommName() throws {
    #expect(try Self.names(["/proc/self/exe"], comm: "rot8") == ["rot8"])
  }

  @Test func unexpectedEntriesOfProcAreIgnored() throws {
    let scratch = ScratchFolder()
    try scratch.write("x", to: "/proc/self")
    try scratch.write("rot8\0", to: "/proc/-3/cmdline")
    try scratch.write("rot8\0", to: "/proc/99999999999999999999/cmdline")
    try scratch.write("rot8\0", to: "/proc/7x/cmdline")
    try scratch.write("\0\0\0\u{fffd}\0", to: "/proc/12/cmdline")
    try scratch.addProcess(13, ["rot8"])
    let found = ProcessList(root: "\(scratch.path)/proc").rotating
    #expect(found == [RotatingProcess(id: 13, name: "rot8")])
    #expect(ProcessList(root: "/nowhere").rotating.isEmpty)
  }

  /// Only programs that were started for the same display turn the same screen.
  @Test func rivalsAreClientsOfTheSameDisplay() throws {
    let scratch = ScratchFolder()
    for (id, command, display) in [
      (7, ["/usr/libexec/phosh"], "wayland-1"), (8, ["rot8"], "wayland-2"),
      (9, ["swivel", "run"], "wayland-1"), (10, ["rot8"], "/run/user/7/wayland-1"),
      (11, ["rot8"], ""),
    ] {
      try scratch.addProcess(id, command)
      try scratch.write(
        "PATH=/bin\0WAYLAND_DISPLAY=\(display)\0XDG_RUNTIME_DIR=/run/user/7\0",
        to: "/proc/\(id)/environ")
    }
    // A process whose environment cannot be read.
    try scratch.addProcess(12, ["rot8"])
    func rivals(_ display: String?) -> [Int32] {
      ProcessList(root: "\(scratch.path)/proc").rivals { name in
        name == "WAYLAND_DISPLAY" ? display : name == "XDG_RUNTIME_DIR" ? "/run/user/7" : nil
      }.map(\.id)
    }
    #expect(rivals("wayland-1") == [7, 10])
    #expect(rivals("/run/user/7/wayland-2") == [8])
    #expect(rivals(nil) == [11] && rivals("") == [11])
    let nowhere = ProcessList(root: "\(scratch.path)/proc").rivals { _ in nil }
    #expect(nowhere.isEmpty)
  }

  /// A daemon of another session, such as another user's or a greeter's, turns another screen.
  @Test func processesOfOtherDisplaysDoNotCompete() throws {
    let scratch = ScratchFolder()
    for (id, command, runtime) in [
      (7, ["swivel", "run"], "/run/user/7"), (8, ["swivel", "run"], "/run/user/8"),
      (9, ["rot8"], "/run/user/8"), (10, ["rot8"], "/run/user/7"),
    ] {
      try scratch.addProcess(id, command)
      try scratch.write(
        "WAYLAND_DISPLAY=wayland-1\0XDG_RUNTIME_DIR=\(runtime)\0", to: "/proc/\(id)/environ")
    }
    // This user's process whose environment cannot be read may be a client of any display.
    try scratch.addProcess(11, ["rot8"])
    let found = ProcessList(root: "\(scratch.path)/proc").competing { name in
      ["WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/7"][name]
    }
    #expect(found.map(\.id) == [7, 10, 11])
  }
}
