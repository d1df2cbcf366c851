// SPDX-License-Identifier: Apache-2.0
public import EventLoop
import Glibc

/// A virtual tablet-mode switch (uinput), from which compositors learn a tablet mode that no driver
/// reports.
///
/// The kernel removes the device when its descriptor is closed, so it never outlives the process.
public final class TabletModeSwitch {
  /// The device's name, by which `InputDevice` recognises and ignores it.
  static let name = "Swivel Tablet Mode"

  /// The system calls for uinput, which tests replace.
  public struct Access {
    /// Opens a node for writing; returns a descriptor, or -1 with `errno`.
    var open: (_ path: String) -> Int32
    /// Sends a request with a number or the bytes of a struct; returns -1 with `errno` on failure.
    var control: (_ descriptor: Int32, _ request: UInt, _ argument: Argument) -> Int32

    /// Creates an access from two functions.
    public init(
      open: @escaping (String) -> Int32, control: @escaping (Int32, UInt, Argument) -> Int32
    ) {
      self.open = open
      self.control = control
    }

    /// The kernel's system calls.
    public static var kernel: Access {
      Access { path in
        unsafe Glibc.open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
      } control: { descriptor, request, argument in
        switch argument {
        case .number(let number): return ioctl(descriptor, request, number)
        case .bytes(var bytes):
          return unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return -1 }
            return unsafe ioctl(descriptor, request, start)
          }
        }
      }
    }
  }

  /// The argument of a request.
  public enum Argument: Equatable {
    /// A number in place of a pointer.
    case number(Int32)
    /// The bytes of the struct that the pointer refers to.
    case bytes([UInt8])
  }

  private static let switchType: UInt16 = 5
  /// UI_SET_EVBIT, UI_SET_SWBIT, UI_DEV_SETUP and UI_DEV_CREATE of linux/uinput.h.
  private static let setType: UInt = 0x4004_5564
  private static let setSwitch: UInt = 0x4004_556D
  private static let setUp: UInt = 0x405C_5503
  private static let create: UInt = 0x5501

  private let descriptor: Int32
  private var isOn = false

  /// Creates the switch, which is off; throws if a tree's `/dev/uinput` cannot be used.
  public static func make(
    in tree: DeviceTree, access: Access = .kernel
  ) throws(SystemError) -> TabletModeSwitch {
    let path = tree.path("/dev/uinput")
    let descriptor = access.open(path)
    guard descriptor >= 0 else { throw SystemError(call: path, code: errno) }
    let device = TabletModeSwitch(descriptor)
    let requests: [(UInt, Argument)] = [
      (setType, .number(Int32(switchType))),
      (setSwitch, .number(Int32(InputEventDecoder.tabletModeCode))),
      (setUp, .bytes(description)), (create, .number(0)),
    ]
    for (request, argument) in requests where access.control(descriptor, request, argument) < 0 {
      throw SystemError(call: path, code: errno)
    }
    return device
  }

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The struct uinput_setup: bus, vendor, product, version, name and the number of effects.
  private static var description: [UInt8] {
    // The first field is BUS_VIRTUAL.
    let identity: [UInt8] = [6, 0, 0, 0, 0, 0, 0, 0]
    return identity + Array(name.utf8) + [UInt8](repeating: 0, count: 84 - name.utf8.count)
  }

  /// Sets the switch on or off.
  public func set(_ isOn: Bool) {
    guard isOn != self.isOn else { return }
    self.isOn = isOn
    let bytes =
      Self.event(Self.switchType, InputEventDecoder.tabletModeCode, isOn ? 1 : 0)
      + Self.event(0, 0, 0)
    _ = unsafe write(descriptor, bytes, bytes.count)
  }

  private static func event(_ type: UInt16, _ code: UInt16, _ value: UInt8) -> [UInt8] {
    [UInt8](repeating: 0, count: InputRecords.size - 8)
      + [UInt8(type), 0, UInt8(code), 0, value, 0, 0, 0]
  }
}
