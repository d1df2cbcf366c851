// SPDX-License-Identifier: Apache-2.0

/// The stable numbers of explanations; one is never reused for something else.
///
/// 01xx: something stopped a turn. 02xx: nothing is wrong. 03xx: parts of the screen differ. 04xx:
/// an error was raised. 05xx: what a display server made of a change.
public enum ExplanationCode: String, Sendable, Hashable, CaseIterable {
  case blockedByPage = "SW0101"
  case vetoByWindow = "SW0110"
  case vetoBySetting = "SW0111"
  case emptyIntersection = "SW0120"

  case turned = "SW0201"
  case unchanged = "SW0202"
  case deferred = "SW0203"

  case split = "SW0300"
  case hijack = "SW0301"
  case hijackAtCreation = "SW0302"
  case stuck = "SW0303"
  case keyboardSplit = "SW0304"
  case reverseSplit = "SW0305"

  case exception = "SW0400"
  case preferredNotSupported = "SW0401"
  case refused = "SW0402"
  case forwardingCycle = "SW0403"

  case outputConfirmed = "SW0501"
  case outputRetried = "SW0502"
  case outputRefused = "SW0503"
  case outputCancelled = "SW0504"
  case outputUnanswered = "SW0505"
  case outputUnsupported = "SW0506"
  case outputByOther = "SW0507"
  case outputOverruled = "SW0508"
  case outputContested = "SW0509"

  /// What the number stands for, in one sentence without a full stop.
  public var title: String {
    switch self {
    case .blockedByPage: "the page itself refused the orientation that was asked for"
    case .vetoByWindow: "the page would have turned, another window or its own hold stopped it"
    case .vetoBySetting: "the page would have turned, the app, its delegate or the device did not"
    case .emptyIntersection: "the masks share no orientation, which raises an exception"
    case .turned: "the page turned and the status bar agrees"
    case .unchanged: "nothing was to be turned"
    case .deferred: "the turn is put off and made up for later"
    case .split: "status bar and page differ, and no other window is to blame"
    case .hijack: "another window turned the status bar, the page did not turn"
    case .hijackAtCreation:
      "a window turned the status bar when it was created, shown or given a root"
    case .stuck: "the window that turned the status bar is gone, and the bar stayed"
    case .keyboardSplit: "the keyboard follows the status bar and differs from the page"
    case .reverseSplit: "status bar and page agree, another shown window differs"
    case .exception: "an exception was raised"
    case .preferredNotSupported: "a controller prefers an orientation that it does not support"
    case .refused: "the platform refused the request"
    case .forwardingCycle: "windows asked one another in a circle, and a default had to answer"
    case .outputConfirmed: "the display server shows the transform"
    case .outputRetried: "the change is asked for once more"
    case .outputRefused: "the display server refused every attempt"
    case .outputCancelled: "the outputs kept changing while the change was asked for"
    case .outputUnanswered: "the display server never showed the transform"
    case .outputUnsupported: "the display server offers no way to turn the output"
    case .outputByOther: "somebody else turned the output, which stands until the device turns"
    case .outputOverruled: "somebody else turned the output, and it is turned back"
    case .outputContested: "somebody else keeps turning the output, which is not fought any longer"
    }
  }
}
