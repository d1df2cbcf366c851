// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file descriptor that a client has sent; closed with its last reference unless taken.
public final class ReceivedDescriptor {
  private var raw: Int32

  /// Takes over an open descriptor.
  public init(_ raw: Int32) { self.raw = raw }

  deinit {
    if raw >= 0 { close(raw) }
  }

  /// The descriptor, still owned by this; -1 once taken.
  public var descriptor: Int32 { raw }

  /// Hands the descriptor over: the caller closes it.
  public func take() -> Int32 {
    defer { raw = -1 }
    return raw
  }
}
