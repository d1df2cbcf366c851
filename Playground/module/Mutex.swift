// SPDX-License-Identifier: Apache-2.0

/// A value that one caller at a time may use; the module has one thread.
final class Mutex<Value>: @unchecked Sendable {
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result { body(&value) }
}
