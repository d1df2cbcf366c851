// SPDX-License-Identifier: Apache-2.0
import Arbitration

/// The facts that decisions read about the windows that a projection does not follow.
struct ProjectionSetting {
  /// The windows that can be shown without being the page; be the page; be hidden; be absent.
  struct Windows: Hashable {
    var shown: UInt64 = 0
    var page: UInt64 = 0
    var hidden: UInt64 = 0
    var away: UInt64 = 0

    mutating func formUnion(_ other: Windows) {
      shown |= other.shown
      page |= other.page
      hidden |= other.hidden
      away |= other.away
    }

    /// The number of windows in all sets.
    var count: Int {
      shown.nonzeroBitCount + page.nonzeroBitCount + hidden.nonzeroBitCount + away.nonzeroBitCount
    }

    func contains(_ other: Windows) -> Bool {
      other.shown & ~shown | other.page & ~page | other.hidden & ~hidden | other.away & ~away == 0
    }
  }

  /// Two sets of windows: one of the former is shown, or one of the latter hidden.
  struct Need: Hashable {
    var shown: UInt64
    var hidden: UInt64 = 0
  }

  /// The windows whose answers decisions can read, unless windows forward their questions.
  fileprivate enum Answering {
    case all
    /// A turn asks each window; a decision after a window was shown or added asks this window, or the page's
    /// if this one is one of `following`.
    case own(page: UInt64, following: UInt64)
    /// A turn asks these windows; a decision after a window was shown or added asks them only if this window
    /// is one of them.
    case deciding(UInt64)
  }

  /// A state with these facts; decisions on turns do not distinguish it from others.
  var state: PackedState
  /// The absent windows of those whose presence is read.
  var absent: UInt64
  /// The windows that can be as these sets say in a state with these facts.
  var windows: Windows
  var needs: [Need]
  fileprivate var answering = Answering.all

  /// The facts that a decision reads.
  struct Reading: Hashable {
    fileprivate let facts: [Int]
    fileprivate let absent: UInt64
    /// Whether the decision changes only the window that was shown or added, so that the setting's windows do
    /// not matter.
    let isApart: Bool
  }

  /// Returns what a decision on a turn reads in a setting of a model or, with `placed`, a decision after this
  /// window was shown or added; equal in models of one stack if the decision's effect on the windows that can
  /// be shown or hidden in both settings is the same.
  func reading(_ placed: Int?, in model: CheckModel) -> Reading {
    if let facts = placed.flatMap({ factsApart($0, in: model) }) {
      return Reading(facts: facts, absent: 0, isApart: true)
    }
    var facts: [Int]
    if let part = unsafe model.tables.pointee.takingPart,
      let consents = unsafe model.tables.pointee.consents
    {
      // The union of the refusals, whether there is a page, and which one if this does not participate or is
      // asked for other windows.
      let isIn = !part.isPageAsked && PackedState.bit(state.key) & part.windows(state) != 0
      let union = consents.union(of: part.windows(state), state.present, state.key)
      facts = [
        isIn ? -1 : state.key, Int(union), state.shown == 0 ? 0 : 1, state.present == 0 ? 0 : 1,
      ]
      facts += [model.witnesses & state.present, part.shown, part.hidden, part.rootless].map {
        Int(bitPattern: UInt($0))
      }
    } else {
      var asked = asked(placed)
      if asked & model.forwarding != 0 { asked |= model.witnesses }
      facts = model.read(of: asked, in: state)
    }
    return Reading(facts: facts, absent: absent, isApart: false)
  }

  /// Returns the windows whose answers a decision on a turn can read or, with `placed`, a decision after this
  /// window was shown or added.
  private func asked(_ placed: Int?) -> UInt64 {
    let own = placed.map { PackedState.bit($0) }
    return switch (answering, own) {
    case (.all, _), (.own, nil): .max
    case (.own(let page, let following), let own?): own | (own & following == 0 ? 0 : page)
    case (.deciding(let windows), let own?) where own & windows == 0: 0
    case (.deciding(let windows), _): windows
    }
  }

  /// Returns what a decision after a window was shown or added reads if the decision changes only this window:
  /// no answer, the window's own one, or that of the page's window.
  private func factsApart(_ placed: Int, in model: CheckModel) -> [Int]? {
    switch answering {
    case .all: return nil
    case .deciding: return asked(placed) == 0 ? [] : nil
    case .own(let page, let following):
      let own = PackedState.bit(placed)
      let asked = own & following == 0 || page == 0 ? placed : page.trailingZeroBitCount
      if model.forwarding & PackedState.bit(asked) != 0 { return nil }
      // Of the own root, if another one is asked, only whether it does more than answer questions matters.
      return [model.kinds.roots[asked], asked == placed || model.kinds.plain & own != 0 ? 0 : 1]
    }
  }

  /// The state with the absent windows hidden; settings with the same one differ only in absent
  /// windows.
  var whole: PackedState {
    var whole = state
    whole.present |= absent
    whole.hidden |= absent
    return whole
  }

  /// Returns the settings of a model such that each decision of a reachable state is that of one of
  /// them; `nil` if decisions read too much.
  static func all(of model: CheckModel) -> [ProjectionSetting]? {
    guard model.witnesses.nonzeroBitCount <= 6 else { return nil }
    var absences: [UInt64] = [0]
    for index in model.ids.indices where model.witnesses & PackedState.bit(index) != 0 {
      guard model.hiddenMatters || model.addable & PackedState.bit(index) != 0 else { continue }
      absences += absences.map { $0 | PackedState.bit(index) }
    }
    if model.reach != .windows {
      let pages = model.reach == .page ? model.ids.indices.filter { !model.isFollower($0) } : []
      return (pages + [PackedState.none]).flatMap { page in
        absences.filter { PackedState.bit(page) & $0 == 0 }.map { of(model, page, absent: $0) }
      }
    }
    guard let part = unsafe model.tables.pointee.takingPart else { return nil }
    var settings: [ProjectionSetting] = []
    for absent in absences {
      let found = Participants(model, part, absent)
      if part.isSceneWide {
        found.listDecidingWindows()
      } else if !found.listAgreements() {
        return nil
      }
      settings += found.settings
      guard settings.count <= 16_384 else { return nil }
    }
    return settings
  }

  /// Returns the setting of a page and absent witnesses; all windows but the page are hidden.
  private static func of(
    _ model: CheckModel, _ page: Int, absent: UInt64
  ) -> ProjectionSetting {
    let (there, own) = (model.all & ~absent, PackedState.bit(page))
    var state = model.initial
    (state.present, state.hidden, state.key) = (there, there & ~own, page)
    var windows = Windows(hidden: there & ~own, away: model.all & ~(model.witnesses & there) & ~own)
    var needs: [Need] = []
    if model.reach == .page {
      windows.page = own
      windows.shown = there & ~own & (page == PackedState.none ? ~model.pageable : .max)
      if own != 0 { needs = [Need(shown: own)] }
    } else {
      windows.page = there
    }
    let answering: Answering =
      if case .page = model.reads.windows {
        .deciding(own)
      } else {
        .own(page: own, following: model.following)
      }
    return ProjectionSetting(
      state: state, absent: absent, windows: windows, needs: needs, answering: answering)
  }
}

/// The settings of decisions that read the participating windows, with some witnesses absent.
private final class Participants {
  private let model: CheckModel
  private let part: ParticipationAbstraction
  private let absent: UInt64
  /// The windows that are not absent witnesses.
  private let there: UInt64
  private(set) var settings: [ProjectionSetting] = []

  init(_ model: CheckModel, _ part: ParticipationAbstraction, _ absent: UInt64) {
    (self.model, self.part, self.absent) = (model, part, absent)
    there = model.all & ~absent
  }

  /// Lists the settings if one window decides for the scene, by the deciding window and, if decisions
  /// read it, the page.
  func listDecidingWindows() {
    let voters = (part.shown & ~part.rootless, part.hidden & ~part.rootless)
    var above: UInt64 = 0
    for place in 0..<(unsafe model.tables.pointee.deciders.count) {
      let window = unsafe model.tables.pointee.deciders[place]
      if window & there != 0 { addPages(window, ableToShow: there & ~above, except: 0) }
      above |= window
    }
    let others = there & ~part.deciders
    for window in model.ids.indices where PackedState.bit(window) & there & voters.0 != 0 {
      let bit = PackedState.bit(window)
      let before = bit &- 1
      // The deciding window is the key window, or the first one that participates.
      for (key, showing, gone) in [
        (window, others, 0),
        (PackedState.none, others & ~(voters.0 & before), voters.1 & before),
      ] where gone & model.witnesses & there == 0 {
        if bit & part.deciders == 0 {
          if part.isPageAsked, key == PackedState.none {
            addPages(bit, ableToShow: showing, except: voters.0)
          } else {
            add(
              shown: bit, key: key, gone: gone, ableToShow: showing,
              ableToHide: there & ~bit & ~gone, page: part.isPageAsked ? bit : nil)
          }
        }
        if bit & voters.1 != 0 {
          add(
            shown: 0, key: key, gone: gone, ableToShow: showing & ~bit, ableToHide: there & ~gone)
        }
      }
    }
    addWithoutParticipants(ableToShow: there & ~voters.0, ableToHide: there & ~voters.1)
  }

  /// Adds a setting for each page that a decision of the shown window `decider` reads, or one if
  /// decisions do not read the page.
  ///
  /// A window of `voters` would decide itself if it were key, so it can be the page only as the
  /// first shown window of level 0.
  private func addPages(_ decider: UInt64, ableToShow: UInt64, except voters: UInt64) {
    let ableToHide = there & ~decider
    guard part.isPageAsked else {
      return add(shown: decider, ableToShow: ableToShow, ableToHide: ableToHide)
    }
    for page in model.ids.indices {
      let bit = PackedState.bit(page)
      guard bit & ableToShow & ~model.followers != 0 else { continue }
      let isKey = bit & voters == 0
      let before = isKey ? 0 : model.pageable & (bit &- 1)
      guard isKey || bit & model.pageable != 0, decider & before == 0 else { continue }
      add(
        shown: decider | bit, key: isKey ? page : PackedState.none,
        ableToShow: ableToShow & ~before, ableToHide: ableToHide & ~bit, page: bit)
    }
    if decider & model.pageable != 0 { return }
    add(
      shown: decider, ableToShow: ableToShow & ~model.pageable, ableToHide: ableToHide, page: 0)
  }

  /// Lists the settings if all windows have to agree, by what the participating windows refuse
  /// together, and by the page; returns false if there are too many.
  func listAgreements() -> Bool {
    guard let consents = unsafe model.tables.pointee.consents,
      consents.distinctPages.allSatisfy({ listAgreements(consents, $0) })
    else { return false }
    let outside = there & ~part.shown
    for page in model.ids.indices where PackedState.bit(page) & outside & ~model.followers != 0 {
      guard part.hidden & model.witnesses & there == 0 else { continue }
      add(
        shown: PackedState.bit(page), key: page, gone: part.hidden, ableToShow: outside,
        ableToHide: there & ~part.hidden, page: asked(page))
    }
    addWithoutParticipants(
      ableToShow: outside & ~model.pageable, ableToHide: there & ~part.hidden)
    return true
  }

  /// Returns the window of a page whose answers decisions read; `nil` if they read no page's answers.
  private func asked(_ page: Int) -> UInt64? { part.isPageAsked ? PackedState.bit(page) : nil }

  /// Lists the settings in which windows participate, and one of some pages is the page or, if it may be missing,
  /// none; returns false if there are too many.
  private func listAgreements(_ consents: ConsentTable, _ pages: ConsentTable.Pages) -> Bool {
    let outside = there & ~part.shown
    func bits(_ window: Int) -> UInt32 { consents.bits(of: window, there, pages.one) }
    /// Returns, for each of these refusals, the windows with this refusal, of which one is shown or, if it
    /// participates while hidden, hidden.
    func holders(_ union: UInt32, _ shown: UInt64, _ hidden: UInt64) -> [ProjectionSetting.Need] {
      (0..<32).filter { union >> $0 & 1 == 1 }.map { refusal in
        let holders = model.ids.indices.filter { bits($0) >> refusal & 1 == 1 }
          .reduce(UInt64(0)) { $0 | PackedState.bit($1) }
        return ProjectionSetting.Need(
          shown: holders & shown, hidden: holders & hidden & part.hidden)
      }
    }
    let able = model.ids.indices.filter { PackedState.bit($0) & part.shown & there != 0 }
    var unions: Set<UInt32> = []
    for window in able {
      unions.formUnion(unions.map { $0 | bits(window) } + [bits(window)])
      guard unions.count <= 512 else { return false }
    }
    for union in unions.sorted() {
      let members = able.filter { bits($0) & ~union == 0 }.reduce(0) { $0 | PackedState.bit($1) }
      // Windows that participate while hidden, and refuse more, are absent.
      let gone = there & part.hidden & ~members
      guard gone & model.witnesses == 0 else { continue }
      // The page is a window that does not participate, or any that does.
      let free = members & ~model.followers & pages.windows
      let others = outside & ~model.followers & pages.windows
      for bit in model.ids.indices.map({ PackedState.bit($0) & others }) + [free & (0 &- free)]
      where bit != 0 {
        let page = bit.trailingZeroBitCount
        add(
          shown: members | bit, key: page, gone: gone, ableToShow: members | outside,
          ableToHide: there & ~gone, page: asked(page),
          needs: holders(union, members, members)
            + [ProjectionSetting.Need(shown: bit & members == 0 ? bit : free)])
      }
      guard pages.mayBeMissing else { continue }
      // Without a page, no window that could be the page is shown.
      let rest = members & ~model.pageable
      let together = able.filter { PackedState.bit($0) & (rest | members & part.hidden) != 0 }
      guard !together.isEmpty, together.reduce(0, { $0 | bits($1) }) == union else { continue }
      add(
        shown: rest, gone: gone, ableToShow: (members | outside) & ~model.pageable,
        ableToHide: there & ~gone, needs: holders(union, rest, members))
    }
    return true
  }

  /// Adds the settings in which no window participates: they are distinguished by the lowest window
  /// that is present.
  private func addWithoutParticipants(ableToShow: UInt64, ableToHide: UInt64) {
    let witnesses = model.witnesses & there
    guard witnesses & ~ableToHide == 0 else { return }
    for window in model.ids.indices {
      let bit = PackedState.bit(window)
      let others = there & ~bit & ~witnesses
      for shown in [bit & ableToShow, 0] where (shown | ableToHide) & bit != 0 {
        add(
          shown: shown, gone: others,
          ableToShow: ableToShow, ableToHide: ableToHide)
      }
    }
  }

  /// Adds a setting whose state has some windows shown, some removed and all others hidden; with
  /// `page`, no other window can be the page.
  private func add(
    shown: UInt64, key: Int = PackedState.none, gone: UInt64 = 0, ableToShow: UInt64,
    ableToHide: UInt64, page: UInt64? = nil, needs: [ProjectionSetting.Need]? = nil
  ) {
    var state = model.initial
    state.present = there & ~gone
    state.hidden = state.present & ~shown
    state.key = key
    let windows = ProjectionSetting.Windows(
      shown: page.map { ableToShow & ~$0 } ?? 0, page: page ?? ableToShow, hidden: ableToHide,
      away: model.all & ~(model.witnesses & there))
    let all = model.ids.indices.filter { PackedState.bit($0) & shown != 0 }.map {
      ProjectionSetting.Need(shown: PackedState.bit($0))
    }
    var setting = ProjectionSetting(
      state: state, absent: absent, windows: windows, needs: needs ?? all)
    // If one window decides, it is shown, or one that is asked while it is hidden.
    if part.isSceneWide, shown != 0 || part.hidden == 0 {
      setting.answering = .deciding(shown)
    }
    settings.append(setting)
  }
}

extension CheckModel {
  /// Returns numbers that are equal in models of one stack if decisions read the same: the kinds of some
  /// windows, and the windows of a state.
  func read(of windows: UInt64, in state: PackedState) -> [Int] {
    var read = [
      Int(truncatingIfNeeded: state.present), Int(truncatingIfNeeded: state.hidden), state.key,
      state.recent,
    ]
    let page = kernel.page(state)
    for index in ids.indices where windows & PackedState.bit(index) != 0 {
      // Of a window that answers as the page's does, only another root can matter, unless the page's window
      // may forward the question to this one.
      let isOther = page != PackedState.none && page != index
      let isOwn = !isOther || following & ~witnesses & PackedState.bit(index) == 0
      read.append(isOwn ? kinds.windows[index] : kinds.plain & PackedState.bit(index) == 0 ? 1 : 0)
    }
    return read
  }

  /// Returns such numbers for the observation class of a canonical state: the kind of the window that decides,
  /// and what the others refuse together.
  func read(in context: PackedState) -> [Int] {
    guard let objections = reads.objections else {
      guard context.present == all, context.shown.nonzeroBitCount == 1 else {
        return read(of: context.shown, in: context)
      }
      return [kinds.windows[context.shown.trailingZeroBitCount]]
    }
    let others = context.shown & ~context.keyBit
    let union = ids.indices.filter { others & PackedState.bit($0) != 0 }.reduce(UInt32(0)) {
      $0 | (objections[ids[$1]] ?? 0)
    }
    return [context.key < ids.count ? kinds.windows[context.key] : -1, Int(union)]
  }

  func isFollower(_ window: Int) -> Bool { followers & PackedState.bit(window) != 0 }

  /// Returns whether a turn can have another effect in a setting in which no window is shown than if there
  /// are no windows.
  func distinguishesHiddenFromNone(_ setting: ProjectionSetting) -> Bool {
    guard setting.state.shown == 0 else { return false }
    var empty = initial
    (empty.present, empty.hidden, empty.key) = (0, 0, PackedState.none)
    return (1...4).contains { (code: UInt8) in
      let cell = kernel.cell(code, 0, setting.state)
      let without = kernel.cell(code, 0, empty)
      return cell.raises != without.raises || cell.writesBar != without.writesBar
        || cell.writesBar && cell.target != without.target
    }
  }
}
