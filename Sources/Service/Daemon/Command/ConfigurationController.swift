// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Formats
import Glibc
import Orientation
import Text

/// The owner of the current configuration, which watches the configuration file.
final class ConfigurationController {
  struct Outcome {
    let reply: ControlReply
    let words: String
    /// Whether the new configuration is in use; if it is invalid, the old one stays in use.
    let isTaken: Bool
    /// Whether the file's configuration differs from the one read before, or its problem from the
    /// last one.
    let isNoteworthy: Bool
  }

  private(set) var current: Configuration
  /// The last valid configuration that was read, also what takes effect at the next start only.
  private var last: Configuration
  /// The path of the file, whether it exists or not; `nil` without a home directory.
  private let path: String?
  private let read: () throws(InputError) -> Configuration
  private var answers: OutputAnswers
  private let loop: EventLoop
  private let note: (String) -> Void
  private var fileWatch: FileWatch?
  /// The problem of the file when it was last read; `nil` if it was valid.
  private(set) var problem: Message?
  /// Called when the file has changed, and a second after a removal if the file is still missing.
  var onChange: () -> Void = {}

  init(_ plan: RunPlan, on machine: Machine, note: @escaping (String) -> Void) {
    self.note = note
    answers = OutputAnswers(environment: machine.environment, files: machine.files)
    if let problem = answers.load() { note(problem) }
    last = plan.configuration
    current = answers.complete(last)
    path = plan.configurationPath
    read = { () throws(InputError) in try machine.configuration(plan.options) }
    loop = machine.loop
  }

  /// Starts to watch the file; if it cannot be watched, prints a note, and changes take effect only
  /// on request.
  func watch() {
    guard let path else { return }
    do throws(SystemError) {
      fileWatch = try FileWatch(path, on: loop) { [weak self] in
        if unsafe access(path, F_OK) == 0 { return self?.onChange() ?? () }
        // An editor may have removed the old file and not yet created the new one.
        self?.loop.schedule(after: .seconds(1)) {
          if unsafe access(path, F_OK) != 0 { self?.onChange() }
        }
      }
    } catch {
      note("changes to \(path) go unnoticed until SIGHUP or `swivel reload`: \(error)")
    }
  }

  func stop() { fileWatch = nil }

  func reload() -> Outcome {
    let new: Configuration
    do throws(InputError) {
      new = try read()
    } catch {
      let message = ControlPhrase.oldConfiguration(error.message)
      defer { problem = message }
      return Outcome(
        reply: .failure(ControlFailure(.badConfiguration, message)), words: message.english,
        isTaken: false, isNoteworthy: message != problem)
    }
    let isNoteworthy = problem != nil || new != last
    problem = nil
    last = new
    let words = use(answers.complete(new))
    return Outcome(
      reply: .result(["message": .string(words)]), words: words, isTaken: true,
      isNoteworthy: isNoteworthy)
  }

  /// Keeps the user's answer about an output, a transform or `nil` to rotate with the device;
  /// returns the problem if it cannot be saved.
  func keep(_ transform: Transform?, for output: String) -> String? {
    let problem = answers.keep(transform, for: output)
    current = answers.complete(current)
    return problem
  }

  /// Puts a configuration into use, except its sensor and rule set, which take effect at the next
  /// start; returns a message about the effect.
  private func use(_ new: Configuration) -> String {
    let old = current
    guard new != old else { return "the configuration is unchanged" }
    current = new
    var sentences = ["the configuration was read again"]
    if new.sensor != old.sensor {
      current.sensor = old.sensor
      sentences.append("`sensor` takes effect at the next start")
    }
    if new.rules != old.rules {
      // A recording has one rule set from start to end.
      current.rules = old.rules
      sentences.append("`rules: \(new.rules)` takes effect at the next start, after \(old.rules)")
    }
    return sentences.joined(separator: "; ")
  }
}

/// The file with the user's answers about outputs whose mounting neither the kernel nor the
/// configuration states.
struct OutputAnswers {
  /// The word in the file for an output that rotates with the device.
  private static let withDevice = "auto"

  private let file: StateFile
  /// The user's answer for each output, by output name: the name of a fixed transform, or `auto`;
  /// validated in `complete`.
  private var words: [String: String] = [:]

  init(environment: (String) -> String?, files: any StateFiles) {
    file = StateFile("outputs.json", environment: environment, files: files)
  }

  /// Reads the file, if there is one; returns the problem if the file cannot be read or is not
  /// JSON.
  ///
  /// JSON of another shape counts as empty.
  mutating func load() -> String? {
    do throws(InputError) {
      let outputs = try file.read()?["outputs"]?.object ?? []
      for member in outputs { words[member.name] = member.value.string }
      return nil
    } catch {
      return "\(error.description); the orientation of outputs is asked again"
    }
  }

  mutating func keep(_ transform: Transform?, for output: String) -> String? {
    words[output] = transform?.wireName ?? Self.withDevice
    let members = words.sorted { $0.key < $1.key }.map {
      JSONValue.Member($0.key, .string($0.value))
    }
    return file.write([.init("outputs", .object(members))])
      .map { "the answer is not saved and ends with the daemon: \($0)" }
  }

  /// Returns the configuration, with a rule for each valid answer about an output whose connector
  /// is ambiguous and that the configuration leaves open.
  func complete(_ configuration: Configuration) -> Configuration {
    var result = configuration
    for (name, word) in words.sorted(by: { $0.key < $1.key })
    where DesktopOutput.isAmbiguous(connector: name) && configuration.leavesOpen(output: name) {
      let transform = Transform(name: word, in: .wayland)
      guard transform != nil || word == Self.withDevice else { continue }
      result.outputs.append(
        OutputRule(match: Glob(name), policy: transform.map { .fixed($0) } ?? .auto))
    }
    return result
  }
}
