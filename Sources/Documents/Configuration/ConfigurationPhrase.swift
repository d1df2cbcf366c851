// SPDX-License-Identifier: Apache-2.0
import Text

/// The sentences about mistakes of the configuration, which name the problem after "found".
enum ConfigurationPhrase: String, Phrase {
  case caseMatters = """
    the rule for app-id {pattern} does not apply to {app}: case matters | \
    app-id {pattern} 的规则不适用于 {app}：区分大小写
    """
  case noWindow = """
    no open window has the app-id {app}; `swivel windows` prints those of open windows | \
    打开的窗口没有 app-id {app}；`swivel windows` 列出打开窗口的 app-id
    """
  case otherCase = """
    no open window has the app-id {app}, but one has {other}: case matters | \
    打开的窗口没有 app-id {app}，但有 {other}：区分大小写
    """
  case unknownRules = "unknown rule set {rules} | 未知的规则集 {rules}"
  case twice = "{value} a second time | 第二次出现的 {value}"
  case pluginTwice = "the plug-in {plugin} a second time | 第二次出现的插件 {plugin}"
  case commandLine = "the command line {value} | 整行命令 {value}"
  case noProgram = "no program | 没有程序"
  case zeroCharacter = "a character of number 0 in an argument | 参数里编号为 0 的字符"
  case missingProgram = "a program in {key} that does not exist: {name} | {key} 里不存在的程序：{name}"
  case programNotInPath = """
    a program in {key} that is not in PATH: {name}; PATH is {path} | \
    {key} 里不在 PATH 中的程序：{name}；PATH 是 {path}
    """
  case programWithTilde = """
    a program in {key} that does not exist, since no shell expands ~: {name}; write the whole path | \
    {key} 里不存在的程序：{name}；没有 shell 展开 ~，请写完整的路径
    """
  case lastingProgram = """
    a program in {key} that does not end by itself: {name}; `timeout` ends it after {milliseconds} \
    ms, unless setsid starts it: [setsid, -f, {name}] | \
    {key} 里不会自己结束的程序：{name}；`timeout` 在 {milliseconds} 毫秒后结束它，除非由 setsid 启动：[setsid, -f, {name}]
    """
  case noTouchScreen = """
    the name {name} of a touch screen, but this machine has no touch screen | \
    触摸屏的名称 {name}，但这台机器没有触摸屏
    """
  case otherTouchScreen = """
    the name {name}, which no touch screen has | 没有触摸屏叫这个名称：{name}
    """
  case followsItself = "an output that follows itself: {output} | 跟随自己的输出：{output}"
  case oneKey = "{value}, where one key is wanted | {value}，这里只能有一个键"
  case noExpression = """
    {value}, which is no regular expression: {fault} | {value}，不是正则表达式：{fault}
    """
  case inList = "{value} in a list, which goes without brackets | 列表里的 {value}，不要加方括号"
  case anyWindow = "a rule for no window in particular | 没有指明窗口的规则"
  case noThresholds = """
    a threshold of the judge {name}, which has none | 判断器 {name} 的阈值，它没有阈值
    """
  case besidesDisplay = """
    {key} here although there is a key display | 这里的 {key}，但已经有键 display
    """
  case laptopAbove = """
    a laptop up to {degrees}°, above the angle of a tablet | 笔记本上限 {degrees}°，高于平板的角度
    """
  case mirrors = """
    a matrix that mirrors, which no way to mount a sensor does | 镜像的矩阵，安装传感器不会造成镜像
    """
  case numbers = "{count} numbers | {count} 个数"
  case zeroRow = "a row of zeros, which loses an axis | 一行零，丢失一个轴"
  case losesAxis = "a matrix that loses an axis (determinant 0) | 丢失一个轴的矩阵（行列式为 0）"
  case stretches = "a matrix that stretches or slants | 拉伸或歪斜的矩阵"
}
