// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Explanation
import Formats
import Glibc
import Orientation
import Recording
import Sensors

extension Daemon {
  /// How things stand, as `swivel status` and every event tell it.
  var state: [JSONValue.Member] {
    let scene = arbiter?.scene
    let outputs = (scene?.outputs ?? []).map { output in
      JSONValue.object([
        .init("name", .string(output.name)), .init("turns", .bool(output.isManaged)),
        .init("transform", .string(output.transform.wireName)),
        .init("wanted", .string(output.desired.wireName)),
        .init("shows", .string(output.orientation.name)),
        .init("held-by-other", .bool(output.isHeldByOther)),
      ])
    }
    let conflicts = (arbiter?.openConflicts ?? []).map { JSONValue.string($0.kind.rawValue) }
    return [
      .init("connected", .bool(arbiter != nil)),
      .init("device", scene.map { .string($0.device.orientation.name) } ?? .null),
      .init("lock", userLock.map { .string($0.rawValue) } ?? .null),
      .init("outputs", .array(outputs)),
      .init("windows", .int(Int64(scene?.windows.count ?? 0))),
      .init("conflicts", .array(conflicts)),
    ]
  }

  /// The answer to `swivel status`.
  var status: JSONValue {
    let ring = log.ring
    let counts = sensorFeed?.counts ?? replayFeed?.counts ?? ReadingCounts()
    return .object(
      [
        .init("program", .string(ProgramVersion.text)), .init("process", .int(Int64(getpid()))),
        .init("configuration", plan.configurationPath.map { .string($0) } ?? .null),
        .init("rules", .string(plan.rules.id)), .init("sensor", .string("\(plan.sensor)")),
        .init("reads-sensor", .bool(sensorFeed?.isReading ?? (replayFeed != nil))),
        .init("readings", .int(Int64(counts.good))),
        .init("left-out", .int(Int64(counts.bad))),
        .init("left-out-because", .string(counts.words)),
        .init("up", .int(clock.now.nanoseconds)),
      ] + state + [
        .init("plugins", pluginState), .init("decisions", .int(Int64(ring.next))),
        .init("first", .int(Int64(ring.first))),
        .init("bytes", .int(Int64(ring.byteCount))),
        .init("recording", log.path.map { .string($0) } ?? .null),
        .init("chain", log.chain.map { .string($0) } ?? .null),
      ])
  }

  /// Tells those who watch of a decision.
  func publish(_ verdict: Verdict) {
    publish(isNews: verdict.isNews) {
      .decision(HistoryEntry(verdict, rulesID: plan.rules.id, names: log.ring.names).json)
    }
  }

  /// Tells those who watch of a window that will be in the way.
  func publish(_ warning: NewWindowWarning) {
    control?.publish {
      .warning(
        .object([
          .init("at", .int(clock.now.nanoseconds)), .init("code", .string(warning.code.rawValue)),
          .init("outcome", .string(warning.outcome.rawValue)),
          .init("text", .string(warning.text)),
        ]))
    }
  }

  /// Tells those who watch what became of a change.
  func publish(_ report: OutputReport) {
    if userLock == .current { keepLock() }
    publish {
      let name = tracker.name(of: report.output) ?? "an output that is gone"
      return .output(OutputNews(report, output: name, at: clock.now).json)
    }
  }
}
