// SPDX-License-Identifier: Apache-2.0

/// Lets each kind of trouble be told once until it is over.
struct Complaints {
  private var open: Set<String> = []

  /// The event if this kind has not been told yet, otherwise nil.
  mutating func once(_ kind: String, _ event: SensorEvent) -> SensorEvent? {
    open.insert(kind).inserted ? event : nil
  }

  /// The trouble is over: the next one is news again.
  mutating func isRight(_ kind: String) { open.remove(kind) }
}
