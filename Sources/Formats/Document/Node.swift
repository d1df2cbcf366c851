// SPDX-License-Identifier: Apache-2.0

/// One value of a YAML document, with its place in the file.
public struct Node: Equatable, Sendable {
  /// The value itself.
  public let content: Content
  /// Where the value begins.
  public let mark: Mark

  /// Makes a node from a value and its place.
  public init(_ content: Content, at mark: Mark) {
    self.content = content
    self.mark = mark
  }

  /// Makes the error that reports `problem` at this value; see ``Mark/error(_:valid:near:)``.
  public func error(
    _ problem: String, valid: [String] = [], near given: String? = nil
  ) -> InputError {
    mark.error(problem, valid: valid, near: given)
  }
}
