// SPDX-License-Identifier: Apache-2.0

/// Who answers for a controller: data at hand, or somebody who has to be asked.
public enum PolicySource: Sendable, Hashable {
  /// Written down; read at once.
  case declared(DeclaredPolicy)
  /// A plug-in or a client, asked by effect and answering by event.
  case live(LivePolicy)
}
