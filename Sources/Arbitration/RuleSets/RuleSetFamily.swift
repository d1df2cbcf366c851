// SPDX-License-Identifier: Apache-2.0

/// The vocabularies of scenes; keys of one family are errors in another.
public enum RuleSetFamily: String, Sendable, Hashable, CaseIterable {
  case uikit
  case android
  case chromeos
  case desktop
}
