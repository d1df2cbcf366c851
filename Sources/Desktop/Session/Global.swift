// SPDX-License-Identifier: Apache-2.0

/// Something that the registry offers.
struct Global {
  var name: UInt32
  var interface: String
  var version: UInt32
}
