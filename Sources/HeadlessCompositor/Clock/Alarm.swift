// SPDX-License-Identifier: Apache-2.0

/// Something that a clock will do; it can be called off.
public final class Alarm {
  private var cancellation: (() -> Void)?

  /// Keeps what calls the action off.
  public init(cancel: @escaping () -> Void) { cancellation = cancel }

  /// Calls the action off; too late or twice is harmless.
  public func cancel() {
    cancellation?()
    cancellation = nil
  }
}
