// SPDX-License-Identifier: Apache-2.0
public import Arbitration

/// The stable codes of explanations, which are never reused.
///
/// 01xx: something stopped a turn. 02xx: nothing is wrong. 03xx: parts of the screen differ. 04xx:
/// an error was raised. 05xx: the display server's result of a change.
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

  /// The code's meaning, in one sentence without a full stop.
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

  /// Creates the code of a verdict: that of its error, split, hold, conflict or outcome.
  public init(_ verdict: Verdict) {
    let kinds = verdict.conflicts.map { ($0.kind, ExplanationCode($0)) }
    func code(_ wanted: [Conflict.Kind]) -> ExplanationCode? {
      kinds.first { wanted.contains($0.0) }?.1
    }
    switch verdict.outcome {
    case .exception: self = code([.emptyIntersection, .preferredNotSupported]) ?? .exception
    case .refused: self = .refused
    case .split: self = code([.stuck, .hijackAtCreation, .hijack]) ?? .split
    case .deferred: self = .deferred
    case .turned: self = code([.forwardingCycle, .reverseSplit]) ?? .turned
    case .unchanged: self = code([.forwardingCycle, .reverseSplit]) ?? .unchanged
    case .blocked: self = code([.veto, .forwardingCycle]) ?? .blockedByPage
    }
  }

  /// Creates the code of a conflict.
  public init(_ conflict: Conflict) {
    switch conflict.kind {
    case .emptyIntersection: self = .emptyIntersection
    case .preferredNotSupported: self = .preferredNotSupported
    case .forwardingCycle: self = .forwardingCycle
    case .stuck: self = .stuck
    case .hijackAtCreation: self = .hijackAtCreation
    case .hijack: self = .hijack
    case .unwritten: self = .split
    case .keyboardSplit: self = .keyboardSplit
    case .reverseSplit: self = .reverseSplit
    case .veto:
      let isWindow = conflict.culprits.contains { if case .window = $0 { true } else { false } }
      self = isWindow ? .vetoByWindow : .vetoBySetting
    }
  }

  /// Creates the code of a display server's result.
  public init(_ result: OutputReport.Result) {
    switch result {
    case .confirmed: self = .outputConfirmed
    case .retried: self = .outputRetried
    case .refused: self = .outputRefused
    case .cancelled: self = .outputCancelled
    case .unanswered: self = .outputUnanswered
    case .unsupported: self = .outputUnsupported
    case .byOther: self = .outputByOther
    case .overruled: self = .outputOverruled
    case .contested: self = .outputContested
    }
  }
}

extension ExplanationCode: Phrase {
  /// The code's meaning in every language.
  public var patterns: (english: String, chinese: String) { (title, chinese) }

  private var chinese: String {
    switch self {
    case .blockedByPage: "页面自己拒绝了所请求的方向"
    case .vetoByWindow: "页面愿意旋转，被另一个窗口或自身的限制拦住"
    case .vetoBySetting: "页面愿意旋转，应用、它的 delegate 或设备不允许"
    case .emptyIntersection: "各掩码没有共同的方向，引发异常"
    case .turned: "页面已旋转，状态栏与它一致"
    case .unchanged: "没有需要旋转的东西"
    case .deferred: "旋转被推迟，以后补上"
    case .split: "状态栏与页面不一致，没有其他窗口要负责"
    case .hijack: "另一个窗口转动了状态栏，页面没有转"
    case .hijackAtCreation: "窗口在创建、显示或得到根控制器时转动了状态栏"
    case .stuck: "转动状态栏的窗口已离开，状态栏没有转回来"
    case .keyboardSplit: "键盘跟随状态栏，与页面不一致"
    case .reverseSplit: "状态栏与页面一致，另一个可见窗口不一致"
    case .exception: "引发了异常"
    case .preferredNotSupported: "控制器首选了自己不支持的方向"
    case .refused: "平台拒绝了请求"
    case .forwardingCycle: "窗口之间循环询问，只好用默认回答"
    case .outputConfirmed: "显示服务器已显示该 transform"
    case .outputRetried: "再次请求这一改动"
    case .outputRefused: "显示服务器拒绝了每一次尝试"
    case .outputCancelled: "请求改动期间输出一直在变"
    case .outputUnanswered: "显示服务器始终没有显示该 transform"
    case .outputUnsupported: "显示服务器没有提供旋转输出的办法"
    case .outputByOther: "别的程序旋转了输出，在设备再次转动之前保持不变"
    case .outputOverruled: "别的程序旋转了输出，正在转回来"
    case .outputContested: "别的程序不断旋转输出，不再与之相争"
    }
  }
}
