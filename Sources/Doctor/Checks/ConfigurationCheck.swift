// SPDX-License-Identifier: Apache-2.0

/// Whether our own configuration can be read.
enum ConfigurationCheck {
  static func findings(_ facts: Facts) -> [Finding] {
    let configuration = facts.configuration
    let path = configuration.path ?? ""
    if let failure = configuration.failure {
      return [
        Finding(
          "config-wrong", .problem, failure, at: path,
          meaning: "swivel run does not start with it",
          remedy: ["correct the place that is named, or move the file away: all of it is optional"])
      ]
    }
    return [
      Finding(
        "config-fine", .ok,
        configuration.exists ? "the configuration is fine" : "no configuration: defaults count",
        at: path)
    ]
  }
}
