// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Control
import Formats
import Glibc
import Orientation

/// Keeps the user's lock from one run to the next, in a file of one line.
struct LockStore {
  /// What is kept.
  struct Lock: Equatable {
    /// What rotation is locked to.
    var lock: OrientationLock
    /// What was shown, which a lock to what is shown means; nil for the others.
    var shown: InterfaceOrientation?
  }

  /// The file; nil without a home.
  let path: String?
  /// What the file says, as far as this run knows.
  private(set) var kept: Lock?

  /// The file in `$XDG_STATE_HOME/swivel`, or in `~/.local/state/swivel`.
  init(environment: (String) -> String?) {
    func absolute(_ name: String) -> String? {
      environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("XDG_STATE_HOME") ?? absolute("HOME").map { "\($0)/.local/state" }
    path = home.map { "\($0)/swivel/lock.json" }
  }

  /// Reads the file; returns what is wrong with it, which then counts as unlocked.
  mutating func load() -> String? {
    guard let path, access(path, F_OK) == 0 else { return nil }
    do throws(InputError) {
      let json = try JSONValue.parse(try InputFile.read(path: path), file: path)
      if json["lock"]?.isNull == true { return nil }
      guard let lock = json["lock"]?.string.flatMap({ OrientationLock(word: $0) }) else {
        return "\(path): no lock that this version knows; rotation is not locked"
      }
      let shown = json["shown"]?.string.flatMap { InterfaceOrientation(name: $0) }
      kept = Lock(lock: lock, shown: shown == .unknown ? nil : shown)
      return nil
    } catch {
      return "\(error.description); rotation is not locked"
    }
  }

  /// Writes the file unless it says so already; returns what keeps it from lasting.
  mutating func keep(_ lock: Lock?) -> String? {
    guard lock != kept else { return nil }
    kept = lock
    guard let path else {
      return "the lock ends with this run: neither XDG_STATE_HOME nor HOME is an absolute path"
    }
    let json = JSONValue.object([
      .init("swivel", 1), .init("lock", lock.map { .string($0.lock.rawValue) } ?? .null),
      .init("shown", lock?.shown.map { .string($0.name) } ?? .null),
    ])
    FilePath.makeDirectories(above: path)
    do throws(FileError) {
      try OutputFile.write(json.compact() + "\n", to: path, .userOnly)
      return nil
    } catch {
      return "the lock ends with this run: \(error)"
    }
  }
}
