// SPDX-License-Identifier: Apache-2.0

/// How well a rule is supported: the best evidence for the part that decides something.
public enum RuleMark: String, CaseIterable, Sendable, Hashable {
  /// The platform's own documentation, header, release note or published source code.
  case documented
  /// Names visible in a class dump; the meaning is read from the name.
  case classDump = "class-dump"
  /// A published bug report, measurement or open-source work-around.
  case empirical
  /// Only one of the five seed articles says so.
  case seed
  /// Concluded from other rules; no source says it outright.
  case inferred
  /// A choice of this project.
  case ours
}
