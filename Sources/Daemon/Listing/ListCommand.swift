// SPDX-License-Identifier: Apache-2.0
import Desktop
import Glibc
import Scenarios
import WaylandClient

/// Prints what a session says about its outputs and windows.
public enum ListCommand {
  /// Prints the outputs as a table or as JSON.
  public static func outputs(asJSON: Bool) throws(CommandFailure) {
    let session = try look()
    let canTurn = session.hasOutputManager
    if asJSON {
      print(.array(session.outputs.map { OutputListing($0, canTurn: canTurn).json }))
    } else {
      print(table: OutputListing.table(session.outputs, canTurn: canTurn))
    }
  }

  /// Prints the windows as a table or as JSON; titles only if asked for.
  public static func windows(asJSON: Bool, withTitles: Bool) throws(CommandFailure) {
    let session = try look()
    guard session.hasWindowList else {
      throw CommandFailure(
        .failed,
        "this compositor does not tell programs about windows: it has no "
          + "zwlr_foreign_toplevel_manager_v1")
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

  private static func print(_ value: JSONValue) { LineWriter.output.write(value.pretty()) }

  private static func print(table: TextColumns) {
    for line in table.lines { LineWriter.output.write(line) }
  }
}
