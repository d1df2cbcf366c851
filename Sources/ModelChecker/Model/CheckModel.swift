// SPDX-License-Identifier: Apache-2.0
import Arbitration
import Orientation

/// A stack compiled for checking: scenes as integers, decisions as cells.
///
/// Every cell is filled by `RuleSet.decide` on a real scene; nothing here decides anything.
final class CheckModel {
  let stack: CheckStack
  let rules: any RuleSet
  let ids: [WindowID]
  /// Whether the key is kept even where no decision reads it.
  let tracksKeyWindow: Bool
  /// All windows, as a set of positions.
  let all: UInt64
  /// The windows that follow the status bar.
  let followers: UInt64
  /// The windows of level 0, and those of them that can be the page without being key.
  let levelZero: UInt64
  let pageable: UInt64
  /// The windows that are not there at the start.
  let addable: UInt64
  /// The output that turns with the device, if there is one.
  let managedOutput: Int?

  /// The scenes that differ in settings only; their windows are not placed.
  var templates: [Scene] = []
  /// What decisions read, as the rule set says it.
  private(set) lazy var reads = rules.reads(in: templates[0])
  /// What every step reads.
  let tables: UnsafeMutablePointer<StepTables>
  /// How often the rule function was asked for cells.
  var decisions = 0
  /// The state after set-up.
  var initial = PackedState()
  /// The windows that have been key before, the current one last.
  private(set) var keys: [Int] = []
  /// Whether set-up itself raised an exception.
  var raisesAtOnce = false
  /// What was met that the packed form cannot hold; nothing found since then counts.
  var broken: CheckLimit?

  /// Compiles a stack; `tracksKeyWindow` keeps the key even where no decision reads it.
  init(_ stack: CheckStack, tracksKeyWindow: Bool = false) throws(CheckLimit) {
    self.tracksKeyWindow = tracksKeyWindow
    self.stack = stack
    rules = stack.rules
    tables = .allocate(capacity: 1)
    tables.initialize(to: StepTables())
    let windows = stack.windows.map(\.window)
    ids = windows.map(\.id)
    guard windows.count <= PackedState.width else {
      throw .windows(windows.count, most: PackedState.width)
    }
    func set(_ test: (Window) -> Bool) -> UInt64 {
      windows.indices.reduce(0) { test(windows[$1]) ? $0 | 1 << UInt64($1) : $0 }
    }
    all = set { _ in true }
    followers = set { $0.isFollower }
    levelZero = set { $0.level == 0 }
    pageable = set { $0.level == 0 && !$0.isFollower }
    addable = stack.windows.indices.reduce(0) {
      stack.windows[$1].isThere ? $0 : $0 | 1 << UInt64($1)
    }
    let managed = stack.scene.outputs.indices.filter { stack.scene.outputs[$0].isManaged }
    guard managed.count < 2 else { throw .outputs(managed.count) }
    managedOutput = managed.first
    if let held = stack.scene.outputs.first(where: { $0.isHeldByOther }) {
      throw .heldOutput(held.name)
    }
    if let live = windows.first(where: { $0.root?.isLiveAnywhere == true }) {
      throw .livePolicy(live.name)
    }
    try setUp()
    compileOccasions()
    prepareLookup()
    if isKeyFree { initial.key = PackedState.none }
    if let broken { throw broken }
  }

  /// What steps go through; valid while this model lives.
  private(set) lazy var kernel = StepKernel(self)

  deinit {
    tables.pointee.deallocate()
    tables.deallocate()
  }

  /// Plays the launch through the arbiter itself, unless there was one.
  private func setUp() throws(CheckLimit) {
    let replayer = Replayer(stack)
    raisesAtOnce = replayer.verdicts.last?.error?.isException == true
    let scene = replayer.arbiter.scene
    keys = scene.keyHistory.compactMap { ids.firstIndex(of: $0) }
    templates = [template(scene, like: nil)]
    if templates[0].device.isRotationLocked { tables.pointee.lockedRests = 1 }
    guard let state = encode(scene, settingsIndex: 0, gone: 0) else {
      throw .vocabulary("places unheard of")
    }
    initial = state
  }
}

extension Controller {
  /// Whether any controller at or below this one meets a condition.
  func contains(where test: (Controller) -> Bool) -> Bool {
    if test(self) || presented?.controller.contains(where: test) == true { return true }
    return container?.children.contains { $0.contains(where: test) } ?? false
  }

  /// Whether any policy at or below is live.
  var isLiveAnywhere: Bool { contains { $0.declared == nil } }

  /// Whether any question is handed on to another window.
  var forwardsAnywhere: Bool { contains { $0.forwardsTo != nil } }
}
