// SPDX-License-Identifier: Apache-2.0

/// The few inks used; raw values are ANSI's numbers.
enum Ink: Int, Sendable {
  case bold = 1
  case dim = 2
  case red = 31
  case green = 32
  case yellow = 33
}
