// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Remembers in a file which input devices are switched off because of us, so that a run that was
/// ended by force leaves nobody without a keyboard for long.
public final class DisabledInputs {
  /// The longest file that is believed, in bytes.
  private static let longest = 65_536
  private let path: String

  /// Remembers in a file of this name; the runtime directory goes with the login, as the devices do.
  public init(path: String) { self.path = path }

  /// Identifiers, one a line; none when there is no file.
  public var devices: [String] {
    get {
      let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard file >= 0 else { return [] }
      defer { close(file) }
      var bytes = [UInt8](repeating: 0, count: Self.longest)
      let count = read(file, &bytes, bytes.count)
      guard count > 0 else { return [] }
      return String(decoding: bytes[..<count], as: UTF8.self)
        .split(separator: "\n").map { String($0) }
    }
    set {
      guard !newValue.isEmpty else {
        unlink(path)
        return
      }
      let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard file >= 0 else { return }
      let bytes = Array((newValue.joined(separator: "\n") + "\n").utf8)
      _ = write(file, bytes, bytes.count)
      close(file)
    }
  }
}
