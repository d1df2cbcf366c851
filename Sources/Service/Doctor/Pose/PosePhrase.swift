// SPDX-License-Identifier: Apache-2.0
import Text

/// The sentences of `swivel doctor` about mount matrices: of the four poses and of a file of
/// matrices.
enum PosePhrase: String, Phrase {
  case noMatrixFollows = "no matrix follows from these readings | 由这些读数得不出矩阵"
  case repeatPoses = """
    repeat swivel doctor --pose, each pose upright and still | 重做 swivel doctor --pose，每个姿势都要竖直、静止
    """
  case poseRight = "all four edges come out right with {matrix} | 用 {matrix} 四条边都对"
  case noChange = "the mount matrix needs no change | 安装矩阵不需要改"
  case poseWrong = "with {matrix}: {mistake} | 用 {matrix}：{mistake}"
  case rightWouldBe = """
    the right matrix is {matrix}; up and down of the tilt are not tested | \
    正确的矩阵是 {matrix}；没有检查倾斜的上下
    """
  case takeMatrixOut = """
    and take `matrix` under `sensor` out of the configuration | 并从配置里去掉 `sensor` 下的 `matrix`
    """
  case comesToNothing = "{edgeName} comes out as nothing | {edgeName}得不出任何边"
  case comesOut = "{edgeName} comes out as {other} | {edgeName} 变成 {other}"
  case modaliasUnread = """
    the modalias of the sensor is not readable: in the first of the two lines below, replace \
    the first * by the content of /sys/bus/iio/devices/{name}/../modalias | \
    无法读取传感器的 modalias：把下面第一行的第一个 * 换成 /sys/bus/iio/devices/{name}/../modalias 的内容
    """
  case withRoot = """
    with root, for every program: add these two lines to /etc/udev/hwdb.d/61-sensor-local.hwdb, \
    the second with its space: | \
    用 root，对所有程序有效：在 /etc/udev/hwdb.d/61-sensor-local.hwdb 里加这两行，第二行保留开头的空格：
    """
  case forModel = """
    for all machines of this model, once it works: propose these lines for \
    hwdb.d/60-sensor.hwdb at https://github.com/systemd/systemd, below its vendor, with the \
    output of cat /sys/class/dmi/id/modalias: | \
    可用之后，为这个型号的所有机器：把这些行连同 cat /sys/class/dmi/id/modalias 的输出提交给 \
    https://github.com/systemd/systemd 的 hwdb.d/60-sensor.hwdb，放在它的厂商之下：
    """
  case withoutRoot = """
    or without root, for swivel alone: in {file}, which swivel doctor --pose --write changes \
    so: | \
    或不用 root，只对 swivel 有效：在 {file} 里（swivel doctor --pose --write 会这样改）：
    """
  case saidToBe = "{edgeName} is said to be {word} | {edgeName} 被说成 {word}"
  case proxyRight = "iio-sensor-proxy names all four edges right | iio-sensor-proxy 四条边都说对了"
  case proxyWrong = "iio-sensor-proxy: {mistake} | iio-sensor-proxy：{mistake}"
  case sameMatrix = "the service uses the same mount matrix | 这个服务用同一个安装矩阵"
  case otherMatrix = """
    the service's mount matrix is not the one that the sensor needs | 这个服务的安装矩阵不是传感器需要的
    """
  case seePose = """
    see pose-wrong; the service reads the new matrix when it is restarted | \
    见 pose-wrong；这个服务重启时会读取新矩阵
    """
  case restartReads = """
    systemctl restart iio-sensor-proxy: it reads the matrix when it starts | \
    systemctl restart iio-sensor-proxy：它启动时读取矩阵
    """
  case readingMissing = "a reading is missing | 缺少一个读数"
  case readingZero = "a reading is zero or no number | 有一个读数是零或不是数"
  case readingsDiffer = "the readings differ in strength: keep the device still | 各读数的大小不同：请保持设备静止"
  case notOpposite = """
    opposite edges do not give opposite readings along one axis of the sensor: hold the device \
    upright, or the sensor sits obliquely or is silent | \
    相对的边没有在传感器的一个轴上给出相反的读数：请把设备竖直拿着，否则就是传感器斜着安装或没有读数
    """
  case poseMissed = """
    left and right give the same axis as top and bottom: a pose was missed | 左右与上下给出同一个轴：漏了一个姿势
    """
  case noMatrixFits = "no matrix fits | 没有合适的矩阵"
  case hwdbCounts = """
    {count} mount matrices: {number} with determinant +1, {other} with determinant -1, {first} \
    singular, {last} unreadable | \
    {count} 个安装矩阵：行列式 +1 的 {number} 个，-1 的 {other} 个，奇异的 {first} 个，不可读的 {last} 个
    """
  case hwdbEmpty = "the file holds no ACCEL_MOUNT_MATRIX line | 文件里没有 ACCEL_MOUNT_MATRIX 行"
  case hwdbReflections = """
    determinant -1 is a reflection: usual for sensors whose drivers give x and y the other \
    sign; edges come out right, but z, and so up and down of the tilt, does not | \
    行列式 -1 是镜像：驱动把 x 和 y 的符号反过来的传感器常常这样；边是对的，但 z（也就是倾斜的上下）不对
    """
  case hwdbSingular = "a singular matrix: {matrix} | 奇异矩阵：{matrix}"
  case hwdbSingularMeans = """
    the matrix for {pattern} loses an axis, so that two poses look alike | \
    {pattern} 的矩阵丢失一个轴，两个姿势看起来一样
    """
  case hwdbRow = """
    correct the row that repeats another, or run swivel doctor --pose | \
    改正与别的行重复的一行，或运行 swivel doctor --pose
    """
  case hwdbNoMatrix = "no matrix: {value} | 不是矩阵：{value}"
  case hwdbNoMatrixMeans = """
    programs take the sensor of {pattern} as not turned | 程序把 {pattern} 的传感器当作没有转动
    """
}
