// SPDX-License-Identifier: Apache-2.0
import Files

/// Remembers in a file which input devices are switched off because of us, so that a run that was
/// ended by force leaves nobody without a keyboard for long.
public final class DisabledInputs {
  /// The longest file that is believed, in bytes.
  private static let longest = 65_536
  private let path: String?

  /// Remembers in a file of this name, or nothing without one; the runtime directory goes with the
  /// login, as the devices do.
  public init(path: String?) { self.path = path }

  /// Identifiers, one a line; none when there is no file.
  public var devices: [String] {
    get {
      guard let path, let bytes = try? RegularFile.read(path, atMost: Self.longest) else {
        return []
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { String($0) }
    }
    set {
      guard let path else { return }
      guard !newValue.isEmpty else { return OutputFile.remove(path) }
      try? OutputFile.write(newValue.joined(separator: "\n") + "\n", to: path, .userOnly)
    }
  }
}
