// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Formats
import Glibc
import WaylandClient

/// Prints what a session says about its outputs and windows.
public enum ListCommand {
  /// Prints the outputs as a table or as JSON.
  ///
  /// What turns them, or why nothing can, is said beside the table.
  public static func outputs(asJSON: Bool, applier word: String) throws(CommandFailure) {
    let choice = try ApplierChoice(option: word)
    let session = try look()
    let result = try search(choice, in: session)
    if case .success(let finding) = result { session.use(finding.applier) }
    let name = session.applier?.name
    if asJSON {
      print(.array(session.outputs.map { OutputListing($0, applier: name).json }))
      return
    }
    print(table: OutputListing.table(session.outputs, applier: name))
    switch result {
    case .success(let finding): note("turned through \(finding.applier.name): \(finding.reason)")
    case .failure(let lack): note("nothing can turn them (\(lack.text))")
    }
  }

  private static func search(
    _ choice: ApplierChoice, in session: Session
  ) throws(CommandFailure) -> Result<ApplierSearch.Finding, ApplierSearch.Lack> {
    var result = Result<ApplierSearch.Finding, ApplierSearch.Lack>.failure(.init(reasons: []))
    try onLoop { loop, done in
      let search = ApplierSearch(choice, in: session, on: loop) {
        result = $0
        done()
      }
      search.start()
      return search
    }
    return result
  }

  /// Begins something that a loop serves, and runs the loop until it is done.
  ///
  /// Everything that is begun here has a limit of its own, so this ends.
  private static func onLoop(
    _ begin: (EventLoop, _ done: @escaping () -> Void) -> AnyObject
  ) throws(CommandFailure) {
    do throws(SystemError) {
      let loop = try EventLoop()
      var isDone = false
      let work = begin(loop) { isDone = true }
      while !isDone { try loop.turn(waitingAtMost: 1_000_000_000) }
      withExtendedLifetime(work) {}
    } catch {
      throw CommandFailure(.failed, "\(error)")
    }
  }

  /// Prints the windows as a table or as JSON; titles only if asked for.
  public static func windows(asJSON: Bool, withTitles: Bool) throws(CommandFailure) {
    let session = try look()
    try onLoop { loop, done in
      let search = WindowSearch(in: session, on: loop) { problem in
        if let problem { note(problem) }
        done()
      }
      search.start()
      return search
    }
    guard session.hasWindowList else {
      throw CommandFailure(
        .failed,
        "this compositor does not tell programs about windows: it has neither "
          + "zwlr_foreign_toplevel_manager_v1 nor, for programs like this one, "
          + "org_kde_plasma_window_management")
    }
    if asJSON {
      print(.array(session.windows.map { WindowListing($0, withTitle: withTitles).json }))
    } else {
      print(table: WindowListing.table(session.windows, withTitles: withTitles))
    }
  }

  /// Connects and waits for everything that there is.
  private static func look() throws(CommandFailure) -> Session {
    do throws(WaylandError) {
      let session = try Session()
      let end = ContinuousClock.now + .seconds(10)
      while !session.isReady {
        if let failure = session.failure { throw failure }
        guard ContinuousClock.now < end else { throw .timedOut }
        session.run(for: .milliseconds(500))
      }
      return session
    } catch {
      throw CommandFailure(error)
    }
  }

  private static func print(_ value: JSONValue) { StandardOutput.line(value.pretty()) }

  private static func note(_ text: String) { LineWriter.errors.write("swivel: \(text)") }

  private static func print(table: TextColumns) {
    for line in table.lines { StandardOutput.line(line) }
  }
}
