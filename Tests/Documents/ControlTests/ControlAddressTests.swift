// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Control

/// The socket is in the session's runtime directory, if that can hold a socket.
@Suite struct ControlAddressTests {
  @Test func theSocketIsInTheRuntimeDirectory() throws {
    let address = try ControlAddress(directory: "/run/user/1000")
    #expect(address.path == "/run/user/1000/swivel.sock")
    #expect(address.lockPath == "/run/user/1000/swivel.lock")
  }

  @Test(arguments: ["", "relative", "/" + String(repeating: "x", count: 100)])
  func anUnusableRuntimeDirectoryIsAnError(directory: String) {
    #expect(throws: ControlAddress.Problem.self) { try ControlAddress(directory: directory) }
  }

  @Test func aTooLongDirectoryIsReportedWithTheLimit() throws {
    let longest = "/" + String(repeating: "x", count: 94)
    #expect(try ControlAddress(directory: longest).path.utf8.count == 107)
    let problem = #expect(throws: ControlAddress.Problem.self) {
      try ControlAddress(directory: longest + "x")
    }
    #expect(
      problem?.description
        == "the runtime directory \(longest)x has a path of 96 bytes, too long for a socket in it: "
        + "set XDG_RUNTIME_DIR to one of at most 95")
  }

  @Test func anAbsentDaemonIsReported() throws {
    let address = try ControlAddress(directory: "/nonexistent")
    let problem = #expect(throws: ControlProblem.self) {
      try ControlConnection(address)
    }
    #expect(problem?.isNobody == true)
    #expect(problem?.description.contains("swivel run") == true)
  }
}
