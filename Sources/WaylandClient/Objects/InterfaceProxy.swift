// SPDX-License-Identifier: Apache-2.0
public import CWaylandClient

/// A proxy class that stands for one interface; generated code conforms.
public protocol InterfaceProxy: Proxy {
  /// The table entry of the interface.
  static var interface: UnsafePointer<wl_interface> { get }
}
