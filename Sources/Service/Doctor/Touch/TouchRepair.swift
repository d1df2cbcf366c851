// SPDX-License-Identifier: Apache-2.0
import Configuration
import Desktop
public import Formats
import Sensors
public import Text

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
  /// - Throws: an error if the file cannot be read, has a wrong format, must be edited by hand, or
  ///   cannot contain a name.
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

  /// The way in which the compositor reads the changed file again, for the user.
  public var afterwards: Message { file.kind.reload }

  var findings: [Finding] {
    if let failure = file.failure { return [unreadable("\(file.path): \(failure)")] }
    guard !pairing.pairs.isEmpty || !pairing.left.isEmpty else {
      return [Finding("touch-none", .ok, TouchPhrase.noTouch())]
    }
    return pairing.pairs.map(finding) + pairing.left.map(unknown)
  }

  private func finding(_ pair: TouchPairing.Pair) -> Finding {
    let (name, output) = (pair.device.reportName, pair.output.reportName)
    do throws(InputError) {
      let present = try file.output(of: pair.device)
      guard present != pair.output else {
        return Finding(
          "touch-mapped", .ok, TouchPhrase.maps(file.kind.rawValue, name, output), at: file.path)
      }
      return Finding(
        "touch-unmapped", .problem,
        present.map { TouchPhrase.otherOutput(name, $0.reportName, output) }
          ?? TouchPhrase.notMapped(name),
        at: file.path, meaning: TouchPhrase.touchStays(),
        remedy: [TouchPhrase.doctorWrites()]
          + (try file.lines(mapping: pair.device, to: pair.output)).map { Message($0) }
          + [file.kind.reload])
    } catch {
      return unreadable(error.message)
    }
  }

  private func unknown(_ device: TouchDevice) -> Finding {
    let name = device.name.reportName
    return Finding(
      "touch-unmapped", .note,
      TouchPhrase.unpaired(name), at: file.path,
      meaning: TouchPhrase.sizesDiffer(),
      remedy: [TouchPhrase.writeTouch(name)])
  }

  private func unreadable(_ words: Message) -> Finding {
    Finding(
      "touch-file", .problem, words, at: file.path,
      meaning: TouchPhrase.fileUnread(file.kind.rawValue),
      remedy: [TouchPhrase.correctPlace()])
  }
}
