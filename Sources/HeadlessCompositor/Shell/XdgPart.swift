// SPDX-License-Identifier: Apache-2.0

/// A toplevel or a popup, as its `xdg_surface` sees it.
protocol XdgPart: AnyObject {
  var isMapped: Bool { get }
  /// Sends the first configure after the first commit.
  func configureFirst()
  /// A commit is about to be applied; false after a protocol error.
  func mayCommit() -> Bool
  /// The client has answered a configure.
  func acknowledged(_ serial: UInt32)
  /// The surface has got its first content.
  func map()
  /// The surface has lost its content.
  func unmap()
  /// A commit has been applied.
  func committed()
  /// The surface or the `xdg_surface` has gone.
  func surfaceEnded()
}
