// SPDX-License-Identifier: Apache-2.0
import CLinux

/// What a descriptor is watched for, and what it turned out to be ready for.
public struct Readiness: OptionSet, Hashable, Sendable {
  /// The mask as the kernel knows it.
  public let rawValue: UInt32

  /// Wraps a mask of `EPOLL…` bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// There is something to read, or the end of the stream was reached.
  public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
  /// Writing would not block.
  public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
  /// Exceptional data; sysfs attributes report a change this way.
  public static let urgent = Readiness(rawValue: EPOLLPRI.rawValue)
  /// The other end is gone; reported whether or not it was asked for.
  public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
  /// The descriptor is in an error state; reported whether or not it was asked for.
  public static let failed = Readiness(rawValue: EPOLLERR.rawValue)
}
