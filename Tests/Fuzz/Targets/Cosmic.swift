// SPDX-License-Identifier: Apache-2.0
import Desktop
import EventLoop
import Glibc
import Text
import WaylandClient
import WaylandServer

extension FuzzTarget {
  /// Windows by COSMIC's protocols: events of the right form, in any order.
  ///
  /// `wire-client` has those of any form, of which few get that far.
  static let shapes = [
    FuzzTarget(name: "cosmic", seeds: []) { bytes in
      do {
        var input = InputBytes(bytes)
        let cosmic = try Cosmic()
        while !input.isEmpty { try cosmic.play(&input) }
        try cosmic.check()
      } catch { fatalError("the session has ended: \(error)") }
    }
  ]

  /// A compositor with two outputs, its windows and workspaces, and what it has told of them.
  private final class Cosmic {
    private final class Window {
      let handle: ExtForeignToplevelHandleV1Resource
      var detail: ZcosmicToplevelHandleV1Resource?
      var (pending, appID) = ("", "")
      var (isNamed, isTold, isComplete) = (false, false, false)

      init(_ handle: ExtForeignToplevelHandleV1Resource) { self.handle = handle }
    }

    private let session: Session
    private let loop: EventLoop
    private let display: Display
    private var list: ExtForeignToplevelListV1Resource?
    private var info: ZcosmicToplevelInfoV1Resource?
    private var manager: ExtWorkspaceManagerV1Resource?
    private var outputs: [WlOutputResource] = []
    private var workspaces: [ExtWorkspaceHandleV1Resource] = []
    private var windows: [Window] = []

    init() throws {
      loop = try EventLoop()
      display = try Display()
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
        throw SystemError(call: "socketpair", code: errno)
      }
      try display.serve(in: loop)
      _ = try display.add(client: ends[0])
      session = try Session(connection: Connection(adopting: ends[1]))
      display.offer(ZcosmicToplevelInfoV1Resource.self, version: 3) { [unowned self] in
        info = $0
        $0.onRequest = { [unowned self] request in
          guard case .getCosmicToplevel(let detail, let handle) = request else { return }
          detail.onRequest = { _ in }
          windows.first { $0.handle === handle }?.detail = detail
        }
      }
      display.offer(ExtWorkspaceManagerV1Resource.self, version: 1) { [unowned self] in
        manager = $0
        $0.onRequest = { _ in }
      }
      display.offer(ExtForeignToplevelListV1Resource.self, version: 1) { [unowned self] in
        list = $0
        $0.onRequest = { _ in }
      }
      for name in ["eDP-1", "DP-1"] {
        display.offer(WlOutputResource.self, version: 4) { [unowned self] resource in
          outputs.append(resource)
          resource.onRequest = { _ in }
          resource.name(name: name)
          resource.done()
        }
      }
      try pump()
      require(session.isReady && session.windowInterface == .cosmic, "the session gets ready")
    }

    /// Lets both sides speak until neither has anything to say.
    private func pump() throws {
      for _ in 0..<6 {
        display.flush()
        session.run(for: .zero)
        try loop.turn(waitingAtMost: .zero)
      }
      if let failure = session.failure { throw failure }
    }

    /// Some events, and then perhaps what the session makes of them.
    func play(_ input: inout InputBytes) throws {
      switch input.below(8) {
      case 0: add()
      case 1: name(&input)
      case 2, 3, 4: tell(&input)
      case 5: changeWorkspaces(&input)
      case 6:
        for window in windows where window.detail != nil { window.isComplete = window.isTold }
        info?.done()
      default: try pump()
      }
    }

    private func add() {
      guard windows.count < 16, let handle = list?.toplevel() else { return }
      handle.onRequest = { _ in }
      windows.append(Window(handle))
    }

    private func some(_ input: inout InputBytes) -> Window? {
      windows.isEmpty ? nil : windows[input.below(windows.count)]
    }

    private func name(_ input: inout InputBytes) {
      guard let window = some(&input) else { return }
      switch input.below(5) {
      case 0:
        window.pending = String(input.below(9))
        window.handle.appId(appId: window.pending)
      case 1: window.handle.title(title: String(input.below(9)))
      case 2: window.handle.identifier(identifier: String(input.below(9)))
      case 3:
        (window.appID, window.isNamed) = (window.pending, true)
        window.handle.done()
      default:
        window.handle.closed()
        windows.removeAll { $0 === window }
      }
    }

    private func tell(_ input: inout InputBytes) {
      guard let window = some(&input), let detail = window.detail else { return }
      let output = outputs[input.below(outputs.count)]
      let workspace = workspaces.isEmpty ? nil : workspaces[input.below(workspaces.count)]
      switch input.below(7) {
      case 0, 1:
        let states = (0..<input.below(4)).map { _ in UInt32(input.below(6)) }
        detail.state(state: states.flatMap { withUnsafeBytes(of: $0) { Array($0) } })
        window.isTold = true
      case 2: detail.outputEnter(output: output)
      case 3: detail.outputLeave(output: output)
      case 4: if let workspace { detail.extWorkspaceEnter(workspace: workspace) }
      case 5: if let workspace { detail.extWorkspaceLeave(workspace: workspace) }
      // Half a number, or nothing.
      default:
        detail.state(state: Array(input.text().utf8))
        window.isTold = true
      }
    }

    private func changeWorkspaces(_ input: inout InputBytes) {
      let chosen = workspaces.isEmpty ? nil : input.below(workspaces.count)
      switch input.below(6) {
      case 0:
        guard workspaces.count < 8, let workspace = manager?.workspace() else { return }
        workspace.onRequest = { _ in }
        workspaces.append(workspace)
      case 1: if let chosen { workspaces[chosen].name(name: String(input.below(9))) }
      case 2, 3:
        if let chosen { workspaces[chosen].state(state: .init(rawValue: UInt32(input.below(8)))) }
      case 4: if let chosen { workspaces.remove(at: chosen).removed() }
      default: manager?.done()
      }
    }

    /// Exactly those windows are there that were told as a whole.
    func check() throws {
      try pump()
      let expected = windows.filter { $0.isNamed && $0.isComplete }.map(\.appID)
      let found = session.windows
      require(
        found.map(\.appID.verbatim) == expected, "windows are \(found), told were \(expected)")
      require(
        zip(found, found.dropFirst()).allSatisfy { $0.id < $1.id }, "numbers are in order")
      for window in found {
        require(Set(window.outputs).isSubset(of: ["eDP-1", "DP-1"]), "outputs are known ones")
        require(!window.isHidden || !window.sticky, "what is everywhere is in sight")
      }
    }
  }
}
