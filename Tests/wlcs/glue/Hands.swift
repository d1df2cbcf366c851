// SPDX-License-Identifier: Apache-2.0
import CWlcs
import HeadlessCompositor

/// The pointers and fingers that wlcs asks for.
enum Hands {
  static func pointer(_ server: ServerUnderTest?) -> UnsafeMutablePointer<wlcs_abi_pointer>? {
    guard let server else { return nil }
    let pointer = UnsafeMutablePointer<wlcs_abi_pointer>.allocate(capacity: 1)
    unsafe pointer.initialize(to: wlcs_abi_pointer())
    unsafe pointer.pointee.version = 1
    unsafe pointer.pointee.context = Unmanaged.passRetained(server).toOpaque()
    unsafe pointer.pointee.move_to = { pointer, x, y in
      unsafe Hands.compositor(pointer?.pointee.context)?.input
        .movePointer(to: Double(x) / 256, Double(y) / 256)
    }
    unsafe pointer.pointee.move_by = { pointer, x, y in
      unsafe Hands.compositor(pointer?.pointee.context)?.input
        .movePointer(by: Double(x) / 256, Double(y) / 256)
    }
    unsafe pointer.pointee.press = { pointer, button in
      unsafe Hands.compositor(pointer?.pointee.context)?.input
        .pressButton(UInt32(truncatingIfNeeded: button), isDown: true)
    }
    unsafe pointer.pointee.release = { pointer, button in
      unsafe Hands.compositor(pointer?.pointee.context)?.input
        .pressButton(UInt32(truncatingIfNeeded: button), isDown: false)
    }
    unsafe pointer.pointee.destroy = { pointer in
      unsafe Hands.server(pointer?.pointee.context)?.release()
      unsafe pointer?.deallocate()
    }
    return unsafe pointer
  }

  static func touch(_ server: ServerUnderTest?) -> UnsafeMutablePointer<wlcs_abi_touch>? {
    guard let server else { return nil }
    let touch = UnsafeMutablePointer<wlcs_abi_touch>.allocate(capacity: 1)
    unsafe touch.initialize(to: wlcs_abi_touch())
    unsafe touch.pointee.version = 1
    unsafe touch.pointee.context = Unmanaged.passRetained(server).toOpaque()
    unsafe touch.pointee.down = { touch, x, y in
      unsafe Hands.onItsThread(touch?.pointee.context) {
        $0.input.touchDown(0, at: Double(x), Double(y))
      }
    }
    unsafe touch.pointee.move = { touch, x, y in
      unsafe Hands.onItsThread(touch?.pointee.context) {
        $0.input.touchMove(0, to: Double(x), Double(y))
      }
    }
    unsafe touch.pointee.up = { touch in
      unsafe Hands.onItsThread(touch?.pointee.context) { $0.input.touchUp(0) }
    }
    unsafe touch.pointee.destroy = { touch in
      unsafe Hands.server(touch?.pointee.context)?.release()
      unsafe touch?.deallocate()
    }
    return unsafe touch
  }

  private static func server(_ context: UnsafeMutableRawPointer?) -> Unmanaged<ServerUnderTest>? {
    unsafe context.map { unsafe Unmanaged<ServerUnderTest>.fromOpaque($0) }
  }

  private static func compositor(_ context: UnsafeMutableRawPointer?) -> HeadlessCompositor? {
    unsafe server(context)?.takeUnretainedValue().compositor
  }

  // Calls of touch come from the test's thread.
  private static func onItsThread(
    _ context: UnsafeMutableRawPointer?, _ action: @escaping (HeadlessCompositor) -> Void
  ) {
    guard let server = unsafe server(context)?.takeUnretainedValue() else { return }
    server.errands.run { [unowned server] in
      if let compositor = server.compositor { action(compositor) }
    }
  }
}
