// SPDX-License-Identifier: Apache-2.0
import Orientation
import Text

/// The sentences of `swivel doctor`: what was found, what it means, and what to do.
enum DoctorPhrase: String, Phrase {
  case counts = """
    {count} problems, {number} notes, {other} in order | {count} 个问题，{number} 个提示，{other} 项正常
    """
  case countsOne = """
    {count} problem, {number} notes, {other} in order | {count} 个问题，{number} 个提示，{other} 项正常
    """
  case countsOneNote = """
    {count} problems, {number} note, {other} in order | {count} 个问题，{number} 个提示，{other} 项正常
    """
  case countsOneOne = """
    {count} problem, {number} note, {other} in order | {count} 个问题，{number} 个提示，{other} 项正常
    """
  case fine = "ok | 正常"
  case note = "note | 提示"
  case problem = "problem | 问题"
  case ifUpright = """
    if the device stands as it was built to stand: {meaning} | 如果设备按本来的方式摆放：{meaning}
    """
  case udevRule = "a udev rule: {rule} | udev 规则：{rule}"
  case inFile = "a file in {path}: {lines} | 在 {path} 里放一个文件：{lines}"
  case convertible = "a convertible | 可翻转的笔记本"
  case detachable = "a detachable | 可拆卸的平板"
  case unknownEdge = "unknown | 未知"
  case mirroredEdge = "mirrored | 镜像"
  case keyboardHalf = "in the half with the keyboard | 在键盘那一半"
  case screenHalf = "in the half with the screen | 在屏幕那一半"
  case top = "top | 上"
  case left = "left | 左"
  case bottom = "bottom | 下"
  case right = "right | 右"
  case about = "{device}: {warning} | {device}：{warning}"
  case noMatrix = "no matrix anywhere | 没有任何矩阵"
  case allUsable = "{number} readings, all usable | {number} 个读数，都可用"
  case oneUsable = "1 reading, which is usable | 1 个读数，可用"
  case reportsSome = """
    {interface} reports windows: {facts}; not {other} | {interface} 报告窗口：{facts}；不报告 {other}
    """
  case publishKey = "{setting} in the configuration makes a switch | 配置里的 {setting} 建立一个开关"
  case inNiri = "in config.kdl: {lines} | 在 config.kdl 里：{lines}"
  case configWrong = "swivel run does not start with this file | 有它 swivel run 无法启动"
  case configRemedy = """
    correct the place that is named, or move the file away: all of it is optional | \
    改正指出的地方，或把文件移走：其中全部内容都可以省略
    """
  case hookIdle = "this hook does nothing when its moment comes | 到时候这个钩子什么也不做"
  case hookRemedy = """
    install the program, or write its whole path into the configuration | 安装这个程序，或在配置里写出它的完整路径
    """
  case configFine = "the configuration is fine | 配置没有问题"
  case configDefaults = "there is no configuration, so the defaults apply | 没有配置，使用默认值"
  case swayCounts = """
    sway counts clockwise, wlr-randr and swivel counter-clockwise | \
    sway 按顺时针计数，wlr-randr 和 swivel 按逆时针
    """
  case swayMeans = """
    sway's 90 is 270 for wlr-randr, kanshi and swivel, and its 270 is their 90 | \
    sway 的 90 是 wlr-randr、kanshi 和 swivel 的 270，sway 的 270 是它们的 90
    """
  case swayRemedy = """
    if the screen turns to the wrong side, exchange 90 and 270 in sway's configuration | \
    如果屏幕转错了方向，把 sway 配置里的 90 和 270 对调
    """
  case outputsTurn = "with the device turn: {outputs} | 随设备旋转的输出：{outputs}"
  case outputsOthers = """
    others turn if --output or the configuration names them | 其他输出在 --output 或配置指定时才旋转
    """
  case outputsNone = "no output turns with the device | 没有输出随设备旋转"
  case noOutputs = "the session has no outputs | 会话没有输出"
  case outputsThere = """
    there are {outputs}; only built-in panels turn by themselves | 现有 {outputs}；只有内置面板默认旋转
    """
  case rightWhen = """
    the picture is upright when the panel's {edgeName} edge is up | 面板的 {edgeName}边朝上时画面是正的
    """
  case mirrored = """
    a mirrored picture: no way of holding the device makes it right | 画面是镜像的：怎样拿着设备都不正
    """
  case mutterTurns = """
    Mutter turns the panel itself: PanelOrientationManaged | Mutter 自己旋转面板：PanelOrientationManaged
    """
  case twoPanels = "two programs that turn one panel undo each other's work | 两个程序旋转同一块面板，会互相抵消"
  case busUnasked = "the session bus cannot be asked: {fault} | 无法询问会话总线：{fault}"
  case rivalsUnknown = """
    whether KWin or Mutter turn the panel is not known | 不知道 KWin 或 Mutter 是否旋转面板
    """
  case insideSession = "run swivel doctor inside the graphical session | 请在图形会话里运行 swivel doctor"
  case noRivals = "no other program is known to turn the screen | 没有发现别的程序旋转屏幕"
  case kwinRemedy = """
    in System Settings, Display: set automatic rotation to never | 系统设置的“显示”里：把自动旋转设为“从不”
    """
  case kwinUnknown = """
    KWin runs, and its setting for automatic rotation cannot be read | KWin 在运行，无法读取它的自动旋转设置
    """
  case kwinOverrules = """
    unless the setting is "never", KWin turns the panel itself and overrules others | \
    除非设置为“从不”，KWin 会自己旋转面板并覆盖别的程序
    """
  case kwinOff = """
    KWin turns {output} itself: {mode}; swivel run switches that off while it runs | \
    KWin 自己旋转 {output}：{mode}；swivel run 运行时会关掉它
    """
  case kwinTurns = "KWin turns {output} itself: {mode} | KWin 自己旋转 {output}：{mode}"
  case kwinUndoes = """
    KWin's next reading undoes what another program has turned | KWin 的下一次读数会抵消别的程序所做的旋转
    """
  case addOnEnabled = "{name} is enabled | {name} 已启用"
  case addOnNamed = "{name} is named in this file | 这个文件提到 {name}"
  case twoScreens = "two programs that turn one screen undo each other's work | 两个程序旋转同一块屏幕，会互相抵消"
  case orWithout = "or do without swivel run | 或者不用 swivel run"
  case runsAsWell = "{name} runs as well | {name} 也在运行"
  case scriptsRead = """
    many scripts turn the screen by its lines, and two programs that turn one screen undo each \
    other's work | \
    许多脚本按它的输出旋转屏幕，而两个程序旋转同一块屏幕会互相抵消
    """
  case installPackage = "install the package {name} of your distribution | 安装发行版的软件包 {name}"
  case noLayers = """
    no program can show something above all windows, an explanation on the screen for instance | \
    没有程序能在所有窗口之上显示内容，例如屏幕上的解释
    """
  case printed = """
    swivel run --explain prints the explanations instead | swivel run --explain 改为打印解释
    """
  case noLayout = """
    the compositor does not report the logical size of outputs, so swivel computes it from \
    mode, scale and transform | \
    合成器不报告输出的逻辑尺寸，swivel 由模式、缩放和 transform 计算
    """
  case noSession = "no Wayland session can be looked at: {fault} | 无法查看 Wayland 会话：{fault}"
  case onlyInside = """
    swivel run turns the outputs of a Wayland session; outputs, windows, touch and other \
    programs that turn the screen can only be examined inside a session | \
    swivel run 旋转 Wayland 会话的输出；输出、窗口、触摸和旋转屏幕的其他程序只能在会话里检查
    """
  case inTerminal = """
    run swivel doctor in a terminal of the session, or set XDG_RUNTIME_DIR and WAYLAND_DISPLAY | \
    请在会话的终端里运行 swivel doctor，或设置 XDG_RUNTIME_DIR 和 WAYLAND_DISPLAY
    """
  case noInterface = "the compositor has no {interface} | 合成器没有 {interface}"
  case complete = "the compositor offers everything that is used | 合成器提供了所需的一切"
  case reports = "{interface} reports windows: {facts} | {interface} 报告窗口：{facts}"
  case hiddenShown = """
    a window that is out of sight counts as shown: with a veto it prevents rotations; a lock \
    screen is noticed only if its program informs logind | \
    看不见的窗口按可见处理：它有否决权时会阻止旋转；锁屏只有在它的程序通知 logind 时才会被察觉
    """
  case vetoSight = """
    give a veto only to windows that are in sight when they are open | 否决权只给打开时总能看见的窗口
    """
  case kwinWindows = """
    KWin does not report windows to this program, since no desktop file asks for it | \
    KWin 不向本程序报告窗口，因为没有 desktop 文件请求
    """
  case noWindows = """
    programs receive no list of windows: rules for windows have no effect, only the device and \
    the user decide | \
    程序得不到窗口列表：窗口规则不起作用，只由设备和用户决定
    """
  case kwinInstall = """
    install swivel: io.github.swivel.Swivel.desktop in share/applications names the program and \
    {interface} | \
    安装 swivel：share/applications 里的 io.github.swivel.Swivel.desktop 写有程序和 {interface}
    """
  case kwinMenu = """
    without Plasma KWin finds no desktop file at all, unless there is a menu for them: \
    /etc/xdg/menus/applications.menu | \
    没有 Plasma 时 KWin 找不到任何 desktop 文件，除非有菜单文件：/etc/xdg/menus/applications.menu
    """
  case windowsOf = """
    these report windows (GNOME with the extension of Swivel): {names} | \
    这些会报告窗口（GNOME 需要 Swivel 的扩展）：{names}
    """
  case turnedThrough = "outputs are turned through {interface} | 通过 {interface} 旋转输出"
  case noManager = """
    the compositor has neither {interface} nor {other}, and Mutter is not on the session bus | \
    合成器既没有 {interface} 也没有 {other}，会话总线上也没有 Mutter
    """
  case cannotTurn = """
    the compositor lets no program turn its outputs, so swivel run cannot work here | \
    合成器不让程序旋转输出，swivel run 在这里不能工作
    """
  case turnedBy = """
    these let programs turn outputs: {names} | 这些让程序旋转输出：{names}
    """
  case simulateWorks = "swivel simulate works everywhere | swivel simulate 在哪里都能用"
  case oldManager = """
    {interface} is of version {version}, older than 3 | {interface} 的版本是 {version}，低于 3
    """
  case thrownOut = """
    a client may be thrown out when an output is unplugged at the wrong moment | \
    输出恰好此时被拔掉时，客户端可能被断开
    """
  case restartThen = """
    restart swivel run if that happens; with wlroots 0.16 or newer it does not happen | \
    发生时请重启 swivel run；wlroots 0.16 及以上不会这样
    """
  case noMode = """
    nothing reports a tablet mode: no tablet-mode switch, no KWin, and no hinge | \
    没有平板模式的来源：没有平板模式开关，没有 KWin，也没有铰链
    """
  case noModeMeans = """
    the screen always follows the device; with --follow tablet-mode it would follow only a \
    recording (--sensor replay:) | \
    屏幕始终跟随设备；用 --follow tablet-mode 时只会跟随录制（--sensor replay:）
    """
  case noSwitch = """
    the machine is {casing} by its firmware, and no input device has a tablet-mode switch | \
    按固件这台机器是{casing}，但没有输入设备带平板模式开关
    """
  case noSwitchMeans = """
    neither swivel nor the desktop knows when the machine is folded to a tablet; the screen \
    always follows the device, and with --follow tablet-mode never | \
    swivel 和桌面都不知道何时折成平板；屏幕始终跟随设备，用 --follow tablet-mode 时从不跟随
    """
  case chooseYourself = """
    or choose yourself: swivel run --follow always, or a key | \
    或者自己决定：swivel run --follow always，或用一个按键
    """
  case keyWaits = """
    {key} in the configuration waits for a tablet mode, and nothing reports one | \
    配置里的 {key} 等待平板模式，但没有来源报告
    """
  case secondSensor = """
    a second accelerometer in the keyboard's half gives the hinge's angle: write `base` and \
    `hinge` under `sensor` | \
    键盘那一半的第二个加速度计可以给出铰链角度：在 `sensor` 下写 `base` 和 `hinge`
    """
  case nameKeyboard = """
    if the keyboard comes off: its name in `names` under `keyboard`, and {setting} | \
    如果键盘可以取下：在 `keyboard` 的 `names` 里写它的名字，并写 {setting}
    """
  case takeKeyOut = "or take the key out of the configuration | 或从配置里去掉这个键"
  case modePrivate = """
    swivel knows the tablet mode by the hinge or the keyboard, and the desktop does not know it | \
    swivel 由铰链或键盘得知平板模式，桌面不知道
    """
  case kernelOnly = """
    compositors and libinput listen to switches of the kernel only | 合成器和 libinput 只接受内核的开关
    """
  case notWritable = """
    the configuration publishes the tablet mode, but /dev/uinput may not be written | \
    配置要公布平板模式，但没有写 /dev/uinput 的权限
    """
  case notPublished = "the tablet mode is not reported to the desktop | 平板模式没有报告给桌面"
  case uinputRisk = """
    with this rule every program of your session can make a keyboard and type as you; leave the \
    rule out if that is too much | \
    有了这条规则，会话里的每个程序都能造出键盘、代你打字；不愿意就不要加
    """
  case surfaceLoaded = """
    on a Surface the switch is in the cover, or comes from the module \
    surface_aggregator_tabletsw, which is loaded | \
    Surface 的开关在键盘盖里，或来自已加载的模块 surface_aggregator_tabletsw
    """
  case surface = """
    on a Surface the switch is in the cover, or comes from the module \
    surface_aggregator_tabletsw | \
    Surface 的开关在键盘盖里，或来自模块 surface_aggregator_tabletsw
    """
  case socButtons = """
    modprobe soc_button_array: the firmware describes its buttons | \
    modprobe soc_button_array：固件描述了它的按键
    """
  case socOrder = """
    soc_button_array finds no switch if it is loaded before the pin controller: modprobe -r \
    soc_button_array, then modprobe soc_button_array | \
    soc_button_array 在引脚控制器之前加载时找不到开关：先 modprobe -r soc_button_array，再 modprobe soc_button_array
    """
  case socLasting = """
    if that helps: a file in /etc/modprobe.d with: softdep soc_button_array pre: \
    pinctrl_intel_platform | \
    如果有用：在 /etc/modprobe.d 里放一个文件，内容为 softdep soc_button_array pre: pinctrl_intel_platform
    """
  case amdHub = """
    machines with AMD's sensor hub often have no such switch; a newer kernel may have it | \
    带 AMD 传感器集线器的机器常常没有这个开关；较新的内核可能有
    """
  case foldOnce = """
    some drivers, such as intel-vbtn, make the switch when it first moves: fold the device once \
    | \
    有些驱动（如 intel-vbtn）在第一次动作时才建立开关：请折叠一次设备
    """
  case behindSSC = """
    on this machine the sensors are behind Qualcomm's SSC, which only iio-sensor-proxy can read \
    | \
    这台机器的传感器在高通 SSC 后面，只有 iio-sensor-proxy 能读取
    """
  case withoutSSC = "iio-sensor-proxy is built without libssc | iio-sensor-proxy 编译时没有 libssc"
  case buildSSC = """
    install or build iio-sensor-proxy 3.9 or later with -Dssc-support=enabled | \
    安装或编译 iio-sensor-proxy 3.9 或更新的版本，带 -Dssc-support=enabled
    """
  case untagged = """
    udev has not tagged the accelerometer for iio-sensor-proxy | udev 没有为 iio-sensor-proxy 标记加速度计
    """
  case forbidsSockets = """
    the unit of iio-sensor-proxy forbids sockets of AF_QIPCRTR | \
    iio-sensor-proxy 的单元禁止 AF_QIPCRTR 套接字
    """
  case editUnit = """
    systemctl edit iio-sensor-proxy, with [Service] and RestrictAddressFamilies=AF_QIPCRTR | \
    运行 systemctl edit iio-sensor-proxy，写入 [Service] 和 RestrictAddressFamilies=AF_QIPCRTR
    """
  case noHexagon = """
    hexagonrpcd does not run, which gives the sensors their files | hexagonrpcd 没有运行，传感器的文件由它提供
    """
  case startHexagon = """
    install and start hexagonrpcd, with the sensor registry of this device | \
    安装并启动 hexagonrpcd，带上这台设备的传感器注册表
    """
  case selinuxDenied = """
    SELinux has denied iio-sensor-proxy an access: {fault} | \
    SELinux 拒绝了 iio-sensor-proxy 的一次访问：{fault}
    """
  case selinuxMeans = "the service may find no sensor, or answer no program | 这个服务可能找不到传感器，或不回答任何程序"
  case noService = "or use --sensor iio, which needs no service | 或用不需要服务的 --sensor iio"
  case selinuxFails = """
    iio-sensor-proxy fails, and SELinux enforces its policy | \
    iio-sensor-proxy 出错，而 SELinux 正在强制执行策略
    """
  case selinuxMaybe = """
    the policy of some versions denies the service the sensor; only root can read whether it \
    did | \
    有些版本的策略不让这个服务使用传感器；是否如此只有 root 能读到
    """
  case edges = """
    up is the {edgeName} edge by the sensor and its matrix, the {other} by the kernel's panel \
    orientation, the {side} by the compositor | \
    朝上的边：按传感器和矩阵是{edgeName}边，按内核的面板方向是{other}边，按合成器是{side}边
    """
  case mountsUnread = "how panels are mounted cannot be read: {fault} | 无法读取面板的安装方向：{fault}"
  case countsCasing = """
    this compositor counts transforms from the casing: on a panel that is mounted turned every \
    rotation is off by that turn | \
    这个合成器从外壳计算 transform：面板转着安装时，每次旋转都差这个角度
    """
  case countsPanel = """
    this compositor counts transforms from the panel, so rotations are right all the same | \
    这个合成器从面板计算 transform，所以旋转仍然正确
    """
  case groupVideo = """
    run swivel in the graphical session, or add your user to the group video | \
    在图形会话里运行 swivel，或把你的用户加入 video 组
    """
  case topByProperty = """
    the panel's {edgeName} edge is at the top of the casing, by the kernel's property | \
    按内核的属性，面板的 {edgeName}边在外壳上方
    """
  case topByCommandLine = """
    the panel's {edgeName} edge is at the top of the casing, by video= of the kernel's command line \
    | \
    按内核命令行的 video=，面板的 {edgeName}边在外壳上方
    """
  case asScannedBut = """
    transforms count from the panel as scanned out; the panel's mount: {compositor} {habit} | \
    transform 从面板的扫描方向算起；面板的安装方向：{compositor} {habit}
    """
  case asScanned = "transforms count from the panel as scanned out | transform 从面板的扫描方向算起"
  case compositorWrong = "the compositor alone is wrong | 只有合成器不对"
  case setTransform = """
    swivel run turns the output; without swivel, set the output's transform to {transform} | \
    swivel run 会旋转这个输出；不用 swivel 时，把输出的 transform 设为 {transform}
    """
  case matrixCasing = """
    the mount matrix alone is wrong: it counts from the casing, and the hardware database wants \
    it to count from the panel as scanned out | \
    只有安装矩阵不对：它从外壳算起，而硬件数据库要求从面板的扫描方向算起
    """
  case matrixWrong = "the mount matrix alone is wrong | 只有安装矩阵不对"
  case mutterResets = """
    when tablet mode ends, GNOME 49 and later show this panel as it is scanned out, which is turned \
    here | \
    平板模式结束时，GNOME 49 及以上按扫描方向显示这块面板，在这里画面是转着的
    """
  case overruleOthers = """
    {setting} in the configuration: swivel then turns the panel back | \
    在配置里写 {setting}：swivel 会把面板转回来
    """
  case runPose = """
    run swivel doctor --pose: it finds the matrix from four poses | \
    运行 swivel doctor --pose：由四个姿势求出矩阵
    """
  case kernelWrong = """
    the kernel alone is wrong: console, greeter and other desktops are turned | \
    只有内核不对：控制台、登录界面和别的桌面都是转着的
    """
  case noneAgree = "no two of the three agree | 三者互不一致"
  case standAsBuilt = """
    hold the device as it was built to stand, and ask again; then run swivel doctor --pose | \
    按设备本来的摆放方式拿着再检查一次；然后运行 swivel doctor --pose
    """
  case someAxes = "a device with some axes of acceleration only | 只有部分轴的加速度设备"
  case cannotShow = "it cannot show how the screen is held | 它不能表明屏幕怎样拿着"
  case daemonReads = "the running daemon reads {sensor} | 正在运行的守护进程读取 {sensor}"
  case startedWith = "the daemon was started with --sensor {sensor} | 守护进程以 --sensor {sensor} 启动"
  case startedWithout = """
    the daemon was started with --sensor {sensor}; without that option it would find no \
    accelerometer | \
    守护进程以 --sensor {sensor} 启动；没有这个选项就找不到加速度计
    """
  case daemonSays = "the running daemon reports: {trouble} | 正在运行的守护进程报告：{trouble}"
  case notFollowing = "the screen does not follow the device | 屏幕不跟随设备"
  case restartDaemon = "swivel quit, then start swivel run again | 先 swivel quit，再启动 swivel run"
  case dropOption = """
    start swivel run without --sensor {sensor}, or correct that option | \
    启动 swivel run 时去掉 --sensor {sensor}，或改正这个选项
    """
  case scale = "scale {number} m/s² per unit | 每单位 {number} m/s²"
  case noScale = "no usable scale | 没有可用的量程"
  case placeUnknown = "place unknown | 位置未知"
  case sensorFound = "{device}, {scale}, {place} | {device}，{scale}，{place}"
  case threeAxes = "the kernel has an accelerometer with three axes | 内核有三个轴的加速度计"
  case withKeyboard = "{device} sits with the keyboard | {device} 在键盘那一半"
  case baseMeans = """
    this accelerometer does not show how the screen is held, so auto never takes it; together \
    with the screen's one it gives the hinge's angle, once `base` under `sensor` in the \
    configuration says how it sits | \
    这个加速度计不能表明屏幕怎样拿着，auto 从不用它；配置里 `sensor` 下的 `base` 写明安装方式后，它与屏幕的加速度计一起给出铰链角度
    """
  case baseRemedy = """
    if it does sit behind the screen, set ACCEL_LOCATION=display for it in udev's hwdb, or \
    `path` under `sensor` in the configuration, which needs no root | \
    如果它其实在屏幕后面，在 udev 的 hwdb 里给它设 ACCEL_LOCATION=display，或在配置的 `sensor` 下写 `path`（不需要 root）
    """
  case attributeMeans = """
    the value is left out; orientation still works, since directions suffice | \
    略去这个值；方向仍可判断，因为只需要比例
    """
  case input = "{device}, an accelerometer of the input subsystem | {device}，input 子系统的加速度计"
  case gamepad = """
    its bus is that of gamepads, and udev's database has no mount matrix for it, so auto does \
    not take it | \
    它接在手柄所用的总线上，udev 数据库也没有它的安装矩阵，所以 auto 不用它
    """
  case ifScreens = """
    if the accelerometer is the screen's: swivel run --sensor evdev:{path} | \
    如果它属于屏幕：swivel run --sensor evdev:{path}
    """
  case inputDenied = """
    {device}, an accelerometer of the input subsystem, which may not be read | \
    {device}，input 子系统的加速度计，没有读取权限
    """
  case proxyCan = """
    iio-sensor-proxy can read this accelerometer, and swivel itself cannot | \
    iio-sensor-proxy 能读取它，swivel 自己不能
    """
  case inputMatrix = """
    {device}, an accelerometer of the input subsystem, matrix {matrix}, from {source} | \
    {device}，input 子系统的加速度计，矩阵 {matrix}，来自 {source}
    """
  case faults = """
    {number} of {count} readings cannot be used: {fault} | {count} 个读数里有 {number} 个不能用：{fault}
    """
  case cannotTurnBy = "nothing can turn by this sensor | 这个传感器不能用来旋转"
  case faultsMeans = "these readings are left out, and the last orientation stays | 略去这些读数，保持上一个方向"
  case rawShows = """
    cat {path}/in_accel_*_raw shows what the driver gives | cat {path}/in_accel_*_raw 显示驱动给出的值
    """
  case frozen = """
    {count} readings within {time} are the same to the last digit | {time} 内的 {count} 个读数每一位都相同
    """
  case noise = """
    a sensor that works shows some noise, so this one may be asleep, or very coarse | \
    正常的传感器有些噪声，这一个可能在休眠，或非常粗糙
    """
  case turnAndAsk = """
    turn the device and run swivel doctor again: the readings have to differ | \
    转动设备后再运行 swivel doctor：读数应当不同
    """
  case autoProxy = "auto takes iio-sensor-proxy | auto 使用 iio-sensor-proxy"
  case proxyFirstBut = """
    iio-sensor-proxy has an accelerometer, and comes first; --sensor iio would read {device} \
    itself | \
    iio-sensor-proxy 有加速度计，优先使用；--sensor iio 会直接读取 {device}
    """
  case proxyFirst = """
    iio-sensor-proxy has an accelerometer, and comes first | iio-sensor-proxy 有加速度计，优先使用
    """
  case proxyNone = "iio-sensor-proxy has no accelerometer | iio-sensor-proxy 没有加速度计"
  case proxyAbsent = "iio-sensor-proxy does not run | iio-sensor-proxy 没有运行"
  case autoKernel = "auto reads {device} from sysfs | auto 从 sysfs 读取 {device}"
  case autoInput = "auto reads {device} | auto 读取 {device}"
  case neitherHas = """
    neither iio-sensor-proxy nor sysfs has an accelerometer for the screen | \
    iio-sensor-proxy 和 sysfs 都没有屏幕的加速度计
    """
  case noSensor = "there is no accelerometer for the screen | 没有屏幕的加速度计"
  case nothingTurns = "no output can turn with the device | 没有输出能随设备旋转"
  case byKey = """
    until then turn the screen by hand or by a key: swivel rotate left, swivel rotate right | \
    在那之前手动或用按键旋转屏幕：swivel rotate left、swivel rotate right
    """
  case madeUp = """
    to try Swivel without a sensor, use a folder of made-up readings: docs/sensors.md, Without \
    a sensor | \
    没有传感器时可用一个假读数的目录试用：见 docs/sensors.md 的 Without a sensor
    """
  case contradiction = """
    {device}: udev's matrix is {matrix}, the kernel's own is {other} | \
    {device}：udev 的矩阵是 {matrix}，内核的是 {other}
    """
  case contradictionMeans = """
    udev's matrix replaces the kernel's, and one of them is wrong; an entry of the hardware \
    database may be older than the kernel's driver | \
    udev 的矩阵取代内核的，其中一个是错的；硬件数据库的条目可能比内核的驱动旧
    """
  case axesAsGiven = """
    axes are taken as the sensor gives them, which need not be the panel's | 按传感器给出的轴使用，不一定是面板的轴
    """
  case writeMatrix = """
    write three rows of three numbers: 1, 0, 0; 0, 1, 0; 0, 0, 1 | \
    写三行、每行三个数：1, 0, 0; 0, 1, 0; 0, 0, 1
    """
  case matrix = """
    {device}: {matrix}, determinant {number}, from {source} | \
    {device}：{matrix}，行列式 {number}，来自 {source}
    """
  case identity = "the sensor's axes are taken as the panel's | 传感器的轴就当作面板的轴"
  case rotation = "the matrix turns the sensor's axes to the panel's | 这个矩阵把传感器的轴转到面板的轴"
  case reflection = """
    the matrix mirrors within the panel's plane, as most matrices of udev's database do: it is \
    right if the four edges come out right; only up and down of the tilt cannot be trusted | \
    矩阵在面板平面内镜像，udev 数据库的大多数矩阵都这样：四条边都对就是对的，只是倾斜的上下不可信
    """
  case reflectionZ = """
    the matrix mirrors, and z takes part: the edges may be right, but up and down of the tilt \
    cannot be trusted | \
    矩阵镜像，而且涉及 z：各边可能是对的，但倾斜的上下不可信
    """
  case singular = """
    the matrix loses an axis: different poses look alike, whatever the sensor reads | \
    矩阵丢失一个轴：无论传感器读到什么，不同的姿势看起来都一样
    """
  case asymmetric = """
    rows and columns differ, as for every sensor that sits turned by a quarter. Only if each \
    edge comes out as its neighbour, rows and columns were exchanged when the matrix was \
    written; exchanged again the matrix is {matrix} | \
    行与列不同，转四分之一圈安装的传感器都这样。只有每条边都变成相邻的边时，才是写矩阵时行列颠倒了；再颠倒一次是 {matrix}
    """
  case stretches = "the rows are not of length 1, so readings change in size | 各行的长度不是 1，读数的大小会变"
  case baseMissing = """
    `base` under `sensor` in the configuration names no accelerometer: {path} | \
    配置里 `sensor` 下的 `base` 指的不是加速度计：{path}
    """
  case hingeUnknown = "the hinge's angle is not known | 不知道铰链的角度"
  case noAccelerometer = """
    there is no accelerometer at all; see sensor-none | 根本没有加速度计；见 sensor-none
    """
  case accelerometers = "there are {sensors} | 现有 {sensors}"
  case hingeLimits = """
    tablet from {from}°, laptop again up to {to}°, closed below {degrees}°; tablet-above, \
    laptop-below and closed-below under sensor.hinge in the configuration change that | \
    从 {from}° 起是平板，到 {to}° 以下又是笔记本，低于 {degrees}° 是合上；配置里 sensor.hinge 下的 \
    tablet-above、laptop-below 和 closed-below 可以改变
    """
  case hingeUnclear = "{sensor}, whose angle is not known now: {doubt} | {sensor}，现在不知道角度：{doubt}"
  case noReading = "there is no reading | 没有读数"
  case hingePosture = """
    {sensor}: now {degrees}°, which is {posture} | {sensor}：现在 {degrees}°，即 {posture}
    """
  case hinge = "{sensor}: now {degrees}° | {sensor}：现在 {degrees}°"
  case shaken = "the device is moved | 设备在晃动"
  case vertical = "the hinge points up or down | 铰链竖直朝上或朝下"
  case disagreement = "the two halves disagree about the direction along the hinge | 两半对沿铰链的方向不一致"
  case ambiguous = "closed and folded right round look the same | 合上和完全翻折看起来一样"
  case impossible = "the sensor reports an impossible angle | 传感器报告了不可能的角度"
  case putDown = "put the device down and run swivel doctor again | 放下设备再运行 swivel doctor"
  case layLevel = "lay the hinge level and run swivel doctor again | 把铰链放平再运行 swivel doctor"
  case sensorKeys = """
    correct sensor.base.matrix, how the keyboard's sensor sits, or sensor.hinge.edge, where the \
    hinge is | \
    改正 sensor.base.matrix（键盘传感器的安装方式）或 sensor.hinge.edge（铰链的位置）
    """
  case openHalfway = """
    open the device halfway and run swivel doctor again | 把设备打开一半再运行 swivel doctor
    """
  case driverLog = "look for the driver's messages in the kernel's log: dmesg | 在内核日志里查看驱动的消息：dmesg"
  case noBus = "the system bus cannot be reached: {fault} | 无法连接系统总线：{fault}"
  case noBusMeans = """
    iio-sensor-proxy cannot be asked, but sysfs can be read | 无法询问 iio-sensor-proxy，但仍可读取 sysfs
    """
  case startBus = "start dbus, or set DBUS_SYSTEM_BUS_ADDRESS | 启动 dbus，或设置 DBUS_SYSTEM_BUS_ADDRESS"
  case proxyStarts = """
    the service is installed, and starts when udev finds a sensor or a program asks for it | \
    这个服务已安装，udev 发现传感器或有程序请求时会启动
    """
  case proxyUnknown = """
    the service is not installed or not known to the bus, so swivel reads sysfs instead | \
    这个服务没有安装，或总线不认识它，swivel 改读 sysfs
    """
  case proxyMute = """
    iio-sensor-proxy does not say whether it has an accelerometer | iio-sensor-proxy 没有说它是否有加速度计
    """
  case proxyWithout = """
    iio-sensor-proxy runs but has no accelerometer | iio-sensor-proxy 在运行，但没有加速度计
    """
  case notMarked = """
    the kernel has an accelerometer, but udev has not marked it for the service | \
    内核有加速度计，但 udev 没有为这个服务标记它
    """
  case udevadmInfo = """
    udevadm info /sys/bus/iio/devices/iio:device0 should show IIO_SENSOR_PROXY_TYPE | \
    udevadm info /sys/bus/iio/devices/iio:device0 应当显示 IIO_SENSOR_PROXY_TYPE
    """
  case proxyOld = """
    iio-sensor-proxy is older than 3.6: no AccelerometerTilt | \
    iio-sensor-proxy 低于 3.6：没有 AccelerometerTilt
    """
  case proxyOldMeans = """
    this version does not report tilt; up to 3.0 it also informs every program on the bus, not \
    only those that claimed. Rotation works with it | \
    这个版本不报告倾斜；3.0 及以前还会通知总线上的每个程序，而不只是请求过的。旋转可以用
    """
  case proxyStuck = """
    iio-sensor-proxy says {word}, but by sysfs the {edgeName} edge is up | \
    iio-sensor-proxy 说 {word}，但按 sysfs 是 {edgeName}边朝上
    """
  case proxyStuckMeans = """
    the service does not read the sensor any more, as after a resume on some machines, or reads \
    another one | \
    这个服务不再读取传感器（有些机器唤醒后会这样），或读的是另一个
    """
  case restartOrIIO = """
    systemctl restart iio-sensor-proxy; if it happens again: --sensor iio | \
    systemctl restart iio-sensor-proxy；再次发生就用 --sensor iio
    """
  case restartOrSuspend = """
    systemctl restart iio-sensor-proxy; suspend and resume help some sensors | \
    systemctl restart iio-sensor-proxy；有些传感器休眠再唤醒后会恢复
    """
  case orIIO = "or use --sensor iio, which reads the sensor itself | 或用直接读取传感器的 --sensor iio"
  case proxyWorks = """
    iio-sensor-proxy was claimed and says {word} | 已向 iio-sensor-proxy 请求传感器，它说 {word}
    """
  case proxyWord = """
    iio-sensor-proxy reports an unknown orientation: {word} | iio-sensor-proxy 报告了未知的方向：{word}
    """
  case wordLeftOut = "the orientation is left out, and the last one stays | 略去这个方向，保持上一个"
  case proxySilent = """
    iio-sensor-proxy was claimed, but the orientation stayed undefined for {seconds} s | \
    已向 iio-sensor-proxy 请求传感器，但方向 {seconds} 秒内一直未定
    """
  case silentMeans = """
    the sensor delivers no readings, or the device lies flat and has not been turned | \
    传感器没有读数，或设备平放着没有转动过
    """
  case holdUpright = "hold the device upright and run swivel doctor again | 把设备竖起来再运行 swivel doctor"
  case refused = "iio-sensor-proxy refuses the claim: {fault} | iio-sensor-proxy 拒绝了请求：{fault}"
  case activeOnly = """
    polkit gives the sensor to the active local session only | polkit 只把传感器给当前的本地会话
    """
  case startInside = """
    start swivel inside the graphical session, not over ssh or from a lingering unit | \
    请在图形会话里启动 swivel，不要通过 ssh 或常驻单元启动
    """
  case allowClaim = """
    or allow net.hadess.SensorProxy.claim-sensor in a polkit rule | \
    或在 polkit 规则里允许 net.hadess.SensorProxy.claim-sensor
    """
  case noPermission = "or use --sensor iio, which needs no permission | 或用不需要权限的 --sensor iio"
  case unanswered = """
    iio-sensor-proxy did not answer the claim within {seconds} s | \
    iio-sensor-proxy {seconds} 秒内没有回答请求
    """
  case unansweredMeans = """
    from 3.6 on the service answers with the first reading, so the sensor is silent | \
    从 3.6 起这个服务以第一个读数作答，所以是传感器没有读数
    """
  case claimFailed = """
    the claim of iio-sensor-proxy's sensor failed: {fault} | 向 iio-sensor-proxy 请求传感器失败：{fault}
    """
  case notClaimed = "the sensor was not claimed | 没有请求传感器"
  case wayfireOut = """
    take autorotate-iio out of `plugins` in this file | 从这个文件的 `plugins` 里去掉 autorotate-iio
    """
  case niriOut = """
    take auto-rotate out of the output's section in this file | 从这个文件的输出一节里去掉 auto-rotate
    """
  case noctaliaOut = "disable the plug-in in Noctalia's settings | 在 Noctalia 的设置里停用这个插件"
  case wayfireReads = "wayfire reads its file again by itself | wayfire 会自己重新读取文件"
  case configuration = "the configuration | 配置文件"

  static func edge(_ edge: PanelEdge) -> Message {
    switch edge {
    case .top: Self.top()
    case .left: Self.left()
    case .bottom: Self.bottom()
    case .right: Self.right()
    }
  }
}
