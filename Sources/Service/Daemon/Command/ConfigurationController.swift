// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import EventLoop
import Formats
import Glibc

/// The owner of the current configuration, which watches the configuration file.
final class ConfigurationController {
  /// The result of reading the configuration again.
  struct Outcome {
    let reply: ControlReply
    let words: String
    /// Whether the new configuration is in use; if it is invalid, the old one stays in use.
    let isTaken: Bool
    /// Whether the result differs from that of the last reading: another configuration or problem.
    let isNoteworthy: Bool
  }

  /// The configuration in use.
  private(set) var current: Configuration
  /// The path of the file, whether it exists or not; `nil` without a home directory.
  private let path: String?
  private let read: () throws(InputError) -> Configuration
  private let loop: EventLoop
  private let note: (String) -> Void
  private var fileWatch: FileWatch?
  /// The problem of the file when it was last read; `nil` if it was valid.
  private(set) var problem: String?
  /// Called when the file has changed; after a removal, called a second later.
  var onChange: () -> Void = {}

  init(_ plan: RunPlan, on machine: Machine, note: @escaping (String) -> Void) {
    self.note = note
    current = plan.configuration
    path = plan.configurationPath
    read = { () throws(InputError) in try machine.configuration(plan.options) }
    loop = machine.loop
  }

  /// Starts to watch the file; if the file cannot be watched, the daemon runs on without reloading.
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
      let words = "\(error.description); the old configuration holds"
      defer { problem = words }
      return Outcome(
        reply: .failure(ControlFailure(.badConfiguration, words)), words: words, isTaken: false,
        isNoteworthy: words != problem)
    }
    let isNoteworthy = problem != nil || new != current
    problem = nil
    let words = use(new)
    return Outcome(
      reply: .result(["message": .string(words)]), words: words, isTaken: true,
      isNoteworthy: isNoteworthy)
  }

  /// Puts a configuration into use; returns a message about the effect.
  private func use(_ new: Configuration) -> String {
    let old = current
    guard new != old else { return "the configuration is unchanged" }
    current = new
    var words = "the configuration was read again"
    if new.sensor != old.sensor {
      // Settings of the sensor take effect at the next start only.
      current.sensor = old.sensor
      words += "; sensor holds from the next start on"
    }
    if new.rules != old.rules {
      // A recording has one rule set from start to end.
      current.rules = old.rules
      words +=
        "; rules: \(new.rules) holds from the next start on, until then \(old.rules)"
    }
    return words
  }
}
