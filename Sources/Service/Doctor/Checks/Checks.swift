// SPDX-License-Identifier: Apache-2.0

/// All checks, in the order of a report: sensor, service, other programs, compositor, files.
public enum Checks {
  /// Judges facts; a pure function.
  public static func report(_ facts: Facts) -> DoctorReport {
    if facts.compositor.failure != nil {
      return DoctorReport(
        CompositorCheck.findings(facts) + SensorCheck.findings(facts) + MatrixCheck.findings(facts)
          + ProxyCheck.findings(facts)
          + ArbiterCheck.findings(facts).filter {
            $0.severity != .ok && $0.id != "arbiter-unknown"
          } + ConfigurationCheck.findings(facts), windows: facts.windows)
    }
    return DoctorReport(
      SensorCheck.findings(facts) + MatrixCheck.findings(facts) + ProxyCheck.findings(facts)
        + ArbiterCheck.findings(facts) + CompositorCheck.findings(facts)
        + OutputCheck.findings(facts) + TouchCheck.findings(facts)
        + ConfigurationCheck.findings(facts), windows: facts.windows)
  }
}

/// Checks whether Swivel's configuration can be read.
enum ConfigurationCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let configuration = facts.configuration
    let path = configuration.path ?? ""
    if let failure = configuration.failure {
      return .one(
        "config-wrong", .problem, failure, at: path,
        meaning: "swivel run does not start with it",
        remedy: ["correct the place that is named, or move the file away: all of it is optional"])
    }
    return .one(
      "config-fine", .ok,
      configuration.exists ? "the configuration is fine" : "no configuration: defaults count",
      at: path)
  }
}
