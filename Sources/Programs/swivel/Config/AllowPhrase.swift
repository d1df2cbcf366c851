// SPDX-License-Identifier: Apache-2.0
import Text

/// The answers of `swivel allow` and `config set`.
enum AllowPhrase: String, Phrase {
  case needsPanel = """
    {orientation} depends on the panel, which only a running daemon knows | \
    {orientation} 取决于面板，只有运行中的守护进程知道
    """
  case noRule = """
    {file}: nothing to remove, {app} has no rule of its own | {file}：没有可删的，{app} 没有自己的规则
    """
  case same = "{file}: nothing to write, {app} already allows this | {file}：不用写，{app} 已经允许"
  case sameValue = """
    {file}: nothing to write, {key} already has this value | {file}：不用写，{key} 已经是这个值
    """
  case allows = "{app} allows {orientations} | {app} 允许 {orientations}"
  case turnsAway = """
    a focused window of {app} turns {output} away from normal, the panel's own orientation; to allow \
    that too: {command} | \
    {app} 有焦点的窗口会让 {output} 离开 normal（面板自己的方向）；要同时允许它：{command}
    """
  case onlyThis = "to allow this and nothing else: {command} | 要只允许这个：{command}"
  case created = "{file}: written | {file}：已写入"
  case written = """
    {file}: written; the file as it was is {path} | {file}：已写入；原来的文件是 {path}
    """
  case nextStart = """
    a running daemon uses this from its next start on: swivel quit, then swivel run | \
    运行中的守护进程下次启动才使用：先 swivel quit，再 swivel run
    """
}
