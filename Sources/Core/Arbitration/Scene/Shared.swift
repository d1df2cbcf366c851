// SPDX-License-Identifier: Apache-2.0

/// A copy-on-write value, which copies share until one of them changes it.
///
/// A scene is copied for every counterfactual, which changes few of its parts; copying one
/// reference is cheaper than copying a dozen.
struct Shared<Value: Sendable & Hashable>: Sendable, Hashable {
  // Only a unique owner writes to the box, so the box may be sent between threads like the value.
  private final class Box: @unchecked Sendable {
    // Access to the value requires exclusive access to the whole `Shared`, so no check is needed.
    @exclusivity(unchecked) var value: Value
    init(_ value: Value) { unsafe self.value = value }
  }

  private var box: Box

  init(_ value: Value) { box = Box(value) }

  /// The size of the shared part in bytes, without the reference.
  static var byteCount: Int { 2 * MemoryLayout<Int>.stride + MemoryLayout<Value>.stride }

  var value: Value {
    _read { yield unsafe box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = unsafe Box(box.value) }
      yield unsafe &box.value
    }
  }

  static func == (left: Shared, right: Shared) -> Bool {
    unsafe left.box === right.box || left.box.value == right.box.value
  }

  func hash(into hasher: inout Hasher) { unsafe hasher.combine(box.value) }
}
