// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin

/// What a library adds; raw values are the words of manifests.
public enum PluginKind: String, Sendable, Hashable, CaseIterable {
  case policy
  case ruleSet = "rule-set"
  case sensor

  /// The number in the C interface.
  var number: UInt32 {
    switch self {
    case .policy: SWIVEL_KIND_POLICY
    case .ruleSet: SWIVEL_KIND_RULE_SET
    case .sensor: SWIVEL_KIND_SENSOR
    }
  }
}
