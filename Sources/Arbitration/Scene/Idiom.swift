// SPDX-License-Identifier: Apache-2.0

/// The kind of device that defaults depend on (V-8, V-12).
public enum Idiom: String, Sendable, Hashable, CaseIterable {
  case phone
  case pad
}
