// SPDX-License-Identifier: Apache-2.0
import CWlcs
import HeadlessCompositor

/// The pointers and fingers that wlcs asks for.
enum Hands {
  static func pointer(_ server: ServerUnderTest?) -> UnsafeMutablePointer<wlcs_abi_pointer>? {
    guard let server else { return nil }
    let pointer = UnsafeMutablePointer<wlcs_abi_pointer>.allocate(capacity: 1)
    pointer.initialize(to: wlcs_abi_pointer())
    pointer.pointee.version = 1
    pointer.pointee.context = Unmanaged.passRetained(server).toOpaque()
    pointer.pointee.move_to = { pointer, x, y in
      Hands.compositor(pointer?.pointee.context)?.input
        .movePointer(to: Double(x) / 256, Double(y) / 256)
    }
    pointer.pointee.move_by = { pointer, x, y in
      Hands.compositor(pointer?.pointee.context)?.input
        .movePointer(by: Double(x) / 256, Double(y) / 256)
    }
    pointer.pointee.press = { pointer, button in
      Hands.compositor(pointer?.pointee.context)?.input
        .pressButton(UInt32(truncatingIfNeeded: button), isDown: true)
    }
    pointer.pointee.release = { pointer, button in
      Hands.compositor(pointer?.pointee.context)?.input
        .pressButton(UInt32(truncatingIfNeeded: button), isDown: false)
    }
    pointer.pointee.destroy = { pointer in
      Hands.server(pointer?.pointee.context)?.release()
      pointer?.deallocate()
    }
    return pointer
  }

  static func touch(_ server: ServerUnderTest?) -> UnsafeMutablePointer<wlcs_abi_touch>? {
    guard let server else { return nil }
    let touch = UnsafeMutablePointer<wlcs_abi_touch>.allocate(capacity: 1)
    touch.initialize(to: wlcs_abi_touch())
    touch.pointee.version = 1
    touch.pointee.context = Unmanaged.passRetained(server).toOpaque()
    touch.pointee.down = { touch, x, y in
      Hands.onItsThread(touch?.pointee.context) { $0.input.touchDown(0, at: Double(x), Double(y)) }
    }
    touch.pointee.move = { touch, x, y in
      Hands.onItsThread(touch?.pointee.context) { $0.input.touchMove(0, to: Double(x), Double(y)) }
    }
    touch.pointee.up = { touch in Hands.onItsThread(touch?.pointee.context) { $0.input.touchUp(0) }
    }
    touch.pointee.destroy = { touch in
      Hands.server(touch?.pointee.context)?.release()
      touch?.deallocate()
    }
    return touch
  }

  private static func server(_ context: UnsafeMutableRawPointer?) -> Unmanaged<ServerUnderTest>? {
    context.map { Unmanaged<ServerUnderTest>.fromOpaque($0) }
  }

  private static func compositor(_ context: UnsafeMutableRawPointer?) -> HeadlessCompositor? {
    server(context)?.takeUnretainedValue().compositor
  }

  // Calls of touch come from the test's thread.
  private static func onItsThread(
    _ context: UnsafeMutableRawPointer?, _ action: @escaping (HeadlessCompositor) -> Void
  ) {
    guard let server = server(context)?.takeUnretainedValue() else { return }
    server.errands.run { [unowned server] in
      if let compositor = server.compositor { action(compositor) }
    }
  }
}
