// SPDX-License-Identifier: Apache-2.0
import EventLoop
import Formats

extension WindowInterface {
  /// Hyprland's two sockets, one for requests and one for events.
  public static let hyprland = WindowInterface(name: "Hyprland's sockets", knows: .all)
}

/// The backend of Hyprland, whose sockets report windows, cause frames and map touch screens.
final class HyprlandBackend: CompositorBackend {
  static let way: ApplierChoice? = .wlr
  static let desktops = [
    DesktopKnowledge("Hyprland", process: "Hyprland", by: .hyprland, .scripted("Hyprland 0.56"))
  ]
  static let frames = [
    FrameKnowledge(
      "Hyprland", processes: ["Hyprland"], habit: "takes no notice of it",
      source: "hyprwm/Hyprland#3947")
  ]
  static let socket = CompositorSocket(
    process: "Hyprland", named: { HyprlandSocket.path(in: $0) },
    own: { runtime, process in
      // Each Hyprland instance has a folder with a lock file, whose first line is its process
      // identifier.
      let folders = DirectoryListing.names(in: "\(runtime)/hypr").map { "\(runtime)/hypr/\($0)" }
      return folders.first { folder in
        let lock = try? RegularFile.read("\(folder)/hyprland.lock", atMost: 256)
        return lock?.prefix { $0 != UInt8(ascii: "\n") } == Array("\(process)".utf8)[...]
      }.map { "\($0)/.socket.sock" }
    })

  private unowned let session: Session
  /// The path of the request socket; `nil` until that socket is known to belong to the session.
  private var path: String?

  init(_ session: Session) { self.session = session }

  /// Searches for an applier that also requests frames from Hyprland.
  ///
  /// A compositor that is nested in Hyprland inherits the environment but draws frames itself.
  func findApplier(from place: SearchPlace, onEnd: @escaping ApplierAnswer) {
    guard Self.socket.isOf(session), let base = session.protocolApplier,
      let path = Self.socket.paths(session, place.environment).first
    else { return onEnd(.absent("")) }
    self.path = path
    let applier = HyprlandApplier(base, path: path, on: place.loop) { [weak session] in
      session?.refresh()
    }
    onEnd(.found(FoundApplier(applier, reason: "the compositor has zwlr_output_manager_v1")))
  }

  func findWindows(from place: SearchPlace, onEnd: @escaping WindowsAnswer) {
    Self.socket.connect(session, place) { (path) throws(SocketError) in
      try HyprlandWindows(
        path: path, on: place.loop,
        answerTimeout: place.answerTimeout ?? HyprlandSocket.answerTimeout)
    }.then(or: onEnd) { source in
      let path = source.path
      source.begin(session, place) { [weak self] result in
        if case .found = result { self?.path = path }
        onEnd(result)
      }
    }
  }

  func mapInputs(_ setup: InputSetup) -> (any InputMapper)? {
    guard let path else { return nil }
    let touch = HyprlandTouch(
      path: path, on: setup.loop, sizes: setup.sizes, note: setup.note)
    touch.start()
    return touch
  }
}
