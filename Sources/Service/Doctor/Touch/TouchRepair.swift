// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
public import Formats
import Sensors

/// The present and the correct mapping of touch screens in a compositor's file.
public struct TouchRepair {
  private let file: TouchFile
  private let pairing: TouchPairing

  /// Creates a repair; nil if the compositor has no such file.
  public init?(_ facts: Facts) {
    guard let file = facts.touch.file else { return nil }
    self.init(facts, file)
  }

  init(_ facts: Facts, _ file: TouchFile) {
    self.file = file
    let (outputs, configuration) = (facts.compositor.outputs, facts.configuration.configuration)
    let turning = outputs.filter { output in
      configuration.manages(
        output: output.name, isBuiltIn: output.isInternal || output.isHeadless)
    }
    pairing = TouchPairing(
      facts.touch.screens.map { TouchDevice(name: $0.name, size: $0.size) }, outputs: outputs,
      turning: turning.map(\.name),
      assigned: configuration.touchOutputs(among: outputs.map(\.name)))
  }

  /// Returns the change of the file that maps every touch screen whose output is known; `nil` if
  /// the file needs none.
  ///
  /// - Throws: an error if the file has a wrong format, or a name cannot be written in it.
  public func change() throws(InputError) -> FileChange? {
    if let failure = file.failure {
      throw InputError(file: file.path, problem: failure)
    }
    var wrong: [(device: String, output: String)] = []
    for pair in pairing.pairs where try file.output(of: pair.device) != pair.output {
      wrong.append((pair.device, pair.output))
    }
    return wrong.isEmpty ? nil : try file.change(mapping: wrong)
  }

  /// The user's next step after the change.
  public var afterwards: String { file.kind.reload }

  var findings: [Finding] {
    if let failure = file.failure { return [unreadable("\(file.path): \(failure)")] }
    guard !pairing.pairs.isEmpty || !pairing.left.isEmpty else {
      return [Finding("touch-none", .ok, "there is no touch screen")]
    }
    return pairing.pairs.map(finding) + pairing.left.map(unknown)
  }

  private func finding(_ pair: TouchPairing.Pair) -> Finding {
    let (name, output) = (
      pair.device.reportName, pair.output.reportName
    )
    do throws(InputError) {
      let present = try file.output(of: pair.device)
      guard present != pair.output else {
        return Finding(
          "touch-mapped", .ok, "\(file.kind.rawValue) maps \(name) to \(output)", at: file.path)
      }
      let other = present.map {
        "is mapped to \($0.reportName), not to \(output)"
      }
      return Finding(
        "touch-unmapped", .problem, "\(name) \(other ?? "is not mapped to an output")",
        at: file.path, meaning: "touch will not follow the screen",
        remedy: ["swivel doctor --write changes the file, and shows how"]
          + (try file.lines(mapping: pair.device, to: pair.output)) + [file.kind.reload])
    } catch {
      return unreadable(error.description)
    }
  }

  private func unknown(_ device: TouchDevice) -> Finding {
    let name = device.name.reportName
    return Finding(
      "touch-unmapped", .note, "which output \(name) belongs to is not known", at: file.path,
      meaning: "the sizes of touch screen and panel do not show which belong together",
      remedy: ["write `touch: [\(name)]` into an entry of our configuration's `outputs`"])
  }

  private func unreadable(_ words: String) -> Finding {
    Finding(
      "touch-file", .problem, words, at: file.path,
      meaning: "what \(file.kind.rawValue) makes of touch screens is not known; nothing is changed",
      remedy: ["correct the place that is named"])
  }
}
