// SPDX-License-Identifier: Apache-2.0
import Formats

/// A value that goes into a recording and comes out of it as it was.
protocol RecordValue {
  /// The value as JSON; equal values give equal JSON.
  var recorded: JSONValue { get }
  /// Reads what `recorded` has written.
  init(recorded value: JSONValue) throws(RecordProblem)
  /// Feeds the value to a hash.
  func add(to digest: inout RecordDigest)
}

extension RecordValue {
  /// Feeds the value's JSON to a hash.
  func add(to digest: inout RecordDigest) { digest.add(recorded) }
}
