// SPDX-License-Identifier: Apache-2.0

@testable import Sensing

extension ClassifierParameters {
  /// Returns the defaults with changes.
  static func with(_ change: (inout ClassifierParameters) -> Void) -> ClassifierParameters {
    var parameters = ClassifierParameters()
    change(&parameters)
    return parameters
  }
}
