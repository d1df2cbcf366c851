// SPDX-License-Identifier: Apache-2.0
public import Text

/// The texts about the daemon's state, of `swivel status`, `watch` and the bar module.
public enum StatusPhrase: String, Phrase {
  case runs = """
    swivel {version} runs as process {number} for {seconds} s: rules {rules}, sensor {sensor} | \
    swivel {version} 以进程 {number} 运行了 {seconds} 秒：规则集 {rules}，传感器 {sensor}
    """
  case configuration = "config  {mistake} | 配置    {mistake}"
  case device = "device  {pose}, windows {count} | 设备    {pose}，窗口 {count}"
  case deviceOld = """
    device  {pose} as last read, windows {count} | 设备    {pose}（上次读到的），窗口 {count}
    """
  case reportedBy = "reported by {interface} | 由 {interface} 报告"
  case notReported = "not {facts} | 不报告 {facts}"
  case compositorGone = """
    screen  the compositor is gone; waiting for it to come back | 屏幕    合成器不在了；正在等它回来
    """
  case sensorDevice = "sensor  {sensor} | 传感器  {sensor}"
  case sensorRests = "sensor  rests: {rest} | 传感器  停用：{rest}"
  case sensorTrouble = "sensor  {trouble} | 传感器  {trouble}"
  case hinge = "hinge   at {degrees}°; {sensor} | 铰链    {degrees}°；{sensor}"
  case hingePosture = """
    hinge   at {degrees}°, which is {posture}; {sensor} | 铰链    {degrees}°，即 {posture}；{sensor}
    """
  case hingeUnknown = "hinge   at an unknown angle; {sensor} | 铰链    角度未知；{sensor}"
  case hingeDoubt = """
    the last reading gives no angle: {doubt} | 上一个读数得不出角度：{doubt}
    """
  case rule = "rule    {hint} | 规则    {hint}"
  case proof = "proof   {result} | 证明    {result}"
  case plugin = """
    plug-in {plugin} (ring {number}), windows {count} | 插件 {plugin}（第 {number} 环），窗口 {count}
    """
  case mutedPlugin = """
    plug-in {plugin} (ring {number}), windows {count}, MUTED after {tried} overruns | \
    插件 {plugin}（第 {number} 环），窗口 {count}，超时 {tried} 次后已停用
    """
  case history = """
    history {number} of {count} decisions kept in {bytes} bytes | \
    历史    {count} 次决定里保留 {number} 次，占 {bytes} 字节
    """
  case recorded = "recorded in {file}, chain {chain} | 录制到 {file}，校验链 {chain}"
  case posture = "posture {posture} | 姿态    {posture}"
  case locked = "locked  to {lock} | 锁定    在 {lock}"
  case lockedAs = "locked  to {orientation}, {lock} | 锁定    在 {orientation}，{lock}"
  case output = "output  {output} {transform} | 输出    {output} {transform}"
  case inSway = "transform {transform} in sway's commands | sway 命令里是 transform {transform}"
  case turning = "turning to {transform} | 正在转到 {transform}"
  case follows = "follows {output} | 跟随 {output}"
  case followsAbsent = "follows {output}, which is not there | 跟随 {output}，它不在"
  case fixed = "kept so by the configuration | 由配置保持"
  case apart = "does not turn with the device | 不随设备旋转"
  case behind = """
    does not follow the device, `swivel explain` says why | 没有跟随设备，原因见 `swivel explain`
    """
  case byHand = """
    as requested by hand, until the device turns or `swivel unlock` | \
    按手动要求，直到设备转动或 `swivel unlock`
    """
  case otherProgram = "held by another program | 被别的程序保持"
  case refused = "kept, because the compositor refused to turn it | 保持不变，因为合成器拒绝旋转它"
  case unanswered = "kept, because the compositor does not answer | 保持不变，因为合成器没有回答"
  case restored = "restored | 已恢复"
  case held = "held: {reason} | 保持：{reason}"
  case conflict = "conflict {conflict} | 冲突    {conflict}"
  case missed = """
    missed  {outcome}; `swivel explain` says more | 错过    {outcome}；详见 `swivel explain`
    """
  case rotatedSince = "{outcome}; it has rotated since | {outcome}；此后已旋转"
  case unlocked = "unlocked; rotation was locked to {lock} | 已解锁；原来锁定在 {lock}"
  case wasFree = "rotation was not locked | 旋转本来没有锁定"
  case handEnded = """
    the rotation by hand has ended; rotation was not locked | 手动旋转已结束；旋转本来没有锁定
    """
  case lockedTo = "rotation is locked to {lock} | 旋转锁定在 {lock}"
  case free = "rotation is not locked | 旋转没有锁定"
  case tabletMode = "tablet mode: {mode} | 平板模式：{mode}"
  case postureIs = "posture: {posture} | 姿态：{posture}"
  case outputThere = "output {output} is there | 输出 {output} 出现了"
  case outputGone = "output {output} is gone | 输出 {output} 不在了"
  case resting = "the sensor rests: {rest} | 传感器停用：{rest}"
  case sensorRead = "the sensor is read | 正在读取传感器"
  case shows = "{output}: {transform} | {output}：{transform}"
  case showsLocked = "{output}: {transform}, locked to {lock} | {output}：{transform}，锁定在 {lock}"
  case noOutput = "no output turns | 没有输出旋转"
  case noOutputLocked = "no output turns, locked to {lock} | 没有输出旋转，锁定在 {lock}"
  case earlier = "earlier: {outcome} | 之前：{outcome}"
  case absent = """
    no daemon runs in this session; `swivel run` starts one | \
    这个会话里没有守护进程；`swivel run` 启动一个
    """
}
