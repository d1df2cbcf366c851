// SPDX-License-Identifier: Apache-2.0
public import CWlcs

/// Called by wlcs once for each test.
@_cdecl("swivel_wlcs_create")
public func create(
  _ count: Int32, _ words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) -> UnsafeMutablePointer<wlcs_abi_server>? {
  let server = UnsafeMutablePointer<wlcs_abi_server>.allocate(capacity: 1)
  unsafe server.initialize(to: wlcs_abi_server())
  unsafe server.pointee.version = 3
  unsafe server.pointee.context = Unmanaged.passRetained(ServerUnderTest()).toOpaque()
  unsafe server.pointee.stop = { unsafe ServerUnderTest.of($0)?.stop() }
  unsafe server.pointee.client_socket = { unsafe ServerUnderTest.of($0)?.connect() ?? -1 }
  unsafe server.pointee.place = { server, display, surface, x, y in
    unsafe ServerUnderTest.of(server)?.place(display, surface, x, y)
  }
  unsafe server.pointee.pointer = { unsafe Hands.pointer(ServerUnderTest.of($0)) }
  unsafe server.pointee.touch = { unsafe Hands.touch(ServerUnderTest.of($0)) }
  unsafe server.pointee.globals = { _ in unsafe GlobalList.shared }
  unsafe server.pointee.start_here = { server, loop in
    unsafe ServerUnderTest.of(server)?.run(serving: loop)
  }
  return unsafe server
}

/// Called by wlcs when a test is over.
@_cdecl("swivel_wlcs_destroy")
public func destroy(_ server: UnsafeMutablePointer<wlcs_abi_server>?) {
  guard let server = unsafe server else { return }
  if let context = unsafe server.pointee.context {
    unsafe Unmanaged<ServerUnderTest>.fromOpaque(context).release()
  }
  unsafe server.deallocate()
}
