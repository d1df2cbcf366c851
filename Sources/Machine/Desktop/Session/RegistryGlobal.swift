// SPDX-License-Identifier: Apache-2.0

/// What a registry announces.
struct RegistryGlobal {
  var name: UInt32
  var interface: String
  var version: UInt32
}
