// SPDX-License-Identifier: Apache-2.0
import Bus
import Foundation

/// logind mocked by python-dbusmock, with one session.
final class MockedLogind {
  static let service = "org.freedesktop.login1"
  static let session = "/org/freedesktop/login1/session/c1"
  private static let path = "/org/freedesktop/login1"

  let bus: MessageBus
  private let process: ChildProcess
  private let caller: BusCaller

  init() throws {
    bus = try MessageBus()
    process = try bus.mock(["--template", "logind"], owning: Self.service)
    caller = try BusCaller(bus)
    try caller.mock(
      Self.service, Self.path, "AddSession",
      [.string("c1"), .string("seat0"), .uint32(getuid()), .string("me"), .boolean(true)])
  }

  deinit { process.stop() }

  /// The variables with which a program finds logind and its session.
  var environment: [String: String] { bus.environment.merging(["XDG_SESSION_ID": "c1"]) { $1 } }

  func lock(_ isLocked: Bool) throws {
    try caller.call(
      Self.service, Self.session, "org.freedesktop.login1.Session", "SetLockedHint",
      [.boolean(isLocked)])
  }

  /// Emits the signals of a machine that goes to sleep and wakes up.
  func sleep() throws {
    for begins in [true, false] {
      try caller.mock(
        Self.service, Self.path, "EmitSignal",
        [
          .string("org.freedesktop.login1.Manager"), .string("PrepareForSleep"), .string("b"),
          .array([.variant(.boolean(begins))], element: "v"),
        ])
    }
  }
}
