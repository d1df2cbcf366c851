// SPDX-License-Identifier: Apache-2.0
import Orientation
public import Sensing

// Judging compares judges of orientation.
//
// The judges of iio-sensor-proxy, rot8, ChromeOS and Android are rebuilt here from their published
// rules. `JudgeComparison` runs judges over recordings (`swivel judge`), `Sweep` over a slow turn.
// The daemon does not import this module: a program passes it the judges that its configuration may
// name (`RunOptions.judges`).
//
// Begin with `Judges.make`, then `JudgeRun`.

/// The judges by their names, `JudgeName.all`.
public enum Judges {
  /// The readings that a judge receives.
  public enum Sampling: Sendable, Hashable {
    /// The original's readings: a judge that polls does so first `phase` after the first reading.
    case original(phase: Duration)
    /// All readings.
    case everyReading
  }

  /// Returns a judge; nil if there is none of that name.
  ///
  /// The parameters are those of `swivel`; the other judges have none.
  public static func make(
    _ name: String, parameters: ClassifierParameters = ClassifierParameters(),
    sampling: Sampling = .original(phase: .zero)
  ) -> (any OrientationJudge)? {
    guard let judge = unpolled(name, parameters) else { return nil }
    guard let period = period(of: name), case .original(let phase) = sampling else { return judge }
    return PolledJudge(judge, period: period, phase: phase)
  }

  /// Returns the polling period of the original; nil if it judges every reading.
  public static func period(of name: String) -> Duration? {
    switch name {
    case "iio-sensor-proxy": .milliseconds(700)
    case "rot8": .milliseconds(500)
    default: nil
    }
  }

  private static func unpolled(
    _ name: String, _ parameters: ClassifierParameters
  ) -> (any OrientationJudge)? {
    switch name {
    case "swivel": Classifier(parameters: parameters)
    case "android": AndroidJudge()
    case "chromeos": ChromeOSJudge()
    case "iio-sensor-proxy": IIOSensorProxyJudge()
    case "rot8": Rot8Judge()
    default: nil
    }
  }
}
