// SPDX-License-Identifier: Apache-2.0

/// All checks, in the order of a report: sensor, service, rivals, compositor, files.
public enum Checks {
  /// Judges facts; reads and changes nothing.
  ///
  /// Without a session that alone is said of it, first of all; what follows from it is not.
  public static func report(_ facts: Facts) -> Report {
    if facts.compositor.failure != nil {
      return Report(
        CompositorCheck.findings(facts) + SensorCheck.findings(facts) + MatrixCheck.findings(facts)
          + ProxyCheck.findings(facts)
          + ArbiterCheck.findings(facts).filter {
            $0.severity != .ok && $0.id != "arbiter-unknown"
          } + ConfigurationCheck.findings(facts))
    }
    return Report(
      SensorCheck.findings(facts) + MatrixCheck.findings(facts) + ProxyCheck.findings(facts)
        + ArbiterCheck.findings(facts) + CompositorCheck.findings(facts)
        + OutputCheck.findings(facts) + TouchCheck.findings(facts)
        + ConfigurationCheck.findings(facts))
  }
}
