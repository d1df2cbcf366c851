// SPDX-License-Identifier: Apache-2.0
import Glibc
import Testing
import WaylandClient

/// Serialized, because the environment belongs to the whole process.
@Suite(.serialized) struct DisplaySocketTests {
  @Test func everyConnectionFailureHasItsError() {
    let missing = "/nonexistent/wayland-7"
    #expect(throws: WaylandError.connectFailed(path: missing, errno: ENOENT)) {
      try Connection(display: missing)
    }
    let long = "/" + String(repeating: "x", count: 200)
    #expect(throws: WaylandError.connectFailed(path: long, errno: ENAMETOOLONG)) {
      try Connection(display: long)
    }
    unsetenv("XDG_RUNTIME_DIR")
    #expect(throws: WaylandError.noRuntimeDirectory) { try Connection(display: "wayland-7") }
    setenv("XDG_RUNTIME_DIR", "/nonexistent", 1)
    unsetenv("WAYLAND_DISPLAY")
    #expect(throws: WaylandError.noDisplay(path: "/nonexistent/wayland-0")) {
      try Connection()
    }
    setenv("WAYLAND_DISPLAY", "wayland-7", 1)
    #expect(throws: WaylandError.connectFailed(path: missing, errno: ENOENT)) { try Connection() }
  }

  @Test func fixedNumbersNeverTrap() {
    #expect(Fixed(1.5).rawValue == 384)
    #expect(Fixed(-0.00390625).rawValue == -1)
    #expect(Fixed(.nan).rawValue == 0)
    #expect(Fixed(.infinity).rawValue == .max)
    #expect(Fixed(-1e300).rawValue == .min)
    #expect(Double(Fixed(rawValue: 320)) == 1.25)
  }
}
