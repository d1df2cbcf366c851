// SPDX-License-Identifier: Apache-2.0
public import Orientation

/// A way to turn the outputs of a session.
///
/// All use is on the session's thread.
public protocol TransformApplier: AnyObject {
  /// What it is called after `--applier` and in messages.
  var name: String { get }

  /// Why it cannot turn an output now, in words; nil if it can.
  func obstacle(to output: String) -> String?

  /// Asks the display server for a change; `onEnd` is called once, perhaps before this returns.
  ///
  /// Success is a hint only: the output's own report confirms the transform.
  func apply(_ change: OutputChange, onEnd: @escaping (ChangeResult) -> Void)

  /// The transform of an output: by the applier's own reports, or what wl_output has said of it.
  func transform(of output: String, beside wire: Transform) -> Transform
}

extension TransformApplier {
  /// Nothing is reported beside wl_output.
  public func transform(of output: String, beside wire: Transform) -> Transform { wire }
}

/// What the compositor answered to a change.
public enum ChangeResult: Sendable, Hashable {
  /// It says that it did; only the output's own report confirms it.
  case succeeded
  /// It refused.
  case failed
  /// It refused and said why.
  case refused(reason: String)
  /// The outputs changed in between; try again after the next report.
  case cancelled
  /// Nothing was asked, because it cannot work.
  case unsupported(reason: String)

  /// Whether the compositor did not want what was asked for.
  var isRefusal: Bool {
    switch self {
    case .failed, .refused: true
    case .succeeded, .cancelled, .unsupported: false
    }
  }
}
