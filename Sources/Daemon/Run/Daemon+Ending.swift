// SPDX-License-Identifier: Apache-2.0
import Arbitration
import EventLoop

extension Daemon {
  /// How long the compositor has to give the transforms back, in nanoseconds.
  private static let restoreWithin: Int64 = 2_000_000_000

  /// Gives back what was found and stops once the compositor has confirmed it.
  ///
  /// A second signal does not wait.
  func end() {
    guard !isEnding, arbiter != nil else { return loop.stop() }
    isEnding = true
    loop.schedule(after: Self.restoreWithin) { [weak self] in self?.giveUpRestoring() }
    handle(.output(.restore))
  }

  /// Stops the loop if the run is to end and nothing is under way any more.
  func endIfRestored() {
    guard isEnding, let arbiter, !arbiter.isBusy, !hooks.isBusy else { return }
    if unrestored.isEmpty { loop.stop() } else { giveUpRestoring() }
  }

  /// Remembers an output that could not be given back.
  func noteEnd(of report: OutputReport) {
    switch report.result {
    case .confirmed, .retried, .byOther, .overruled, .contested: return
    case .refused, .cancelled, .unanswered, .unsupported: unrestored.append(report.output)
    }
  }

  private func giveUpRestoring() {
    // Programs around the last turn may be all that is left.
    if let arbiter, !arbiter.isBusy, unrestored.isEmpty { return loop.stop() }
    let outputs = arbiter?.scene.outputs ?? []
    let late = outputs.filter { output in
      unrestored.contains(output.id) || !output.isHeldByOther && output.transform != output.initial
    }
    let names = late.map { PlainText.name($0.name) }.joined(separator: ", ")
    fail(
      CommandFailure(.failed, "the compositor did not confirm that \(names) is turned back"))
  }
}
