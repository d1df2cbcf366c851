// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Plugins

extension Daemon {
  /// Looks for what can turn the outputs, and begins to decide once it is found.
  func chooseApplier(_ session: Session) {
    guard search == nil else { return }
    if let linked = plan.linkedApplier {
      let applier = linked.make(session)
      session.use(applier)
      return start(
        session, through: ApplierSearch.Finding(applier: applier, reason: "a plug-in brings it"))
    }
    search = ApplierSearch(plan.applier, in: session, on: loop) {
      [weak self, weak session] result in
      guard let self, let session, !isEnding, failure == nil else { return }
      switch result {
      case .failure(let problem): fail(CommandFailure.noApplier(problem, plan.applier))
      case .success(let finding):
        session.use(finding.applier)
        chooseWindows(session, finding)
      }
    }
    search?.start()
  }

  private func chooseWindows(_ session: Session, _ finding: ApplierSearch.Finding) {
    windowSearch = WindowSearch(in: session, on: loop) { [weak self, weak session] problem in
      guard let self, let session, !isEnding, failure == nil else { return }
      if let problem { reporter.note(problem) }
      isAttached = true
      if arbiter == nil { start(session, through: finding) } else { resume(session) }
    }
    windowSearch?.start()
  }
}
