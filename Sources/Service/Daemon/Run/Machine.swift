// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Bus
import Configuration
import Desktop
import EventLoop
import Formats
import Glibc
import Sensors
import WaylandClient

/// The daemon's environment: the real machine, or a simulated one (docs/design/simulation.md).
struct Machine {
  let loop: EventLoop
  var environment: (String) -> String? = Program.environment
  /// Connects to the compositor, at the start and for each reconnection.
  var connect: () throws(WaylandError) -> Session = { () throws(WaylandError) in try Session() }
  /// Reads the configuration again, when the file has changed or on request.
  var configuration: (RunOptions) throws(InputError) -> Configuration = {
    (options) throws(InputError) in try RunPlan.configuration(options, Program.environment)
  }
  var processes = ProcessList()
  var systemBus = BusAddress.system
  var sessionBus = BusAddress.session
  var login: any LoginSource = LogindSession()
  var files: any StateFiles = DiskFiles()
  var programs: any ProgramStarter = ChildPrograms()
  var output: (String) -> Void = { LineQueue.output.write($0) }
  var errors: (String) -> Void = { LineQueue.errors.write($0) }
  /// The name of the socket for policies of other programs; `nil` for no socket.
  var policySocket: String? = RotationProtocolServer.socketName
  /// Called after each event that the arbiter has handled, with its effects and the arbiter.
  var witness: (Event, [Effect], Arbiter) -> Void = { _, _, _ in }
  var startProof: (@escaping @Sendable () -> Void) -> Bool = LiveProof.startThread
  /// Returns pages that the process can do without to the kernel, if more than
  /// `ProgramPages.allowance` bytes are resident.
  var releasePages: () -> Void = { ProgramPages.release() }
}

/// A source of reports about the run's session and the machine's sleep.
protocol LoginSource: AnyObject {
  func start(in host: SensorHost)
  func stop()
}

extension LogindSession: LoginSource {}

/// The access to the daemon's own small state files, which outlast the run.
protocol StateFiles {
  /// Reads a file; returns `nil` if there is none.
  ///
  /// With `isPrivate`, throws if the file is not a regular file of this user.
  func read(
    _ path: String, atMost limit: Int, isPrivate: Bool
  ) throws(InputError) -> [UInt8]?
  /// Writes a file atomically: after a crash the file is complete, old or new.
  func write(_ text: String, to path: String) throws(FileError)
  /// Replaces a file's content, usually without waiting for the disk.
  ///
  /// Used for frequent changes. If this process is killed, the file has the old or the new content;
  /// after a loss of power the file may be incomplete.
  func rewrite(_ text: String, to path: String) throws(FileError)
  func remove(_ path: String)
}

/// A JSON file in `$XDG_STATE_HOME/swivel`, or in `~/.local/state/swivel`, that keeps a choice of
/// the user from one run to the next.
struct StateFile {
  /// The path of the file; `nil` if neither `XDG_STATE_HOME` nor `HOME` is an absolute path.
  let path: String?
  private let files: any StateFiles

  init(_ name: String, environment: (String) -> String?, files: any StateFiles) {
    self.files = files
    path = BaseDirectory.state.path(in: environment).map { "\($0)/swivel/\(name)" }
  }

  func read() throws(InputError) -> JSONValue? {
    guard let path,
      let bytes = try files.read(path, atMost: InputFile.maximumBytes, isPrivate: false)
    else { return nil }
    return try JSONValue.parse(bytes, file: path)
  }

  /// Writes members after the file's version; returns the reason if writing fails.
  func write(_ members: [JSONValue.Member]) -> String? {
    guard let path else { return "neither XDG_STATE_HOME nor HOME is an absolute path" }
    do throws(FileError) {
      try files.write(JSONValue.object([.init("swivel", 1)] + members).compact() + "\n", to: path)
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// The state files on disk, readable by the user only.
final class DiskFiles: StateFiles {
  /// The file that `rewrite` keeps open for its next call.
  private var rewritten: RewrittenFile?

  func read(
    _ path: String, atMost limit: Int, isPrivate: Bool
  ) throws(InputError) -> [UInt8]? {
    var status = stat()
    guard unsafe (isPrivate ? lstat(path, &status) : stat(path, &status)) == 0 else { return nil }
    if isPrivate, status.st_mode & S_IFMT != S_IFREG || status.st_uid != geteuid() {
      throw Mark(file: path).error("this is not a file of this user's")
    }
    return try InputFile.read(path: path, atMost: limit)
  }

  func write(_ text: String, to path: String) throws(FileError) {
    FilePath.makeDirectories(above: path)
    try OutputFile.write(text, to: path, .userOnly)
  }

  func rewrite(_ text: String, to path: String) throws(FileError) {
    if rewritten?.path == path, rewritten?.write(text) == true { return }
    rewritten = nil
    try write(text, to: path)
    rewritten = RewrittenFile(path, length: text.utf8.count)
  }

  func remove(_ path: String) {
    if rewritten?.path == path { rewritten = nil }
    OutputFile.remove(path)
  }
}
