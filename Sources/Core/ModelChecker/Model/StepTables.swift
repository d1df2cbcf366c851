// SPDX-License-Identifier: Apache-2.0

/// The lookup tables for the computation of steps, in unmanaged memory for speed.
@safe
struct StepTables {
  // SAFETY: the model owns the tables and frees them in its `deinit`. Fields of a fixed width, or
  // the tables' own counts, bound every index.

  /// The trigger codes of window events, by kind of event and window.
  let windowTriggers: UnsafeMutableBufferPointer<UInt8>
  /// The effect of each device event: settings index, device and trigger code in one value; `.max`
  /// if not yet computed.
  let deviceSteps: UnsafeMutableBufferPointer<UInt16>
  /// The settings index after adding a window, by settings index, window and status bar; `.max` if
  /// not yet computed.
  let addedSettings: UnsafeMutableBufferPointer<UInt8>
  var lockedSettings: UInt16 = 0
  var reach = CheckModel.CellReadSet.windows
  var witnesses: UInt64 = 0
  /// The windows of outputs that do not rotate.
  var elsewhere: UInt64 = 0
  /// The windows that decisions read, besides the key window, if `reach` is `windows`.
  var relevant: UInt64 = 0
  var takingPart: ParticipationAbstraction?
  var consents: ConsentTable?
  /// The windows that can decide for the scene, in order of precedence, one bit each.
  private(set) var deciders: UnsafeMutableBufferPointer<UInt64>
  /// For each settings index, the settings index whose cells are used for it.
  let cellSettings: UnsafeMutableBufferPointer<UInt8>
  /// Whether the decision on a turn reads neither the status bar nor the device.
  var turnsAreBare = false
  var observations: ObservationClasses?
  /// The filled decision cells, by the decisions' keys (`StepKernel.key`).
  var cells = StateNumbers<DecisionCell>()

  init() {
    unsafe windowTriggers = Self.table(of: 0, 5 * PackedState.width)
    unsafe deviceSteps = Self.table(of: .max, PackedState.situations * 8)
    unsafe addedSettings = Self.table(of: .max, 16 * PackedState.width * 4)
    unsafe cellSettings = Self.table(of: 0, 16)
    unsafe deciders = Self.table(of: 0, 0)
  }

  /// Whether a cell that was filled so far can raise an exception.
  var anyRaises: Bool { (0..<cells.count).contains { cells[$0].mayRaise } }

  mutating func makeDeciders(_ order: [Int]) {
    unsafe deciders.deallocate()
    unsafe deciders = .allocate(capacity: order.count)
    _ = unsafe deciders.initialize(from: order.map { PackedState.bit($0) })
  }

  func deallocate() {
    observations?.deallocate()
    consents?.deallocate()
    unsafe deciders.deallocate()
    unsafe windowTriggers.deallocate()
    unsafe deviceSteps.deallocate()
    unsafe addedSettings.deallocate()
    unsafe cellSettings.deallocate()
    cells.deallocate()
  }

  /// Returns the index in `deviceSteps` of a device event; `choice` is the device of a turn (0 to
  /// 4), 5 for `lock` and 6 for `unlock`.
  ///
  /// Locking can keep the status bar's orientation as a setting; the effect of a turn of the device does not
  /// depend on the status bar, so all four orientations share an index.
  @inline(__always)
  static func deviceSlot(_ state: PackedState, _ choice: Int) -> Int {
    (choice < 5 ? state.situation & ~3 : state.situation) &* 8 &+ choice
  }

  /// The trigger codes of the turns of the device that were computed so far, except `nothing`.
  var turnCodes: [UInt8] {
    var codes: Set<UInt8> = []
    for slot in unsafe deviceSteps.indices where slot % 8 < 5 {
      let step = unsafe deviceSteps[slot]
      if step != .max { codes.insert(UInt8(step & 15)) }
    }
    return codes.subtracting([TriggerCode.nothing]).sorted()
  }

  /// The trigger codes and contexts of the decisions on turns that were computed so far.
  var turns: [(code: UInt8, context: PackedState)] {
    (0..<cells.count).compactMap { number in
      var context = cells.key(number).state
      let code = UInt8(context.low & 7)
      (context.low, context.high) = (0, 0)
      return 1...TriggerCode.turnNowhere ~= code ? (code, context) : nil
    }
  }

  private static func table<Element>(
    of element: Element, _ count: Int
  ) -> UnsafeMutableBufferPointer<Element> {
    let table = UnsafeMutableBufferPointer<Element>.allocate(capacity: count)
    unsafe table.initialize(repeating: element)
    return unsafe table
  }
}
