// SPDX-License-Identifier: Apache-2.0
import Glibc

struct OwnedDescriptor: ~Copyable {
  let raw: Int32

  init(call: String, _ raw: Int32) throws(SystemError) {
    self.raw = try SystemError.check(call, raw)
  }

  deinit { close(raw) }
}

/// A system call that failed, with its error number.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the call, for instance `epoll_ctl`, or the path of the file that the call was
  /// about.
  public let call: String
  /// The value of `errno` after the call.
  public let code: Int32

  /// Creates the error of `call` with the error number `code`.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// The name of the call, or the path, and the system's message, for instance `epoll_ctl: Bad file
  /// descriptor`.
  public var description: String { unsafe "\(call): \(String(cString: strerror(code)))" }

  @discardableResult
  static func check(_ call: String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result >= 0 else { throw SystemError(call: call, code: errno) }
    return result
  }
}
