// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// A signal that comes early, or to a thread that is not ours, ends a run as well as any other.
@Suite(.serialized) struct EarlySignalTests {
  private let compositor: Compositor
  private let bench: PluginBench

  init() throws {
    compositor = try Compositor(.phoc)
    bench = try PluginBench()
  }

  /// Starts a run with a plug-in in C that does this while it is loaded, and then makes a file.
  private func start(whileLoading body: String, then rest: String = "") throws -> ChildProcess {
    _ = try bench.policy(
      "early", confirm: "return 0;",
      head: """
        #include <fcntl.h>
        #include <pthread.h>
        #include <unistd.h>
        static void *wait_forever(void *state) { for (;;) pause(); return state; }
        __attribute__((constructor)) static void early(void) {
          pthread_t thread;
          (void)thread; (void)wait_forever;
          \(body)
          close(open("\(bench.path)/loaded", O_CREAT | O_WRONLY, 0600));
          \(rest)
        }
        """)
    let configuration = try bench.directory.write("plugins: [early]\n", to: "config.yaml")
    return try Swivel.start(
      Swivel.replay + ["--config", configuration, "--plugin-dir", bench.path], on: compositor)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalWhilePluginsLoadExitsWithZero(signal: Int32) throws {
    let swivel = try start(whileLoading: "", then: "wait_forever(0);")
    defer { swivel.stop() }
    try Deadline.waitUntil("the loading\n\(swivel.errors)") {
      access("\(bench.path)/loaded", F_OK) == 0
    }
    swivel.send(signal)
    #expect(try swivel.waitForExit() == 0)
  }

  @Test func aSignalTakenByAPluginsThreadEndsTheRun() throws {
    let swivel = try start(whileLoading: "pthread_create(&thread, 0, wait_forever, 0);")
    defer { swivel.stop() }
    _ = try swivel.waitForLine { $0.contains("confirmed: HEADLESS-1") }
    swivel.send(SIGTERM)
    #expect(try swivel.waitForExit() == 0)
    #expect(try compositor.outputs().map(\.transform) == ["normal"])
  }
}
