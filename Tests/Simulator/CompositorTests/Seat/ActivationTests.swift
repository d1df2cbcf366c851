// SPDX-License-Identifier: Apache-2.0
import Arbitration
import HeadlessCompositor
import Testing
import WaylandABI
import WaylandClient

/// A client passes the keyboard focus to another client's window by an activation token.
@Suite struct ActivationTests {
  /// A client with a window, the serials of its input, and tokens.
  private final class Peer {
    let client: TestClient
    let window: TestToplevel
    private let seat: WlSeatProxy
    private let activation: XdgActivationV1Proxy
    private var kept: [Proxy] = []
    /// The serials of keys, buttons, fingers, and of the keyboard's `enter`.
    private(set) var inputs: [UInt32] = []
    /// The serials of the pointer's `enter`, which no user intends.
    private(set) var hovers: [UInt32] = []

    init(_ stage: Stage, appID: String, colour: UInt32 = 0) throws {
      client = try stage.connect()
      seat = try client.bind(WlSeatProxy.self)
      activation = try client.bind(XdgActivationV1Proxy.self)
      window = try TestToplevel(client, appID: appID, colour: colour)
      let keyboard = try seat.getKeyboard()
      keyboard.onEvent = { [unowned self] event in
        switch event {
        case .enter(let serial, _, _), .key(let serial, _, _, _): inputs.append(serial)
        default: break
        }
      }
      let pointer = try seat.getPointer()
      pointer.onEvent = { [unowned self] event in
        switch event {
        case .button(let serial, _, _, _): inputs.append(serial)
        case .enter(let serial, _, _, _): hovers.append(serial)
        default: break
        }
      }
      kept = [keyboard, pointer]
      try window.map()
    }

    func token(serial: UInt32?, asking surface: WlSurfaceProxy? = nil) throws -> String {
      let token = try activation.getActivationToken()
      var text: String?
      token.onEvent = { if case .done(let given) = $0 { text = given.string } }
      if let serial { try token.setSerial(serial: serial, seat: seat) }
      if let surface { try token.setSurface(surface: surface) }
      try token.setAppId(appId: "other")
      try token.commit()
      client.stage.settle()
      token.destroy()
      return try #require(text)
    }

    func activate(_ token: String, _ surface: WlSurfaceProxy? = nil) throws {
      try activation.activate(token: token, surface: surface ?? window.surface)
      client.stage.settle()
    }

    /// Requests a token, and nothing else.
    func newToken() throws -> XdgActivationTokenV1Proxy {
      client.keep(try activation.getActivationToken())
    }

    var isActive: Bool { window.states.last?.contains(.activated) == true }
  }

  /// Returns two windows that fill the screen; the second is above and has the keyboard.
  private func pair() throws -> (stage: Stage, first: Peer, second: Peer) {
    let stage = try Stage()
    let first = try Peer(stage, appID: "first", colour: 0xFF_0000)
    let second = try Peer(stage, appID: "second", colour: 0x00_FF00)
    #expect(second.isActive && !first.isActive)
    return (stage, first, second)
  }

  private func keyWindow(_ stage: Stage) -> String? {
    let scene = stage.compositor.scene
    return scene.keyWindow.flatMap { scene.window($0)?.shell.appID }
  }

  @Test func aValidTokenActivatesTheWindowLikeAClick() throws {
    let (stage, first, second) = try pair()
    #expect(try stage.pixel(160, 240) == 0x00_FF00)
    var verdicts: [Event] = []
    stage.compositor.onVerdict = { verdicts.append($0.event) }
    try first.activate(try second.token(serial: second.inputs.last, asking: second.window.surface))
    #expect(first.isActive && !second.isActive)
    #expect(try stage.pixel(160, 240) == 0xFF_0000)
    #expect(keyWindow(stage) == "first")
    // The rule set gets the same events as by a click, which is done here to the other window.
    let byToken = verdicts.count
    stage.compositor.stack.makeKey(try #require(stage.compositor.scene.windows.last).id)
    stage.settle()
    #expect(verdicts.count == 2 * byToken)
  }

  /// The serial of a press or a key is valid, that of the pointer's `enter` is not.
  @Test func aPressOrKeySerialIsValidAndAnEnterSerialIsNot() throws {
    let (stage, first, second) = try pair()
    stage.compositor.input.movePointer(to: 100, 100)
    stage.settle()
    try first.activate(try second.token(serial: second.hovers.last))
    #expect(!first.isActive && !second.hovers.isEmpty)
    stage.compositor.input.pressButton(0x110, isDown: true)
    stage.compositor.input.pressButton(0x110, isDown: false)
    stage.settle()
    try first.activate(try second.token(serial: second.inputs.last))
    #expect(first.isActive)
    stage.compositor.input.pressKey(30, isDown: true)
    stage.compositor.input.pressKey(30, isDown: false)
    stage.settle()
    try second.activate(try first.token(serial: first.inputs.last))
    #expect(second.isActive)
  }

  @Test func aTokenFromAnInvalidSerialActivatesNothing() throws {
    let (stage, first, second) = try pair()
    let old = try #require(first.inputs.last)
    let made = (0..<3).map { UInt32(1_000_000 + $0) } + [0, .max]
    for serial in [old, try #require(second.inputs.last)] + made {
      let token = try first.token(serial: serial, asking: first.window.surface)
      #expect(token.count > 16)
      try first.activate(token)
      #expect(!first.isActive, "\(serial)")
    }
    try first.activate(try first.token(serial: nil))
    for token in ["", "?", String(repeating: "x", count: 3000)] { try first.activate(token) }
    #expect(!first.isActive && second.isActive)
    #expect(keyWindow(stage) == "second")
    // A serial is no longer valid once another client has received input.
    let serial = second.inputs.last
    try first.activate(try second.token(serial: serial))
    #expect(first.isActive)
    try second.activate(try second.token(serial: serial))
    #expect(first.isActive && !second.isActive)
    #expect(stage.failures.isEmpty)
  }

  @Test func aTokenIsValidOnceAndForThirtySeconds() throws {
    let (stage, first, second) = try pair()
    let token = try second.token(serial: second.inputs.last)
    let spare = try second.token(serial: second.inputs.last)
    try first.activate(token)
    #expect(first.isActive)
    try second.activate(token)
    #expect(!second.isActive)
    stage.advance(by: .seconds(31))
    try second.activate(spare)
    #expect(!second.isActive)
    let fresh = try first.token(serial: first.inputs.last)
    stage.advance(by: .seconds(29))
    try second.activate(fresh)
    #expect(second.isActive)
  }

  /// A surface that is not on the screen, or is no window, stays so and uses up the token.
  @Test func bareUnmappedAndHiddenSurfacesAreNotActivated() throws {
    let (stage, first, second) = try pair()
    let bare = try first.client.surface()
    try first.activate(try second.token(serial: second.inputs.last), bare)
    let unmapped = try TestToplevel(first.client)
    try first.activate(try second.token(serial: second.inputs.last), unmapped.surface)
    #expect(second.isActive)
    let traits = first.client.keep(
      try first.client.bind(SwivelRotationManagerV1Proxy.self).getWindow(
        surface: first.window.surface))
    try traits.hide()
    stage.settle()
    try first.activate(try second.token(serial: second.inputs.last))
    #expect(second.isActive && keyWindow(stage) == "second")
    // A minimised window was put aside by the user, and is restored.
    try traits.show()
    try first.window.toplevel.setMinimized()
    stage.settle()
    try first.activate(try second.token(serial: second.inputs.last))
    #expect(first.isActive)
    // The requesting surface is destroyed before the token is made.
    let gone = try second.client.surface()
    let token = try second.newToken()
    try token.setSurface(surface: gone)
    gone.destroy()
    try token.commit()
    first.client.expectAlive()
    second.client.expectAlive()
  }

  @Test func aTokenIsCommittedOnce() throws {
    let (stage, first, second) = try pair()
    let token = try second.newToken()
    try token.commit()
    try token.commit()
    second.client.expectError(
      "xdg_activation_token_v1", XdgActivationTokenV1.ErrorCode.alreadyUsed.rawValue)
    first.client.expectAlive()
    let other = try first.newToken()
    try other.commit()
    try other.setAppId(appId: "late")
    first.client.expectError(
      "xdg_activation_token_v1", XdgActivationTokenV1.ErrorCode.alreadyUsed.rawValue)
    #expect(stage.failures.count == 2)
  }

  /// The number of valid tokens and the number of a client's objects are bounded.
  @Test func theNumberOfTokensIsBounded() throws {
    let (stage, first, second) = try pair()
    let oldest = try second.token(serial: second.inputs.last)
    for _ in 0..<2000 { _ = try second.token(serial: second.inputs.last) }
    try first.activate(oldest)
    #expect(!first.isActive)
    let newest = try second.token(serial: second.inputs.last)
    // Tokens of a client without a valid serial do not displace those of others.
    for _ in 0..<100 { _ = try first.token(serial: 7) }
    try first.activate(newest)
    #expect(first.isActive)
    let hostile = try Peer(stage, appID: "hostile")
    // Requests beyond the socket's space fail in the client before libwayland 1.23, and wait there
    // from then on. The compositor reads 4 KiB at a time.
    for _ in 0..<50 where hostile.client.failure == nil {
      for _ in 0..<500 { _ = try hostile.newToken() }
      stage.settle()
    }
    #expect(stage.failures.count == 1)
    #expect(hostile.client.failure != nil)
    first.client.expectAlive()
  }
}
