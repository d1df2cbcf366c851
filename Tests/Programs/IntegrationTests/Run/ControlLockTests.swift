// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Formats
import Foundation
import Testing

@testable import Daemon

/// One daemon serves a session, whatever stands where its lock and its socket are to be.
@Suite struct ControlLockTests {
  private let directory: RuntimeDirectory
  private let address: ControlAddress

  init() throws {
    directory = try RuntimeDirectory()
    address = try ControlAddress(directory: directory.path)
  }

  private func refusal() -> ControlLock.Refusal? {
    do throws(ControlLock.Refusal) {
      withExtendedLifetime(try ControlLock(address)) {}
      return nil
    } catch {
      return error
    }
  }

  @Test func theControlLockIsExclusiveUntilReleased() throws {
    do {
      let lock = try ControlLock(address)
      #expect(refusal() == .held(by: getpid()))
      withExtendedLifetime(lock) {}
    }
    #expect(refusal() == nil)
  }

  @Test func aLockPathThatIsNoRegularFileIsRefused() throws {
    let target = try directory.write("", to: "target")
    let path = address.lockPath
    let kinds: [(String, () -> Int32)] = [
      ("symbolic link", { symlink(target, path) }), ("symbolic link", { symlink("gone", path) }),
      ("named pipe", { mkfifo(path, 0o600) }), ("directory", { mkdir(path, 0o700) }),
    ]
    for (kind, make) in kinds {
      #expect(make() == 0)
      #expect(refusal() == .obstructed("\(path): this is a \(kind), not a file; remove it"))
      #expect(remove(path) == 0)
    }
    #expect(access("\(directory.path)/gone", F_OK) != 0)
  }

  @Test func aRunWithoutTheControlLockIsRefused() throws {
    let path = "\(directory.path)/swivel.lock"
    #expect(symlink(try directory.write("", to: "target"), path) == 0)
    var environment = Command.plainEnvironment
    environment["XDG_RUNTIME_DIR"] = directory.path
    let result = try Command.run(Swivel.path, Swivel.replay, environment: environment)
    #expect(result.status == 1)
    #expect(
      result.errors.contains("\(path): this is a symbolic link, not a file; remove it"),
      "\(result.errors)")
  }

  @Test func onlyTheServersOwnSocketIsRemoved() throws {
    let loop = try EventLoop()
    func server() throws -> ControlServer {
      try ControlServer(
        address, ControlLock(address), on: loop, state: { .null },
        answer: { _ in .result(.null) })
    }
    // A file is neither replaced nor removed when that fails.
    _ = try directory.write("mine", to: "swivel.sock")
    #expect(throws: SystemError.self) { try server() }
    #expect(try String(contentsOfFile: address.path, encoding: .utf8) == "mine")
    #expect(unlink(address.path) == 0)

    do {
      let server = try server()
      #expect(unlink(address.path) == 0)
      _ = try directory.write("mine", to: "swivel.sock")
      withExtendedLifetime(server) {}
    }
    #expect(try String(contentsOfFile: address.path, encoding: .utf8) == "mine")
    #expect(unlink(address.path) == 0)
    withExtendedLifetime(try server()) {}
    #expect(access(address.path, F_OK) != 0)
  }
}
