// SPDX-License-Identifier: Apache-2.0
public import Arbitration
import CSwivelPlugin
import Orientation

/// A policy that a plug-in library implements through the C interface.
@safe
public final class LibraryPolicy: RootPolicy {
  private let plugin: LibraryPlugin
  // SAFETY: table and state belong to a library that is never unloaded.
  private let table: swivel_policy_v1
  private let state: UnsafeMutableRawPointer?

  /// Creates a policy from a loaded library of kind policy; throws if its table or the function
  /// `confirm` is missing.
  public init(_ plugin: LibraryPlugin) throws(PluginError) {
    self.plugin = plugin
    table = try unsafe plugin.part(
      plugin.table.policy, "swivel_policy_v1", blank: swivel_policy_v1())
    unsafe state = plugin.table.state
    guard unsafe table.confirm != nil else {
      throw PluginError(plugin.manifest, "its swivel_policy_v1 has no confirm")
    }
  }

  /// Passes the notification to the library, if it has a function for that; the outcome of a
  /// decision is not passed.
  public func advise(_ notification: PolicyNotification) {
    guard let advise = unsafe table.advise else { return }
    switch notification {
    case .appeared(let query):
      unsafe Self.with(query) { unsafe advise(state, SWIVEL_NEWS_APPEARED, $0) }
    case .gone(let window):
      unsafe Self.with(PolicyQuery(window: window)) { unsafe advise(state, SWIVEL_NEWS_GONE, $0) }
    case .decided(let query, _):
      unsafe Self.with(query) { unsafe advise(state, SWIVEL_NEWS_DECIDED, $0) }
    }
  }

  /// Passes the question to the library and checks the answer; returns `nil` if the library has no
  /// opinion.
  public func confirm(_ query: PolicyQuery) throws(PolicyFault) -> DeclaredPolicy? {
    guard let confirm = unsafe table.confirm else { return nil }
    var answer = swivel_answer_v1()
    answer.size = UInt32(MemoryLayout<swivel_answer_v1>.size)
    let result = unsafe Self.with(query) { unsafe confirm(state, $0, &answer) }
    switch result {
    case SWIVEL_ANSWERED: return try Self.read(answer)
    case SWIVEL_NO_OPINION: return nil
    default: throw PolicyFault("confirm returned \(result)")
    }
  }

  /// Passes a rotation to the library, and stops the library at the end; at the start, connects its
  /// log and its requests for decisions to the host.
  public func handle(_ command: PolicyCommand) {
    switch command {
    case .start(let context):
      plugin.host.onLine = context.log
      plugin.host.onReconsider = context.reconsider
    case .turned(let query, _):
      guard let handle = unsafe table.handle else { return }
      unsafe Self.with(query) { unsafe handle(state, SWIVEL_ORDER_TURNED, $0) }
    case .stop: plugin.stop()
    }
  }

  private static func read(_ answer: swivel_answer_v1) throws(PolicyFault) -> DeclaredPolicy {
    var policy = DeclaredPolicy()
    if answer.given & SWIVEL_GIVES_AUTOROTATE != 0 {
      guard answer.autorotate <= 1 else {
        throw PolicyFault("autorotate is \(answer.autorotate), which is neither 0 nor 1")
      }
      policy.autorotate = answer.autorotate == 1
    }
    // The common check of all policies' answers rejects invalid bits.
    if answer.given & SWIVEL_GIVES_SUPPORTED != 0 {
      policy.supported = OrientationMask(rawValue: answer.supported)
    }
    if answer.given & SWIVEL_GIVES_PREFERRED != 0 {
      guard let number = UInt8(exactly: answer.preferred),
        let wish = InterfaceOrientation(rawValue: number)
      else { throw PolicyFault("it prefers \(answer.preferred), which is no orientation") }
      policy.preferred = wish == .unknown ? nil : wish
    }
    let known = SWIVEL_GIVES_AUTOROTATE | SWIVEL_GIVES_SUPPORTED | SWIVEL_GIVES_PREFERRED
    guard answer.given & ~known == 0 else {
      throw PolicyFault("given is 0x\(String(answer.given, radix: 16)), which has unknown bits")
    }
    return policy
  }

  private static func with<Result>(
    _ query: PolicyQuery, _ body: (UnsafePointer<swivel_query_v1>) -> Result
  ) -> Result {
    unsafe query.appID.withCString { appID in
      var flags: UInt32 = 0
      if query.isFocused { flags |= SWIVEL_WINDOW_FOCUSED }
      if query.isFullscreen { flags |= SWIVEL_WINDOW_FULLSCREEN }
      if query.isHidden { flags |= SWIVEL_WINDOW_MINIMIZED }
      if query.mayVeto { flags |= SWIVEL_WINDOW_MAY_VETO }
      var facts = unsafe swivel_query_v1(
        size: UInt32(MemoryLayout<swivel_query_v1>.size), window: query.window.rawValue,
        proposed: UInt32(query.proposed.rawValue), current: UInt32(query.current.rawValue),
        flags: flags, reserved: 0, app_id: appID)
      return unsafe body(&facts)
    }
  }
}
