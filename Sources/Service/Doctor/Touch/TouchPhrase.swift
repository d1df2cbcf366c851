// SPDX-License-Identifier: Apache-2.0
import Text

/// The sentences of `swivel doctor` about touch screens and pens.
enum TouchPhrase: String, Phrase {
  case mapsNothing = "the entry maps no touch screen | 这一项没有对应任何触摸屏"
  case correctName = "correct the name, or connect the touch screen | 改正名称，或接上触摸屏"
  case touchUnknown = "whether touch follows the screen cannot be known from here | 从这里无法知道触摸是否跟随屏幕"
  case touchMeans = """
    no common protocol reports or changes the mapping, so the compositor has to map touch \
    devices to the panel. KWin and Mutter do so, and phoc where the panel is eDP, LVDS or DSI; \
    on Hyprland swivel run does, and labwc and Wayfire have the mapping in their files | \
    没有通用协议报告或改变触摸的对应关系，须由合成器把触摸设备对应到面板。KWin 和 Mutter 会这样做，phoc 在面板是 eDP、LVDS 或 DSI 时会；在 \
    Hyprland 上由 swivel run 来做，labwc 和 Wayfire 写在它们的文件里
    """
  case touchRemedy = """
    if touch does not follow, look for map_to_output or a similar setting of the compositor | \
    如果触摸没有跟随，查找合成器的 map_to_output 或类似设置
    """
  case swayMute = "sway does not report its input devices: {fault} | sway 没有报告它的输入设备：{fault}"
  case setSocket = """
    set SWAYSOCK to what swaymsg uses: sway --get-socketpath | \
    把 SWAYSOCK 设为 swaymsg 所用的：sway --get-socketpath
    """
  case swayNoTouch = "sway has no touch screen and no pen | sway 没有触摸屏，也没有触控笔"
  case niriTouch = """
    niri rotates touch by itself, and a pen only if it is mapped | niri 自己旋转触摸，触控笔要对应了输出才旋转
    """
  case niriMeans = """
    touch belongs to niri's first output unless its configuration names another; a pen that is \
    not mapped covers all outputs and does not follow a rotation | \
    触摸属于 niri 的第一个输出，除非它的配置指定另一个；没有对应输出的触控笔覆盖所有输出，不跟随旋转
    """
  case cosmicTouch = """
    COSMIC maps touch and pen to the built-in panel, unless its settings name another output, \
    and rotates them with it | \
    COSMIC 把触摸和触控笔对应到内置面板（除非它的设置指定另一个输出），并随之旋转
    """
  case calibrated = """
    a calibration matrix turns the coordinates of {device} | 一个校准矩阵转动了 {device} 的坐标
    """
  case turnedTwice = "with a mapping to an output as well, touch is turned twice | 再加上对应输出，触摸会被转两次"
  case noCalibration = """
    leave turning to the mapping: swaymsg input {device} calibration_matrix 1 0 0 0 1 0 | \
    让对应关系来旋转：swaymsg input {device} calibration_matrix 1 0 0 0 1 0
    """
  case assigned = """
    swivel's configuration maps {device} to {output} while swivel run runs | \
    swivel run 运行时，swivel 的配置把 {device} 对应到 {output}
    """
  case mappedTo = "{device} is mapped to {output} | {device} 对应到 {output}"
  case swayMaps = "sway maps {device} to {output} by itself | sway 自己把 {device} 对应到 {output}"
  case onePanel = """
    sway does so where exactly one output is a built-in panel | 只有一个输出是内置面板时 sway 会这样做
    """
  case panelOff = "{output} is off; touch is mapped once it is on again | {output} 已关闭；打开后触摸会对应到它"
  case swayConfig = "sway's configuration has a map_to_output | sway 的配置里有 map_to_output"
  case swayConfigMeans = """
    whether that line is meant for {device} is not known | 不知道这一行是否针对 {device}
    """
  case unmapped = "{device} is not known to be mapped to an output | 不知道 {device} 是否对应到某个输出"
  case noPanel = """
    no output is a built-in panel, so sway does not choose by itself: touch will not follow the \
    screen | \
    没有内置面板，sway 不会自己选择：触摸不会跟随屏幕
    """
  case manyPanels = """
    {count} outputs are built-in panels, so sway does not choose by itself: touch will not \
    follow the screen | \
    有 {count} 个内置面板，sway 不会自己选择：触摸不会跟随屏幕
    """
  case mapInSway = """
    swaymsg input {device} map_to_output NAME, and the same in sway's configuration | \
    swaymsg input {device} map_to_output NAME，并在 sway 的配置里写同样的内容
    """
  case orAssign = """
    or `touch: [{device}]` in an entry of `outputs` in swivel's configuration | \
    或在 swivel 配置的 `outputs` 的一项里写 `touch: [{device}]`
    """
  case noTouch = "there is no touch screen | 没有触摸屏"
  case maps = "{compositor} maps {device} to {output} | {compositor} 把 {device} 对应到 {output}"
  case otherOutput = """
    {device} is mapped to {other}, not to {output} | {device} 对应到 {other}，而不是 {output}
    """
  case notMapped = "{device} is not mapped to an output | {device} 没有对应到输出"
  case touchStays = "touch will not follow the screen | 触摸不会跟随屏幕"
  case doctorWrites = """
    swivel doctor --write changes the file, and shows how | swivel doctor --write 修改这个文件，并显示改动
    """
  case unpaired = """
    Swivel does not know to which output the touch screen {device} belongs | \
    swivel 不知道触摸屏 {device} 属于哪个输出
    """
  case sizesDiffer = """
    the sizes of touch screen and panel do not show which belong together | 从触摸屏和面板的尺寸看不出哪些是一对
    """
  case writeTouch = """
    write `touch: [{device}]` into an entry of `outputs` in the configuration | \
    在配置的 `outputs` 的一项里写 `touch: [{device}]`
    """
  case fileUnread = """
    how {compositor} maps touch screens is not known; nothing is changed | \
    不知道 {compositor} 怎样对应触摸屏；什么也没有改
    """
  case correctPlace = "correct the place that is named | 改正指出的地方"
}
