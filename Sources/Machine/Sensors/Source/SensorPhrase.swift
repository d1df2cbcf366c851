// SPDX-License-Identifier: Apache-2.0
import Text

/// The sentences about sensors that are missing, unreadable or doubtful.
enum SensorPhrase: String, Phrase {
  case gone = "{device} is gone | {device} 不见了"
  case about = "{device}: {warning} | {device}：{warning}"
  case leftOut = """
    {device}: {warning}; the last orientation stays | {device}：{warning}；保持上一个方向
    """
  case slow = """
    {device}: its driver has not answered for {seconds} s; the last orientation stays | \
    {device}：驱动 {seconds} 秒没有回答；保持上一个方向
    """
  case unreadableFile = "{device}: {path} cannot be read: {fault} | {device}：无法读取 {path}：{fault}"
  case error = "{path}: {fault} | {path}：{fault}"
  case baseOnly = """
    {device} sits in the keyboard's half; the screen's half has no accelerometer | \
    {device} 在键盘那一半；屏幕那一半没有加速度计
    """
  case incomplete = """
    {path} lacks one of in_accel_x_raw, in_accel_y_raw and in_accel_z_raw | \
    {path} 缺少 in_accel_x_raw、in_accel_y_raw、in_accel_z_raw 之一
    """
  case absent = "no accelerometer is in {path} | {path} 里没有加速度计"
  case noScale = "it has no usable scale, so only the direction counts | 没有可用的量程，只用方向"
  case noResolution = "it has no resolution, so only the direction counts | 没有分辨率，只用方向"
  case noNumber = """
    {name} is no usable number, so the value is left out | {name} 不是可用的数，略去这个值
    """
  case noMatrix = """
    {name} is no matrix of three rows and columns, so the sensor counts as not turned | \
    {name} 不是三行三列的矩阵，按没有转动处理
    """
  case noInput = """
    no accelerometer of the input subsystem for the screen is in {path} | \
    {path} 里没有属于屏幕的 input 子系统加速度计
    """
  case otherInput = """
    {path} is no accelerometer of the input subsystem | {path} 不是 input 子系统的加速度计
    """
  case inputDenied = """
    {device} may not be read: a udev rule with {rule} allows it, and so does the group input | \
    没有权限读取 {device}：含有 {rule} 的 udev 规则可以允许，加入 input 组也可以
    """
  case mayNotBeRead = "{device} may not be read | 没有权限读取 {device}"
  case noBuffer = "{device} has no buffer: use --sensor iio | {device} 没有缓冲区：请用 --sensor iio"
  case nodeBusy = """
    {path} is read by another program, perhaps iio-sensor-proxy: use --sensor proxy | \
    {path} 正被别的程序读取，可能是 iio-sensor-proxy：请用 --sensor proxy
    """
  case bufferBusy = """
    {device} fills its buffer for another program: use --sensor proxy, or write 0 to {path} if no \
    program reads it | \
    {device} 正在为别的程序填充缓冲区：请用 --sensor proxy；没有程序读取时，可把 0 写入 {path}
    """
  case noTrigger = """
    {device} has no trigger that starts its scans: use --sensor iio | \
    {device} 没有能启动扫描的触发器：请用 --sensor iio
    """
  case noScan = """
    {path}/scan_elements describes no scan with three axes: use --sensor iio | \
    {path}/scan_elements 没有三个轴的扫描：请用 --sensor iio
    """
  case rootOnly = """
    {path} may be written by root only ({fault}): use --sensor iio, which only reads, or a udev rule \
    that gives you the device | \
    只有 root 可以写 {path}（{fault}）：请用只读取的 --sensor iio，或用 udev 规则取得设备权限
    """
  case unwatched = """
    {path} cannot be watched ({fault}), so swivel does not notice if the sensor goes away | \
    无法监视 {path}（{fault}），传感器消失时 swivel 不会察觉
    """
  case busGone = "the bus of {name} is gone | {name} 所在的总线不见了"
  case unreachable = "swivel cannot reach {address}: {fault} | swivel 无法连接 {address}：{fault}"
  case noAnswer = "{address} does not answer | {address} 没有回答"
  case noProxy = """
    {name} is not on {address}: iio-sensor-proxy does not run | \
    {address} 上没有 {name}：iio-sensor-proxy 没有运行
    """
  case proxyWithout = """
    iio-sensor-proxy runs but has no accelerometer | iio-sensor-proxy 在运行，但没有加速度计
    """
  case proxyDenied = """
    iio-sensor-proxy refuses its accelerometer: {fault}. It is given to the active local session \
    only: start swivel inside the graphical session, not over ssh or from a lingering unit, or allow \
    net.hadess.SensorProxy.claim-sensor in a polkit rule | \
    iio-sensor-proxy 拒绝给出加速度计：{fault}。它只给当前的本地会话：请在图形会话里启动 swivel，\
    不要通过 ssh 或常驻单元启动，或在 polkit 规则里允许 net.hadess.SensorProxy.claim-sensor
    """
  case proxySilent = """
    iio-sensor-proxy did not answer the claim: its sensor may be silent; restart \
    iio-sensor-proxy.service, or use --sensor iio | \
    iio-sensor-proxy 没有回答请求：它的传感器可能没有读数；请重启 iio-sensor-proxy.service，\
    或用 --sensor iio
    """
  case proxyFailed = """
    iio-sensor-proxy cannot be claimed: {fault} | 无法向 iio-sensor-proxy 请求传感器：{fault}
    """
  case proxyWord = """
    iio-sensor-proxy reports an unknown orientation, '{name}', which is left out | \
    iio-sensor-proxy 报告了未知的方向 '{name}'，略去
    """
  case proxyMatrix = """
    iio-sensor-proxy reports the four edges only, so swivel cannot apply the configuration's matrix, \
    which is no quarter turn or mirror in the screen's plane; --sensor iio reads the sensor itself | \
    iio-sensor-proxy 只报告四条边，配置里的矩阵不是屏幕平面内的直角旋转或镜像，swivel 无法应用；\
    --sensor iio 直接读取传感器
    """
  case proxyStuck = """
    iio-sensor-proxy says that the {edgeName} edge is up, while the sensor has the {other} edge up | \
    iio-sensor-proxy 说 {edgeName} 边朝上，传感器却是 {other} 边朝上
    """
  case proxyMute = """
    iio-sensor-proxy says nothing, while the sensor has the {edgeName} edge up | \
    iio-sensor-proxy 没有报告，传感器却是 {edgeName} 边朝上
    """
  case configured = "the configuration names it | 配置指定了它"
  case forHinge = """
    the hinge's angle needs it, and no switch reports the tablet mode | \
    测量铰链角度需要它，也没有开关报告平板模式
    """
  case waits = """
    {reasons}; swivel waits for iio-sensor-proxy | {reasons}；swivel 等待 iio-sensor-proxy
    """
  case empty = "a value is empty | 有一个值是空的"
  case notANumber = "a value is not a number | 有一个值不是数"
  case outOfRange = "a value is above 64 g | 有一个值超过 64 g"
  case allZero = "all three values are zero | 三个值都是零"
  case unreadable = "a value cannot be read | 有一个值无法读取"
  case truncated = "a scan is cut short | 一次扫描不完整"
  case unknownWord = "an orientation is not known | 有一个方向未知"
  case wrongType = "a property has another type | 有一个属性的类型不对"
}
