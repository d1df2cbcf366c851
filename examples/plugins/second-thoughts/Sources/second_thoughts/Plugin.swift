// SPDX-License-Identifier: Apache-2.0
import CSwivelPlugin

// The host calls on one thread, and keeps what it is given until the process ends.
private nonisolated(unsafe) var policy = Policy()
private nonisolated(unsafe) let identifier = permanent("second-thoughts")
private nonisolated(unsafe) let table = UnsafeMutablePointer<swivel_policy_v1>.allocate(capacity: 1)
private nonisolated(unsafe) let plugin = UnsafeMutablePointer<swivel_plugin_v1>.allocate(
  capacity: 1)

/// What the host looks up when it loads the library.
@_cdecl("swivel_plugin_entry_v1")
public func entry(_ host: UnsafePointer<swivel_host_v1>?) -> UnsafePointer<swivel_plugin_v1>? {
  guard let host = host?.pointee else { return nil }
  if let text = host.option(host.context, "asks"), let asks = Int(String(cString: text)) {
    policy.asks = asks
  }
  var verbs = swivel_policy_v1()
  verbs.size = UInt32(MemoryLayout<swivel_policy_v1>.size)
  verbs.confirm = { _, query, answer in
    guard let query = query?.pointee, let answer else { return SWIVEL_FAULT }
    // Nothing is proposed, or the window is shown like that already.
    guard query.proposed != SWIVEL_UNKNOWN, query.proposed != query.current else {
      return SWIVEL_NO_OPINION
    }
    answer.pointee.given = SWIVEL_GIVES_AUTOROTATE
    answer.pointee.autorotate = policy.turns(query.window, to: query.proposed) ? 1 : 0
    return SWIVEL_ANSWERED
  }
  verbs.advise = { _, news, window in
    if news == SWIVEL_NEWS_GONE, let window { policy.forget(window.pointee.window) }
  }
  table.initialize(to: verbs)

  var own = swivel_plugin_v1()
  own.size = UInt32(MemoryLayout<swivel_plugin_v1>.size)
  own.abi_major = SWIVEL_ABI_MAJOR
  own.abi_minor = SWIVEL_ABI_MINOR
  own.kind = SWIVEL_KIND_POLICY
  own.id = UnsafePointer(identifier)
  own.policy = UnsafePointer(table)
  plugin.initialize(to: own)
  return UnsafePointer(plugin)
}

/// A copy of a text that nobody frees.
private func permanent(_ text: String) -> UnsafeMutablePointer<CChar> {
  let bytes = Array(text.utf8CString)
  let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
  copy.initialize(from: bytes, count: bytes.count)
  return copy
}
