// SPDX-License-Identifier: Apache-2.0

/// All checks, in the order of a report: sensor, service, rivals, compositor, files.
public enum Checks {
  /// Judges facts; reads and changes nothing.
  public static func report(_ facts: Facts) -> Report {
    Report(
      SensorCheck.findings(facts) + MatrixCheck.findings(facts) + ProxyCheck.findings(facts)
        + ArbiterCheck.findings(facts) + CompositorCheck.findings(facts)
        + OutputCheck.findings(facts) + TouchCheck.findings(facts)
        + ConfigurationCheck.findings(facts))
  }
}
