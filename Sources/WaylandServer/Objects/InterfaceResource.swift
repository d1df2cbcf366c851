// SPDX-License-Identifier: Apache-2.0
public import CWaylandServer

/// A resource class that stands for one interface; generated code conforms.
public protocol InterfaceResource: Resource {
  /// The table entry of the interface.
  static var interface: UnsafePointer<wl_interface> { get }
}

extension InterfaceResource {
  /// The name of the interface on the wire.
  public static var interfaceName: String { String(cString: interface.pointee.name) }

  /// The newest version that the generated class speaks.
  public static var newestVersion: UInt32 { UInt32(interface.pointee.version) }
}
