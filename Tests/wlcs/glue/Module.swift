// SPDX-License-Identifier: Apache-2.0
public import CWlcs

/// Called by wlcs once for each test.
@_cdecl("swivel_wlcs_create")
public func create(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> UnsafeMutablePointer<wlcs_abi_server>? {
  let server = UnsafeMutablePointer<wlcs_abi_server>.allocate(capacity: 1)
  server.initialize(to: wlcs_abi_server())
  server.pointee.version = 3
  server.pointee.context = Unmanaged.passRetained(ServerUnderTest()).toOpaque()
  server.pointee.stop = { ServerUnderTest.of($0)?.stop() }
  server.pointee.client_socket = { ServerUnderTest.of($0)?.connect() ?? -1 }
  server.pointee.place = { server, display, surface, x, y in
    ServerUnderTest.of(server)?.place(display, surface, x, y)
  }
  server.pointee.pointer = { Hands.pointer(ServerUnderTest.of($0)) }
  server.pointee.touch = { Hands.touch(ServerUnderTest.of($0)) }
  server.pointee.globals = { _ in GlobalList.shared }
  server.pointee.start_here = { server, loop in ServerUnderTest.of(server)?.run(serving: loop) }
  return server
}

/// Called by wlcs when a test is over.
@_cdecl("swivel_wlcs_destroy")
public func destroy(_ server: UnsafeMutablePointer<wlcs_abi_server>?) {
  guard let server else { return }
  if let context = server.pointee.context {
    Unmanaged<ServerUnderTest>.fromOpaque(context).release()
  }
  server.deallocate()
}
