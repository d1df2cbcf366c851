// SPDX-License-Identifier: Apache-2.0
import Configuration
import Formats
import Glibc

/// Reads our own configuration as `swivel run` would.
enum ConfigurationExamination {
  static func facts(
    _ named: String?, _ environment: (String) -> String?
  ) -> ConfigurationFacts {
    let path = named ?? Configuration.defaultPath(in: environment)
    do throws(InputError) {
      let configuration =
        if let named {
          try Configuration.load(path: named)
        } else {
          try Configuration.loadDefault(in: environment)
        }
      let exists = path.map { access($0, F_OK) == 0 } ?? false
      return ConfigurationFacts(path: path, exists: exists, configuration: configuration)
    } catch {
      return ConfigurationFacts(path: path, exists: true, failure: error.description)
    }
  }
}
