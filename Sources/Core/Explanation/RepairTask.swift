// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Counterfactuals
import Orientation
import Text

/// The description of a repair's changes as tasks, in the terms of the app's platform.
struct RepairTask: Sendable {
  private let blame: BlameText

  init(_ blame: BlameText) { self.blame = blame }

  private var evidence: Evidence { blame.evidence }

  private func say(_ phrase: TaskPhrase, _ parameters: String...) -> String {
    phrase.filled(evidence.language, parameters)
  }

  /// Returns a change as a task, such as `in the root view controller of "main": shouldAutorotate
  /// returns false`.
  ///
  /// Changes of answers under other rule sets than UIKit's are in the notation of a list of
  /// repairs.
  func text(_ change: Intervention) -> String {
    switch (change.subject, change.override) {
    case (.lock, _): return say(.unlock)
    case (.party(.window(let id)), .leaves):
      return evidence.say(RemedyPhrase.createLate, evidence.quotedName(of: id))
    case (.party(.window(let id)), .shows(let isShown)):
      return say(isShown ? .show : .hide, evidence.quotedName(of: id))
    case (.party(.device), _): return say(.otherDevice)
    default: break
    }
    guard let uikit = blame.rules.uikit else { return blame.takes(change) }
    return switch change.subject {
    case .party(.app): say(.infoList, list(change.override))
    case .party(.delegate): say(.delegate, list(change.override))
    case .party(.window(let id)): controller(of: id, change.override, uikit)
    case .lock, .party(.device): blame.takes(change)
    }
  }

  private func list(_ override: Intervention.Override) -> String {
    switch override {
    case .supports(let mask): names(mask)
    case .refuses: say(.nothing)
    case .standard, .follows, .leaves, .shows: say(.standard)
    case .agrees: names(.all)
    }
  }

  private func controller(
    of id: WindowID, _ override: Intervention.Override, _ uikit: UIKitTraits
  ) -> String {
    let (name, current) = (evidence.quotedName(of: id), evidence.orientationBefore(id))
    switch override {
    case .follows:
      let page = evidence.verdict.page.map { evidence.quotedName(of: $0.window) }
      return say(.follow, name, page ?? say(.keyWindow))
    case .agrees, .standard, .leaves, .shows:
      return say(.controller, name, answers(override == .agrees ? .all : nil, uikit))
    case .supports(let mask): return say(.controller, name, answers(mask, uikit))
    case .refuses:
      if evidence.saysNo(id) || !uikit.asksAutorotate, uikit.hasMasks {
        return say(.controller, name, say(.mask, names(current)))
      }
      return say(.controller, name, say(uikit.hasMasks ? .never : .neverBefore6))
    }
  }

  /// Returns the methods to override so that they return a mask; `nil` means the class's defaults.
  private func answers(_ mask: OrientationMask?, _ uikit: UIKitTraits) -> String {
    guard let mask else { return say(.noMethods) }
    let phrase: TaskPhrase =
      !uikit.hasMasks ? .maskBefore6 : uikit.asksAutorotate ? .turnAndMask : .mask
    return say(phrase, names(mask))
  }

  private func names(_ mask: OrientationMask) -> String {
    mask.legal == .all
      ? say(.every)
      : evidence.list(mask.orientations.map { evidence.word($0) }, BlamePhrase.and)
  }
}

/// The texts of the tasks that change the answers of an app.
enum TaskPhrase: String, Phrase {
  case unlock = "unlock rotation | 解除旋转锁定"
  case show = "show {window} | 显示 {window}"
  case hide = "hide {window} | 隐藏 {window}"
  case otherDevice = "use a device that has this orientation | 换用有这个方向的设备"
  case infoList = """
    in Info.plist: UISupportedInterfaceOrientations has {orientations} | \
    在 Info.plist 里：UISupportedInterfaceOrientations 为{orientations}
    """
  case delegate = """
    in the delegate: supportedInterfaceOrientationsForWindow returns {orientations} | \
    在 delegate 里：supportedInterfaceOrientationsForWindow 返回{orientations}
    """
  case controller = "in the root view controller of {window}: {change} | 在 {window} 的根控制器里：{change}"
  case follow = """
    in the root view controller of {window}: return what that of {page} returns | \
    在 {window} 的根控制器里：返回 {page} 的根控制器所返回的
    """
  case keyWindow = "the key window | key 窗口"
  case turnAndMask = """
    shouldAutorotate returns true, supportedInterfaceOrientations {orientations} | \
    shouldAutorotate 返回 true，supportedInterfaceOrientations 返回{orientations}
    """
  case mask = """
    supportedInterfaceOrientations returns {orientations} | supportedInterfaceOrientations 返回{orientations}
    """
  case never = "shouldAutorotate returns false | shouldAutorotate 返回 false"
  case maskBefore6 = """
    shouldAutorotateToInterfaceOrientation returns YES for {orientations} | \
    shouldAutorotateToInterfaceOrientation 对{orientations}返回 YES
    """
  case neverBefore6 = """
    shouldAutorotateToInterfaceOrientation returns NO | shouldAutorotateToInterfaceOrientation 返回 NO
    """
  case noMethods = "override none of the methods about rotation | 不重写任何有关旋转的方法"
  case every = "every orientation | 全部方向"
  case nothing = "no orientation | 空列表"
  case standard = "its default | 默认值"
}
