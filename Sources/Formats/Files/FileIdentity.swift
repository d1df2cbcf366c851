// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Which file it is, whatever its name: a name can come to mean another file at any time.
public struct FileIdentity: Hashable, Sendable {
  private let device: dev_t
  private let number: ino_t

  private init(_ status: stat) {
    device = status.st_dev
    number = status.st_ino
  }

  /// The open file; nil if the descriptor is none.
  public init?(of descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// What stands at a path, a symbolic link itself included; nil if nothing does.
  public init?(at path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  /// Removes the name if it still means this file.
  public func remove(_ path: String) {
    if FileIdentity(at: path) == self { unlink(path) }
  }
}
