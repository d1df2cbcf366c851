// SPDX-License-Identifier: Apache-2.0
import Control
import Desktop
import EventLoop
import Formats

/// Connects to the sway of a session: at the socket of its own process, or where `SWAYSOCK` says.
///
/// A sway that has begun anew has another socket than the one in our environment, and makes it later
/// than that of Wayland: while the compositor calls itself sway it is asked again for a while.
final class SwaySearch {
  private static let retryAfter = Duration.milliseconds(300)

  /// What was found; nil if nothing says that there is a sway.
  typealias Finding = Result<SwayConnection, SwayError>

  private let session: Session
  private let loop: EventLoop
  private let named: String?
  private let runtime: String?
  private let onEnd: (Finding?) -> Void
  private var triesLeft = 10
  private var timer: Token?

  /// `onEnd` is called once, perhaps before `start` returns.
  init(
    in session: Session, on loop: EventLoop, environment: (String) -> String?,
    onEnd: @escaping (Finding?) -> Void
  ) {
    self.session = session
    self.loop = loop
    named = environment("SWAYSOCK").flatMap { $0.isEmpty ? nil : $0 }
    runtime = environment("XDG_RUNTIME_DIR")
    self.onEnd = onEnd
  }

  deinit { if let timer { loop.remove(timer) } }

  func start() {
    let process = SocketPeer(of: session.fileDescriptor).flatMap {
      isSway($0.process) ? $0.process : nil
    }
    let own = process.flatMap { process in
      runtime.flatMap { folder in
        DirectoryListing.names(in: folder).first {
          $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".\(process).sock")
        }.map { "\(folder)/\($0)" }
      }
    }
    var failure: SwayError?
    for path in [own, named].compactMap({ $0 }) {
      do throws(SwayError) {
        return onEnd(.success(try SwayConnection(path: path, on: loop)))
      } catch {
        failure = error
      }
    }
    triesLeft -= 1
    guard process != nil, triesLeft > 0 else {
      // Where there is a sway it should have a socket.
      let problem: SwayError? = failure ?? (process == nil ? nil : .closed)
      return onEnd(problem.map { .failure($0) })
    }
    timer = loop.schedule(after: Self.retryAfter) { [weak self] in
      self?.timer = nil
      self?.start()
    }
  }

  private func isSway(_ process: Int32) -> Bool {
    guard let name = try? RegularFile.read("/proc/\(process)/comm", atMost: 64) else {
      return false
    }
    return String(decoding: name, as: UTF8.self) == "sway\n"
  }
}
