// SPDX-License-Identifier: Apache-2.0
import Foundation
import Orientation

/// Another client, which records every event about outputs in order.
final class LayoutWatch {
  /// The state of an output at one moment, as far as the event reports it.
  struct Sight: Hashable, CustomStringConvertible {
    /// The kind of the event: `geometry`, `output`, `device` or `head`.
    var kind: String
    var output: String
    /// Nil for an output that is off or gone.
    var transform: Transform?
    /// Position and size: left, top, width, height.
    var place: [Int]

    var description: String {
      "\(kind) \(output) \(transform.map { "\($0)" } ?? "off") \(place)"
    }
  }

  private let process: ChildProcess

  init(_ compositor: Compositor) throws {
    process = try ChildProcess(
      "/usr/bin/python3",
      ["\(Swivel.packageRoot)/Tests/Programs/IntegrationTests/Programs/layout-watch.py"],
      environment: compositor.clientEnvironment)
    _ = try process.waitForLine { $0.hasSuffix(" ready") }
  }

  deinit { process.stop() }

  /// The recorded events, oldest first.
  var sights: [Sight] {
    lines.compactMap { words in
      guard words.count > 2 else { return nil }
      let transform = words.count > 3 ? UInt8(words[3]).flatMap(Transform.init(rawValue:)) : nil
      return Sight(
        kind: words[1], output: words[2], transform: transform,
        place: words.dropFirst(4).compactMap { Int($0) })
    }
  }

  /// The heads of each complete report of the output manager.
  var reports: [[Sight]] {
    var (result, current): ([[Sight]], [Sight]) = ([], [])
    for words in lines {
      if words.count == 2, words[1] == "heads" {
        result.append(current)
        current = []
      } else if words.count > 3, words[1] == "head" {
        current.append(
          Sight(
            kind: "head", output: words[2],
            transform: UInt8(words[3]).flatMap(Transform.init(rawValue:)),
            place: words.dropFirst(4).compactMap { Int($0) }))
      }
    }
    return result
  }

  private var lines: [[String]] {
    // The last line may not be complete yet.
    process.output.components(separatedBy: "\n").dropLast()
      .map { $0.components(separatedBy: " ") }
  }
}
