// SPDX-License-Identifier: Apache-2.0
public import Text

/// The sentences about requests to the daemon that fail, and about what a request changed.
public enum ControlPhrase: String, Phrase {
  case noDaemon = """
    no daemon runs in this session: no process answers at {path}; start one with `swivel run` | \
    这个会话里没有守护进程：{path} 没有进程应答；用 `swivel run` 启动一个
    """
  case otherUser = """
    {path} belongs to another user, so swivel does not connect to it | \
    {path} 属于别的用户，swivel 不与它连接
    """
  case answered = "the daemon answered: {fault} | 守护进程回答：{fault}"
  case notUnderstood = """
    the daemon's answer is of another version of swivel; restart the daemon: swivel quit, then \
    swivel run | 守护进程的回答来自另一个版本的 swivel；请重启守护进程：先 swivel quit，再 swivel run
    """
  case notListening = "the daemon does not listen: {fault} | 守护进程没有接收请求：{fault}"
  case tooLong = "the daemon's answer is too long | 守护进程的回答太长"
  case closed = "the daemon closed the connection | 守护进程关闭了连接"
  case late = "the daemon did not answer within {seconds} s | 守护进程 {seconds} 秒内没有回答"
  case noRuntimeDirectory = """
    XDG_RUNTIME_DIR is not set to an absolute path, so there is no place for the control socket | \
    XDG_RUNTIME_DIR 不是绝对路径，控制套接字没有位置
    """
  case longRuntimeDirectory = """
    the runtime directory {path} has a path of {count} bytes, too long for a socket in it: set \
    XDG_RUNTIME_DIR to one of at most {number} | \
    运行目录 {path} 的路径有 {count} 字节，放不下套接字：请把 XDG_RUNTIME_DIR 设为不超过 {number} 字节的目录
    """
  case notReady = """
    the daemon does not know the session's outputs yet, or ends | 守护进程还不知道会话的输出，或正在结束
    """
  case ends = "the daemon ends | 守护进程正在结束"
  case noOutput = "there is no output that could be turned | 没有可以旋转的输出"
  case together = "the rule set {rules} rotates all outputs together | 规则集 {rules} 让所有输出一起旋转"
  case unknownOutput =
    "no output has the name {output}; there are: {outputs} | 没有名为 {output} 的输出；现有：{outputs}"
  case unmanaged = """
    {output} does not turn with the device; in the configuration `outputs: [{match}]` lets it, and \
    `policy: {policy}` turns it for good | \
    {output} 不随设备旋转；配置里的 `outputs: [{match}]` 让它跟随，`policy: {policy}` 让它固定旋转
    """
  case locked = """
    rotation is locked to {lock}; `swivel unlock` unlocks it, and `swivel lock {orientation}` locks \
    it to that | 旋转锁定在 {lock}；`swivel unlock` 解除锁定，`swivel lock {orientation}` 改为锁定到那个方向
    """
  case isLocked = """
    rotation is locked to {lock}; `swivel unlock` unlocks it | 旋转锁定在 {lock}；`swivel unlock` 解除锁定
    """
  case unknownLock = """
    {file}: this version does not know the lock in the file, so rotation is not locked | \
    {file}：这个版本不认识文件里的锁定，旋转没有锁定
    """
  case brokenLock = "{mistake}; rotation is not locked | {mistake}；旋转没有锁定"
  case unsavedLock = """
    the lock is not saved and ends with the daemon: {fault} | 锁定没有保存，随守护进程结束：{fault}
    """
  case oldConfiguration = """
    {mistake}; the old configuration stays in use | {mistake}；仍用旧配置
    """
  case rotated = "rotated to {orientation} | 已旋转到 {orientation}"
  case rotatedToAngle = """
    rotated to {orientation}, counted from normal; for a quarter turn from what is shown: `swivel \
    rotate left`, `right` | \
    已旋转到 {orientation}，从 normal 算起；要从当前方向转四分之一圈，用 `swivel rotate left` 或 `right`
    """
  case rotatedLeft = "rotated to the left | 已向左转"
  case rotatedRight = "rotated to the right | 已向右转"
  case rotatedHalf = "rotated by half a turn | 已转半圈"
  case notRotated = "{output}: {code} {title} | {output}：{code} {title}"
  case missingTarget = "no orientation is given | 没有写方向"
  case unknownTarget = "unknown orientation {orientation} | 未知的方向 {orientation}"
  case meantUnlock = """
    unknown orientation {orientation}; `swivel unlock` unlocks rotation, and the screen follows the \
    device again | 未知的方向 {orientation}；`swivel unlock` 解除锁定，屏幕重新跟随设备
    """
  case meantLock = """
    unknown orientation {orientation}; `swivel lock` locks rotation to what is shown | \
    未知的方向 {orientation}；`swivel lock` 锁定在当前方向
    """
}
