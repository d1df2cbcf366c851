// SPDX-License-Identifier: Apache-2.0
import CWaylandClient
import Glibc

// libwayland aborts or ends the connection where these checks fail, so they come first.
extension Proxy {
  /// The interface's name on the wire.
  public final var interfaceName: String {
    raw.flatMap { wl_proxy_get_class($0) }.map { String(cString: $0) } ?? "gone"
  }

  final func canSend(since: UInt32) -> Bool {
    guard let raw else { return false }
    return since == 1 || wl_proxy_get_version(raw) >= since
  }

  final func check(since: UInt32, _ request: StaticString) throws(WaylandError) {
    guard let raw else { throw .objectGone(request: "\(request)") }
    guard since == 1 || wl_proxy_get_version(raw) >= since else {
      throw .requestTooNew(
        interface: interfaceName, request: "\(request)", since: since, bound: version)
    }
  }

  final func check(argument: Proxy?, _ request: StaticString) throws(WaylandError) {
    guard let argument else { return }
    guard argument.isAlive, argument.connection === connection else {
      throw .objectGone(request: "\(request)")
    }
  }

  final func check(descriptor: Int32, _ request: StaticString) throws(WaylandError) {
    guard fcntl(descriptor, F_GETFD) >= 0 else { throw .badDescriptor(request: "\(request)") }
  }

  final func created<Created: InterfaceProxy>(
    _ raw: OpaquePointer?, as type: Created.Type, _ request: StaticString
  ) throws(WaylandError) -> Created {
    guard let raw else { throw .creationFailed(request: "\(request)", errno: errno) }
    return Created(adopting: raw, connection: connection)
  }
}
