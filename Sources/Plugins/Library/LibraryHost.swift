// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin
import Explanation
import Glibc

/// What one library gets from this program; lives as long as the process, like the library.
final class LibraryHost {
  /// How many lines of the log are shown in each period, so that no plug-in can flood it.
  static let mostLines = 20
  /// The period, in nanoseconds.
  static let period: Int64 = 10_000_000_000
  /// How long a line of the log may be, in bytes or columns.
  static let longestLine = 160

  let table: UnsafeMutablePointer<swivel_host_v1>
  /// Takes a line of the plug-in's own, without control characters.
  var onLine: ((String) -> Void)?
  /// Is called when the plug-in asks for a new decision.
  var onReconsider: (() -> Void)?
  private let options: [String: UnsafeMutablePointer<CChar>]
  private var begin = Int64.min
  private var lines = 0
  private(set) var dropped = 0

  init(options: [String: String]) {
    self.options = options.compactMapValues { strdup($0) }
    table = .allocate(capacity: 1)
    table.initialize(to: swivel_host_v1())
    table.pointee.size = UInt32(MemoryLayout<swivel_host_v1>.size)
    table.pointee.abi_major = SWIVEL_ABI_MAJOR
    table.pointee.abi_minor = SWIVEL_ABI_MINOR
    // Never released: the library keeps the pointer.
    table.pointee.context = Unmanaged.passRetained(self).toOpaque()
    table.pointee.log = { context, _, text, length in
      guard let context, let text else { return }
      let bytes = UnsafeRawBufferPointer(start: text, count: min(length, LibraryHost.longestLine))
      LibraryHost.of(context).log(String(decoding: bytes, as: UTF8.self))
    }
    table.pointee.option = { context, name in
      guard let context, let name else { return nil }
      return UnsafePointer(LibraryHost.of(context).options[String(cString: name)])
    }
    table.pointee.reconsider = { context in
      guard let context else { return }
      LibraryHost.of(context).onReconsider?()
    }
  }

  private static func of(_ context: UnsafeMutableRawPointer) -> LibraryHost {
    Unmanaged<LibraryHost>.fromOpaque(context).takeUnretainedValue()
  }

  private func log(_ text: String) {
    let now = Stopwatch.now
    if begin == .min || now - begin > Self.period {
      if dropped > 0 { onLine?("\(dropped) more lines were left out") }
      (begin, lines, dropped) = (now, 0, 0)
    }
    guard lines < Self.mostLines else {
      // The first one left out is worth a line, since the count may never come.
      if dropped == 0 { onLine?("floods the log; its next lines are left out") }
      dropped += 1
      return
    }
    lines += 1
    // Nothing in it can move a terminal's cursor.
    onLine?(SafeText.name(text, columns: Self.longestLine))
  }
}
