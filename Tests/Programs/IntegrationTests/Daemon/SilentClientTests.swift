// SPDX-License-Identifier: Apache-2.0
import Control
import EventLoop
import Formats
import Foundation
import Orientation
import Testing

@testable import Daemon

/// Clients that ask for nothing keep nobody else away from the control socket, and a client of several
/// requests counts as what it asked for last.
@Suite struct SilentClientTests {
  private static let ping = "{\"swivel\":1,\"request\":\"ping\"}\n"
  private static let watch = "{\"swivel\":1,\"request\":\"watch\"}\n"

  private let directory: RuntimeDirectory
  private let loop: EventLoop

  init() throws {
    directory = try RuntimeDirectory()
    loop = try EventLoop()
  }

  private func server(
    silence: Duration, onSuggester: @escaping () -> Void = {}
  ) throws -> ControlServer {
    let address = try ControlAddress(directory: directory.path)
    return try ControlServer(
      address, try ControlLock(address), on: loop, silence: silence, state: { .object([]) },
      onSuggester: onSuggester, answer: { _ in .result(.object([])) })
  }

  private func connect() throws -> RawClient {
    let client = try RawClient(directory.path)
    try settle()
    return client
  }

  /// Lets the server do what there is to do.
  private func settle() throws { for _ in 0..<5 { try loop.turn(waitingAtMost: .milliseconds(1)) } }

  @Test func theLongestSilentClientIsDisconnectedForANewOne() throws {
    let server = try server(silence: .milliseconds(50))
    defer { withExtendedLifetime(server) {} }
    let watcher = try connect()
    watcher.send(Self.watch)
    try settle()
    #expect(try watcher.line()?.contains("\"ok\":true") == true)
    var crowd: [RawClient] = []
    for _ in 1..<ControlServer.mostClients { crowd.append(try connect()) }
    let start = loop.now
    while loop.now - start < .milliseconds(50) { try settle() }
    // The first of them asks after all, so the second has been silent for the longest time.
    crowd[0].send(Self.ping)
    try settle()
    #expect(try crowd[0].line()?.contains("\"ok\":true") == true)
    let newcomer = try connect()
    newcomer.send(Self.ping)
    try settle()
    #expect(try newcomer.line()?.contains("\"ok\":true") == true)
    #expect(try crowd[1].line()?.contains("busy") == true)
    #expect(try crowd[1].line() == nil)
    for client in [watcher, crowd[0], crowd[2]] {
      client.send(Self.ping)
      try settle()
      #expect(try client.line()?.contains("\"ok\":true") == true)
    }
  }

  @Test func recentlyConnectedClientsAreNotDisconnected() throws {
    let server = try server(silence: .seconds(60))
    defer { withExtendedLifetime(server) {} }
    var crowd: [RawClient] = []
    for _ in 0..<ControlServer.mostClients { crowd.append(try connect()) }
    #expect(try connect().line()?.contains("busy") == true)
    crowd[0].send(Self.ping)
    try settle()
    #expect(try crowd[0].line()?.contains("\"ok\":true") == true)
  }

  @Test func aClientThatWatchesInsteadIsNoLongerTheOneThatSuggests() throws {
    var changes = 0
    let server = try server(silence: .seconds(60), onSuggester: { changes += 1 })
    let client = try connect()
    client.send("{\"swivel\":1,\"request\":\"suggest\"}\n")
    try settle()
    #expect(try client.line()?.contains("\"ok\":true") == true)
    #expect(server.hasSuggester && changes == 1)
    client.send(Self.watch)
    try settle()
    #expect(!server.hasSuggester && changes == 2)
  }
}
