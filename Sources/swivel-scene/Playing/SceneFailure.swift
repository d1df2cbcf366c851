// SPDX-License-Identifier: Apache-2.0

/// Why the scene could not be played; the text is for people.
struct SceneFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
