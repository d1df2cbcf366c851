// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

/// Something that goes wrong around a running daemon, and passes.
struct Fault: Sendable {
  let name: String
  /// The compositors that can have it.
  let kinds: [CompositorKind]
  var outputs = 1
  /// A library of `Programs/` between the compositor and its own.
  var preload: String?
  /// What the daemon says of it.
  var words: [String] = []
  /// Before the daemon is started.
  var prepare: @Sendable (FaultBench) throws -> Void = { _ in }
  /// While the left edge is up; returns when the fault is over.
  let strike: @Sendable (FaultBench) throws -> Void

  static let all = compositor + sensors + policies + machine

  /// The compositor's side.
  static let compositor = [
    Fault(
      name: "compositor killed and restarted", kinds: CompositorKind.turning,
      words: ["the compositor is back"]
    ) { bench in
      bench.compositor.process.send(SIGKILL)
      try bench.waitForWords("to come back")
      try bench.waitForAnswer()
      try bench.compositor.restart()
    },
    Fault(
      name: "compositor stopped until the daemon gives up", kinds: CompositorKind.turning,
      words: ["4 attempts"]
    ) { bench in
      try bench.stopCompositor()
      try bench.hold()
      try bench.waitForAnswer()
      try bench.waitForWords("4 attempts")
      try bench.waitForAnswer()
      bench.compositor.process.send(SIGCONT)
      try bench.waitForTurn()
    },
    Fault(name: "output unplugged in mid-apply", kinds: [.mutter], outputs: 2) { bench in
      let mutter = try MutterBus(#require(bench.compositor.bus))
      let unplug = try mutter.change(to: [("Meta-0", 0, 1)])
      try bench.stopCompositor()
      try mutter.send(unplug)
      try bench.hold()
      try bench.waitForWords("-> normal")
      bench.compositor.process.send(SIGCONT)
      try bench.waitForTurn()
      #expect(try bench.compositor.outputs().count == 1)
      try mutter.show([("Meta-0", 0, 0), ("Meta-1", 1280, 0)])
      try Deadline.waitUntil("the return") { try bench.compositor.outputs().count == 2 }
      try bench.waitForTurn()
    },
    Fault(
      // phoc 0.24 ends when wlroots refuses.
      name: "changes refused", kinds: [.sway], preload: "refusing-outputs",
      words: ["refused: HEADLESS-1 refused transform 0", "4 attempts"]
    ) { bench in
      let file = "\(bench.compositor.runtimeDirectory)/refuse"
      try Data().write(to: URL(fileURLWithPath: file))
      try bench.hold()
      try bench.waitForWords("4 attempts")
      try FileManager.default.removeItem(atPath: file)
      // The old one stands until the device turns.
      try bench.hold()
      try bench.waitForWords("(left edge up):", times: 2)
    },
    Fault(name: "stale serial", kinds: [.sway]) { bench in
      // Its own change is done before ours, which was made for what was there before.
      try bench.stopCompositor()
      let other = try SwayRequest(
        "output HEADLESS-1 mode --custom 1000x700@60Hz",
        to: "\(bench.compositor.runtimeDirectory)/sway.sock")
      try bench.hold()
      try bench.waitForWords("-> normal")
      // The change is sent before the daemon answers anybody else.
      try bench.waitForAnswer()
      bench.compositor.process.send(SIGCONT)
      #expect(try other.answer().contains("true"))
      try bench.waitForTurn()
    },
    Fault(name: "five outputs", kinds: CompositorKind.turning, outputs: 5) { bench in
      for _ in 0..<2 { try bench.turn() }
      // There and back before anybody can have followed.
      try bench.hold()
      try bench.turn()
    },
  ]

  /// What tells how the device is held.
  static let sensors = [
    Fault(
      name: "sensor daemon gone and back", kinds: [.phoc, .kwin],
      words: ["iio-sensor-proxy does not run"], prepare: { try $0.startService() }
    ) { bench in
      bench.service?.stop()
      try bench.waitForWords("iio-sensor-proxy does not run")
      #expect(try bench.compositor.outputs().allSatisfy { $0.transform == "90" })
      try bench.startService()
      try bench.hold()
      try bench.hold()
      try bench.waitForTurn()
    },
    Fault(
      name: "permission denied", kinds: [.phoc],
      words: ["in_accel_x_raw cannot be read: Permission denied"],
      prepare: {
        // Even root is somebody there who may not read what nobody may.
        $0.program =
          ["unshare", "--user", "--map-user=1000", "--map-group=1000"] + $0.program
      }
    ) { bench in
      let files = FileManager.default
      let aside = bench.place("aside")
      try files.copyItem(atPath: bench.device, toPath: aside)
      try files.removeItem(atPath: bench.device)
      try bench.waitForWords("is gone; the last orientation stays")
      for axis in ["x", "y", "z"] { chmod("\(aside)/in_accel_\(axis)_raw", 0) }
      try files.moveItem(atPath: aside, toPath: bench.device)
      try bench.waitForWords("Permission denied")
      for axis in ["x", "y", "z"] { chmod("\(bench.device)/in_accel_\(axis)_raw", 0o644) }
    },
    Fault(name: "silent sensor", kinds: [.phoc], prepare: { try $0.startService() }) { bench in
      let service = try #require(bench.service)
      kill(service.innerPID, SIGSTOP)
      try bench.hold()
      try bench.waitForAnswer()
      // The daemon has nothing more to do.
      try Idleness.wait(for: bench.swivel.pid)
      #expect(try bench.compositor.outputs().allSatisfy { $0.transform == "90" })
      kill(service.innerPID, SIGCONT)
      try bench.waitForTurn()
    },
    Fault(
      name: "impossible readings", kinds: [.sway], words: ["the last orientation stays"]
    ) { bench in
      for value in ["nan", "", "1e999", "12,5", "999999999", "-", "\u{0}"] {
        // A good reading in between: a sensor with many faults in a row is read less often.
        try bench.writeValues()
        try Swivel.waitForReadings(on: bench.compositor)
        for axis in ["x", "y", "z"] {
          try Data("\(value)\n".utf8).write(
            to: URL(fileURLWithPath: "\(bench.device)/in_accel_\(axis)_raw"))
        }
        try Swivel.waitForReadings("left-out", on: bench.compositor)
        #expect(try bench.compositor.outputs().allSatisfy { $0.transform == "90" }, "\(value)")
      }
      try bench.waitForWords("the last orientation stays")
    },
  ]

  /// Those who are asked.
  static let policies = [
    Fault(
      name: "plug-in that hangs", kinds: [.sway],
      words: ["plug-in \"slow\""],
      prepare: { try $0.plugIn("slow", confirm: "usleep(700000); return 0;") }
    ) { bench in for _ in 0..<4 { try bench.turn() } },
    Fault(
      name: "plug-in that crashes", kinds: [.sway],
      words: ["plug-in \"bad\"", "ended by force"],
      prepare: { bench in
        let body = "if (!access(\"\(bench.place("crash"))\", F_OK)) abort(); return 0;"
        try bench.plugIn("bad", confirm: body)
      }
    ) { bench in
      try Data().write(to: URL(fileURLWithPath: bench.place("crash")))
      try bench.hold()
      #expect(try bench.swivel.waitForExit() == -SIGABRT)
      #expect(try bench.compositor.outputs().map(\.transform) == ["90"])
      // What a person does after the message.
      bench.options = []
      try bench.start()
      try bench.waitForTurn()
    },
    Fault(
      name: "policy client gone in mid-query", kinds: [.sway],
      prepare: { bench in
        try bench.openWindow("mpv")
        try bench.plugins.run(
          "make", ["-C", "\(PluginBench.examples)/policy-client", "OUT=\(bench.plugins.path)"])
      }
    ) { bench in
      let client = try bench.startBeside(
        "\(bench.plugins.path)/policy-client", ["mpv", "portrait", "landscape-left"])
      _ = try client.waitForLine { $0.contains("window 1 is mine") }
      client.send(SIGSTOP)
      try bench.hold()
      // It was asked and has not answered.
      try Deadline.waitUntil("the question\n\(bench.words)") {
        try bench.compositor.run(Swivel.path, ["explain", "last"])
          .output.contains("did not answer in time")
      }
      client.send(SIGKILL)
      try bench.waitForTurn()
    },
  ]

  /// The machine, and other runs on it.
  static let machine = [
    Fault(name: "second arbiter", kinds: [.sway, .kwin]) { bench in
      let second = try bench.startBeside(Swivel.path, Swivel.replay)
      #expect(try second.waitForExit() != 0)
      #expect(second.errors.contains("another swivel already runs"), "\(second.errors)")
    },
    Fault(
      name: "disk full", kinds: [.phoc], words: ["No space left on device"],
      prepare: { bench in
        let folder = "\(bench.compositor.runtimeDirectory)/swivel"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        bench.program =
          [
            "unshare", "--user", "--map-root-user", "--mount", "sh", "-c",
            "mount -t tmpfs -o size=64k,mode=700 none \"$0\" && exec \"$@\"", folder,
          ] + bench.program
        bench.options = ["--record", "\(folder)/session.jsonl"]
      }
    ) { bench in
      let folder = "\(bench.compositor.runtimeDirectory)/swivel"
      let file = "/proc/\(bench.swivel.pid)/root\(folder)/other"
      // Whoever else writes there takes what there is.
      #expect(FileManager.default.createFile(atPath: file, contents: nil))
      let other = open(file, O_WRONLY)
      defer { close(other) }
      let page = [UInt8](repeating: 1, count: 4096)
      while write(other, page, page.count) == page.count {}
      for _ in 0..<40 {
        guard !bench.words.contains("No space left") else { break }
        try bench.turn()
      }
    },
    Fault(
      name: "killed and started again", kinds: CompositorKind.turning, words: ["ended by force"]
    ) { bench in
      bench.swivel.send(SIGKILL)
      #expect(try bench.swivel.waitForExit() == -SIGKILL)
      #expect(try bench.compositor.outputs().allSatisfy { $0.transform == "90" })
      try bench.start()
      try bench.waitForTurn()
    },
  ]
}
