// SPDX-License-Identifier: Apache-2.0

/// What one judge made of one recording.
public struct JudgeResult: Sendable {
  /// The name of the judge.
  public let judge: String
  /// The run in which a judge that polls does so from the first reading on.
  public let run: JudgeRun
  /// Milliseconds from crossing 45° to each turn, sorted; of a judge that polls at ten phases.
  public let delays: [Double]

  /// Lets a judge see a recording; nil if there is none of that name.
  public init?(judge name: String, recording: Recording) {
    guard let judge = Judges.make(name) else { return nil }
    self.judge = name
    let run = JudgeRun(judge, over: recording.readings)
    self.run = run
    guard let period = Judges.period(of: name) else {
      delays = run.delays(in: recording.readings).sorted()
      return
    }
    delays = (Int64(1)...10).flatMap { tenth -> [Double] in
      let sampling = Judges.Sampling.original(phase: period * tenth / 10)
      guard let judge = Judges.make(name, sampling: sampling) else { return [] }
      return JudgeRun(judge, over: recording.readings).delays(in: recording.readings)
    }.sorted()
  }

  /// The delay in the middle, in milliseconds; nil if there was no turn with a crossing.
  public var medianDelay: Double? {
    guard !delays.isEmpty else { return nil }
    let middle = delays.count / 2
    return delays.count.isMultiple(of: 2)
      ? (delays[middle - 1] + delays[middle]) / 2 : delays[middle]
  }
}
