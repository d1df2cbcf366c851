// SPDX-License-Identifier: Apache-2.0
import Control
import Desktop
import EventLoop
import Formats

/// A compositor that has a socket of its own beside Wayland's.
enum CompositorSocket: CaseIterable {
  case sway, hyprland, niri

  /// The name of its process, as the kernel has it.
  var process: String {
    switch self {
    case .sway: "sway"
    case .hyprland: "Hyprland"
    case .niri: "niri"
    }
  }

  /// The path that the environment names, which may be that of another compositor.
  func named(in environment: (String) -> String?) -> String? {
    switch self {
    case .sway: environment("SWAYSOCK")
    case .hyprland: HyprlandSocket.path(in: environment)
    case .niri: environment("NIRI_SOCKET")
    }
  }

  /// The path that belongs to the compositor of a session; nil if that is another one, or has none yet.
  func own(of session: Session, in runtime: String?) -> String? {
    guard let compositor = session.compositor, compositor.name == process, let runtime else {
      return nil
    }
    return path(in: runtime, of: compositor.id)
  }

  /// The path below a runtime directory that belongs to a process.
  private func path(in runtime: String, of process: Int32) -> String? {
    switch self {
    case .sway, .niri:
      let prefix = self == .sway ? "sway-ipc." : "niri."
      return DirectoryListing.names(in: runtime).first {
        $0.hasPrefix(prefix) && $0.hasSuffix(".\(process).sock")
      }.map { "\(runtime)/\($0)" }
    case .hyprland:
      // Each has a folder, with a file that begins with the number of its process.
      let folders = DirectoryListing.names(in: "\(runtime)/hypr").map { "\(runtime)/hypr/\($0)" }
      return folders.first { folder in
        let lock = try? RegularFile.read("\(folder)/hyprland.lock", atMost: 256)
        return lock?.prefix { $0 != UInt8(ascii: "\n") } == Array("\(process)".utf8)[...]
      }.map { "\($0)/.socket.sock" }
    }
  }
}

/// Connects to the socket that the compositor of a session has beside Wayland's: that of its own
/// process, or where the environment says.
///
/// A compositor that has begun anew has another socket than the one in our environment, and makes it
/// later than that of Wayland: while its process is called so it is asked again for a while.
final class SocketSearch<Peer> {
  private static var retryAfter: Duration { .milliseconds(300) }

  /// What was found; nil if nothing says that there is such a compositor.
  typealias Finding = Result<Peer, SocketError>

  private let socket: CompositorSocket
  private let session: Session
  private let loop: EventLoop
  private let named: String?
  private let runtime: String?
  private let connect: (String) throws(SocketError) -> Peer
  private let onEnd: (Finding?) -> Void
  private var triesLeft = 10
  private var timer: Token?

  /// `onEnd` is called once, perhaps before `start` returns.
  init(
    _ socket: CompositorSocket, in session: Session, on loop: EventLoop,
    environment: (String) -> String?, connect: @escaping (String) throws(SocketError) -> Peer,
    onEnd: @escaping (Finding?) -> Void
  ) {
    self.socket = socket
    self.session = session
    self.loop = loop
    named = socket.named(in: environment).flatMap { $0.isEmpty ? nil : $0 }
    runtime = environment("XDG_RUNTIME_DIR")
    self.connect = connect
    self.onEnd = onEnd
  }

  deinit { if let timer { loop.remove(timer) } }

  func start() {
    let isThere = session.compositor?.name == socket.process
    let own = socket.own(of: session, in: runtime)
    var failure: SocketError?
    for path in [own, named].compactMap({ $0 }) {
      do throws(SocketError) {
        return onEnd(.success(try connect(path)))
      } catch {
        failure = error
      }
    }
    triesLeft -= 1
    guard isThere, triesLeft > 0 else {
      // Where there is such a compositor it should have a socket.
      let problem: SocketError? = failure ?? (isThere ? .closed : nil)
      return onEnd(problem.map { .failure($0) })
    }
    timer = loop.schedule(after: Self.retryAfter) { [weak self] in
      self?.timer = nil
      self?.start()
    }
  }
}

extension Session {
  /// The process at the other end of the socket, with the name that the kernel has for it, of at most
  /// fifteen bytes; nil if it is gone.
  var compositor: (id: Int32, name: String)? {
    guard let id = SocketPeer(of: fileDescriptor)?.process,
      let name = try? RegularFile.read("/proc/\(id)/comm", atMost: 64)
    else { return nil }
    return (id, String(decoding: name.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// What is known of its windows.
  var windowKnowledge: DesktopKnowledge {
    .row(process: compositor?.name, by: windowInterface)
  }
}
