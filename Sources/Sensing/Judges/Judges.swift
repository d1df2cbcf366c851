// SPDX-License-Identifier: Apache-2.0

/// The judges by their names.
public enum Judges {
  /// Which readings a judge sees.
  public enum Sampling: Sendable, Hashable {
    /// As the original does: some poll, and see their first reading so many ms into the period.
    case original(phase: Int64)
    /// All of them.
    case everyReading
  }

  /// The names of all judges, the default first.
  public static let names = ["swivel", "android", "chromeos", "iio-sensor-proxy", "rot8"]

  /// Makes a judge; nil if there is none of that name.
  ///
  /// The parameters are those of `swivel`; the others have none.
  public static func make(
    _ name: String, parameters: ClassifierParameters = ClassifierParameters(),
    sampling: Sampling = .original(phase: 0)
  ) -> (any OrientationJudge)? {
    guard let judge = unpolled(name, parameters) else { return nil }
    guard let period = period(of: name), case .original(let phase) = sampling else { return judge }
    return PolledJudge(judge, period: period, phase: phase)
  }

  /// Milliseconds between two looks of the original; nil if it takes every reading.
  public static func period(of name: String) -> Int64? {
    switch name {
    case "iio-sensor-proxy": 700
    case "rot8": 500
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
