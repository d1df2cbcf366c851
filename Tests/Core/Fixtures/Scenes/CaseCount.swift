// SPDX-License-Identifier: Apache-2.0
import Glibc

/// The number of random cases that a test tries: few in a debug build, since each costs ten times as
/// much there; more in an optimised build; most with SWIVEL_LONG_TESTS (`make test-long`).
package enum CaseCount {
  package static let isLong = getenv("SWIVEL_LONG_TESTS") != nil

  #if DEBUG
  private static let isOptimised = false
  #else
  private static let isOptimised = true
  #endif

  /// Returns the count for this build; `long` is `optimised` unless a test names more.
  package static func of<Count>(_ debug: Count, optimised: Count, long: Count? = nil) -> Count {
    isLong ? long ?? optimised : isOptimised ? optimised : debug
  }
}
