// SPDX-License-Identifier: Apache-2.0
import CWlcs

/// What the compositor offers, as wlcs wants it told.
enum GlobalList {
  private static let globals: [(StaticString, UInt32)] = [
    ("wl_compositor", 5), ("wl_subcompositor", 1), ("wl_shm", 1), ("wl_seat", 8),
    ("wl_output", 4), ("wl_data_device_manager", 3), ("xdg_wm_base", 3),
    ("zxdg_output_manager_v1", 3), ("zwlr_layer_shell_v1", 4),
    ("zwlr_foreign_toplevel_manager_v1", 3), ("zwlr_virtual_pointer_manager_v1", 2),
    ("zwp_primary_selection_device_manager_v1", 1), ("xdg_activation_v1", 1),
  ]

  /// Lives as long as the process, like the strings in it.
  nonisolated(unsafe) static let shared: UnsafePointer<wlcs_abi_globals> = {
    let list = UnsafeMutablePointer<wlcs_abi_global>.allocate(capacity: globals.count)
    for (index, (name, version)) in globals.enumerated() {
      let text = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
      unsafe (list + index).initialize(to: wlcs_abi_global(name: text, version: version))
    }
    let all = UnsafeMutablePointer<wlcs_abi_globals>.allocate(capacity: 1)
    unsafe all.initialize(to: wlcs_abi_globals(version: 1, count: globals.count, list: list))
    return unsafe UnsafePointer(all)
  }()
}
