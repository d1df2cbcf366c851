// SPDX-License-Identifier: Apache-2.0

/// Judges side by side on the same recordings, and on a made-up slow turn.
public struct JudgeComparison: Sendable {
  /// What the judges made of one recording.
  public struct Part: Sendable {
    /// The recording.
    public let recording: Recording
    /// One result for each judge, in the order asked for.
    public let results: [JudgeResult]
  }

  /// Degrees by which the device leans back in the made-up turns.
  public static let tilts = [0, 30, 60, 75]

  /// The names of the judges.
  public let judges: [String]
  /// One part for each recording.
  public let parts: [Part]
  /// For each judge one made-up turn for each of `tilts`; polling plays no part in them.
  public let sweeps: [[Sweep]]

  /// Compares; names that no judge has are left out.
  public init(judges names: [String], recordings: [Recording]) {
    judges = names.filter(Judges.names.contains)
    let judges = judges
    parts = recordings.map { recording in
      let results = judges.compactMap { JudgeResult(judge: $0, recording: recording) }
      return Part(recording: recording, results: results)
    }
    sweeps = judges.map { name in
      Self.tilts.compactMap { tilt in
        Judges.make(name, sampling: .everyReading).map { Sweep($0, tilt: Double(tilt)) }
      }
    }
  }
}
