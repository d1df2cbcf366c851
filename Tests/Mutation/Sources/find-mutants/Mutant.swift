// SPDX-License-Identifier: Apache-2.0

/// A place in a source and what could stand there instead.
struct Mutant: Encodable {
  /// How the original and the other code become one that a switch decides between.
  enum Form: String, Encodable {
    /// An expression of any type: `(switch ? (mutated) : (original))`.
    case either
    /// An expression of type Bool that is denied: `(switch != (original))`.
    case denied
    /// A statement that is left out: `if !switch { original }`.
    case removed
    /// A statement with another in its place: `if switch { mutated } else { original }`.
    case replaced
  }

  /// What kind of change it is: bound, negation, connective, arithmetic, constant, removal, case.
  let kind: String
  let form: Form
  /// The file, as it was given on the command line.
  let file: String
  /// The line of the original, from 1.
  let line: Int
  /// The declarations around it, outermost first, such as `Classifier.judge(_:at:)`.
  let function: String
  /// The bytes of the original in its file.
  let start: Int
  let end: Int
  /// The code that takes its place; empty where `form` says it all.
  let code: String
  /// The original and the mutated code for people, each on one line.
  let original: String
  let mutated: String
}
