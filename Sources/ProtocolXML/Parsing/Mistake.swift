// SPDX-License-Identifier: Apache-2.0

/// A mistake before the file's name is known.
struct Mistake: Error {
  var position: SourcePosition
  var reason: String
}
