// SPDX-License-Identifier: Apache-2.0
import Configuration
import Control
import EventLoop
import Formats
import Glibc

/// The configuration that holds, and the file that it comes from.
final class ConfigurationController {
  /// What came of reading the configuration again, in words for people.
  struct Outcome {
    let reply: ControlReply
    let words: String
    /// Whether it holds from now on; with a mistake in it the old one does.
    let isTaken: Bool
    /// Whether it says anything else than the last time, or something else is wrong with it.
    let isNews: Bool
  }

  /// What holds now.
  private(set) var current: Configuration
  /// Where that was read from, or will be once it is there; nil without a home.
  private let path: String?
  private let read: () throws(InputError) -> Configuration
  private let loop: EventLoop
  private let note: (String) -> Void
  private var fileWatch: FileWatch?
  /// What was wrong with the file when it was last read; nil if nothing was.
  private var problem: String?
  /// Is called when the file has changed and is there.
  var onChange: () -> Void = {}

  init(_ plan: RunPlan, on machine: Machine, note: @escaping (String) -> Void) {
    self.note = note
    current = plan.configuration
    path = plan.configurationPath
    read = { () throws(InputError) in try machine.configuration(plan.options) }
    loop = machine.loop
  }

  /// Begins to watch the file; without that the run goes on.
  func watch() {
    guard let path else { return }
    do throws(SystemError) {
      fileWatch = try FileWatch(path, on: loop) { [weak self] in
        // An editor may be between removing the old file and putting the new one there.
        if unsafe access(path, F_OK) == 0 { self?.onChange() }
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
        isNews: words != problem)
    }
    let isNews = problem != nil || new != current
    problem = nil
    let words = use(new)
    return Outcome(
      reply: .result(["message": .string(words)]), words: words, isTaken: true,
      isNews: isNews)
  }

  /// Lets a configuration hold from now on; returns what that means.
  private func use(_ new: Configuration) -> String {
    let old = current
    guard new != old else { return "the configuration says the same as before" }
    current = new
    var words = "the configuration was read again"
    if new.sensor != old.sensor {
      // The sources are made with it.
      current.sensor = old.sensor
      words += "; sensor holds from the next start on"
    }
    if new.rules != old.rules {
      // The arbiter's rules are those of its recording.
      current.rules = old.rules
      words +=
        "; rules: \(new.rules) holds from the next start on, until then \(old.rules)"
    }
    return words
  }
}
