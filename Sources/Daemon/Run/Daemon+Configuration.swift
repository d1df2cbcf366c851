// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Configuration
import Control
import Desktop
import EventLoop
import Formats
import Glibc

extension Daemon {
  /// Begins to hear of changes to the configuration file.
  func watchConfiguration() {
    guard let path = plan.configurationPath else { return }
    do throws(SystemError) {
      fileWatch = try FileWatch(path, on: loop) { [weak self] in self?.configurationChanged(path) }
    } catch {
      reporter.note("changes to \(path) go unnoticed until SIGHUP or `swivel reload`: \(error)")
    }
  }

  // An editor may be between removing the old file and putting the new one there.
  private func configurationChanged(_ path: String) {
    if access(path, F_OK) == 0, !isEnding { reload(isAsked: false) }
  }

  /// Reads the configuration again; with a mistake in it the old one holds.
  ///
  /// Nobody is told what is known already, unless somebody asked.
  @discardableResult
  func reload(isAsked: Bool = true) -> ControlReply {
    guard !isEnding else {
      return .failure(ControlFailure(.notReady, "the daemon ends"))
    }
    let new: Configuration
    do throws(InputError) {
      new = try RunPlan.configuration(plan.options) { name in
        getenv(name).map { String(cString: $0) }
      }
    } catch {
      let words = "\(error.description); the old configuration holds"
      if isAsked || words != configurationProblem { tell(isTaken: false, words) }
      configurationProblem = words
      return .failure(ControlFailure(.badConfiguration, words))
    }
    let isNew = configurationProblem != nil || new != plan.configuration
    configurationProblem = nil
    let words = take(new)
    if isAsked || isNew { tell(isTaken: true, words) }
    return .result(.object([.init("message", .string(words))]))
  }

  /// Lets a configuration hold from now on; returns what that means.
  private func take(_ new: Configuration) -> String {
    let old = plan.configuration
    guard new != old else { return "the configuration says the same as before" }
    plan.configuration = new
    tracker.configuration = new
    hooks.choice = new.hooks
    if new.judge != old.judge {
      sensorFeed?.makeJudge = new.judge.make
      replayFeed?.judge = new.judge.make()
    }
    if let session, arbiter != nil { look(at: session) }
    guard new.rules != old.rules else { return "the configuration was read again" }
    // The arbiter's rules are those of its recording.
    plan.configuration.rules = old.rules
    return "the configuration was read again; rules: \(new.rules) holds from the next start on, "
      + "until then \(old.rules)"
  }

  private func tell(isTaken: Bool, _ words: String) {
    reporter.note(words)
    publish { .configuration(isTaken: isTaken, words) }
  }
}
