// SPDX-License-Identifier: Apache-2.0
public import Arbitration
public import Text

/// The stable codes of explanations, which are never reused.
///
/// 01xx: a rotation was prevented. 02xx: no fault. 03xx: parts of the screen differ. 04xx: an
/// exception, a refused request or a cycle of questions. 05xx: the display server's result of a
/// rotation.
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
  public var title: String { patterns.english }

  /// Creates the code of a verdict, from its outcome and its conflicts.
  public init(_ verdict: Verdict) { self.init(verdict, outcome: verdict.outcome) }

  init(_ verdict: Verdict, outcome: Outcome) {
    let kinds = verdict.conflicts.map { ($0.kind, ExplanationCode($0)) }
    func code(_ wanted: [Conflict.Kind]) -> ExplanationCode? {
      kinds.first { wanted.contains($0.0) }?.1
    }
    switch outcome {
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
      let isWindow = conflict.culprits.contains { $0.window != nil }
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
  public var patterns: (english: String, chinese: String) {
    switch self {
    case .blockedByPage:
      ("the page itself refused the orientation that was asked for", "页面自己拒绝了所请求的方向")
    case .vetoByWindow:
      (
        "the page would have turned, another window or its own hold stopped it",
        "页面愿意旋转，被另一个窗口或自身的限制拦住"
      )
    case .vetoBySetting:
      (
        "the page would have turned, the app, its delegate or the device did not",
        "页面愿意旋转，应用、它的 delegate 或设备不允许"
      )
    case .emptyIntersection:
      ("the masks share no orientation, which raises an exception", "各掩码没有共同的方向，引发异常")
    case .turned: ("the page turned and the status bar agrees", "页面已旋转，状态栏与它一致")
    case .unchanged: ("nothing was to be turned", "没有需要旋转的东西")
    case .deferred: ("the turn is deferred until the app or the page allows it", "旋转被推迟，以后补上")
    case .split:
      ("status bar and page differ, and no other window is to blame", "状态栏与页面不一致，没有其他窗口要负责")
    case .hijack:
      ("another window turned the status bar, the page did not turn", "另一个窗口转动了状态栏，页面没有转")
    case .hijackAtCreation:
      (
        "a window turned the status bar when it was created, shown or given a root",
        "窗口在创建、显示或得到根控制器时转动了状态栏"
      )
    case .stuck:
      ("the window that turned the status bar is gone, and the bar stayed", "转动状态栏的窗口已离开，状态栏没有转回来")
    case .keyboardSplit:
      ("the keyboard follows the status bar and differs from the page", "键盘跟随状态栏，与页面不一致")
    case .reverseSplit:
      ("status bar and page agree, another shown window differs", "状态栏与页面一致，另一个可见窗口不一致")
    case .exception: ("an exception was raised", "引发了异常")
    case .preferredNotSupported:
      ("a controller prefers an orientation that it does not support", "控制器首选了自己不支持的方向")
    case .refused: ("the platform refused the request", "平台拒绝了请求")
    case .forwardingCycle:
      ("windows asked one another in a cycle, and a default had to answer", "窗口之间循环询问，只好用默认回答")
    case .outputConfirmed: ("the display server shows the transform", "显示服务器已显示该 transform")
    case .outputRetried: ("the change is asked for once more", "再次请求这一改动")
    case .outputRefused: ("the display server refused every attempt", "显示服务器拒绝了每一次尝试")
    case .outputCancelled:
      ("the outputs kept changing while the change was asked for", "请求改动期间输出一直在变")
    case .outputUnanswered:
      ("the display server never showed the transform", "显示服务器始终没有显示该 transform")
    case .outputUnsupported:
      ("the display server offers no way to turn the output", "显示服务器没有提供旋转输出的办法")
    case .outputByOther:
      (
        "another program rotated the output, which stays until the device turns",
        "别的程序旋转了输出，在设备再次转动之前保持不变"
      )
    case .outputOverruled:
      ("another program rotated the output, and it is rotated back", "别的程序旋转了输出，正在转回来")
    case .outputContested:
      (
        "another program keeps rotating the output, which is no longer undone",
        "别的程序不断旋转输出，不再与之相争"
      )
    }
  }
}
