// SPDX-License-Identifier: Apache-2.0

/// Somebody who can be blamed.
public enum Party: Sendable, Hashable {
  case app
  case delegate
  case device
  case window(WindowID)
}
