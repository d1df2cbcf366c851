// SPDX-License-Identifier: Apache-2.0

extension PromelaModel {
  private var pages: [Int] { matters ? Array(model.ids.indices) + [PackedState.none] : [0] }

  /// A state in which a window is the page's, as far as that can be.
  private func probe(page: Int) -> PackedState {
    var state = model.initial
    state.present = model.all
    state.hidden = page < model.ids.count ? model.all & ~(1 << UInt64(page)) : model.all
    state.key = page
    return state
  }

  /// The decision of a turn to one orientation.
  func turn(_ target: Int) -> [String] {
    var lines = ["inline turn\(target)() {"]
    if !matters {
      let cell = model.kernel.cell(UInt8(target + 1), 0, probe(page: 0))
      lines += effect(cell, indent: "  ")
    } else {
      lines += ["  find_page();", "  if"]
      for page in pages {
        let cell = model.kernel.cell(UInt8(target + 1), 0, probe(page: page))
        lines.append("  :: page == \(page) ->")
        lines += effect(cell, indent: "    ")
      }
      // A follower is never the page's.
      lines += ["  fi"]
    }
    return lines + ["}"]
  }

  /// The decision of placing a window that is shown or hidden.
  func place(_ window: Int, isHidden: Bool, indent: String) -> [String] {
    var lines: [String] = []
    let bit = UInt64(1) << UInt64(window)
    if matters { lines += ["\(indent)find_page();"] }
    lines.append("\(indent)if")
    for page in pages {
      for device in 0..<5 {
        for bar in 0..<4 {
          var state = probe(page: page)
          state.hidden = isHidden ? state.hidden | bit : state.hidden & ~bit
          state.device = device
          state.bar = bar
          // A shown window of level 0 is the page's before nobody is.
          if matters, model.kernel.page(state) != page { continue }
          let cell = model.kernel.cell(OccasionCode.place, window, state)
          let at = matters ? "page == \(page) && " : ""
          lines.append("\(indent):: \(at)dev == \(device) && bar == \(bar) ->")
          lines += effect(cell, indent: indent + "  ")
        }
      }
    }
    return lines + ["\(indent)fi;"]
  }

  /// What a cell does; who turns is known before the bar is written.
  private func effect(_ cell: DecisionCell, indent: String) -> [String] {
    let target = cell.target
    var lines: [String] = []
    var writing: [String] = []
    for index in model.ids.indices {
      let whenShown = cell.shown >> UInt16(index) & 1 == 1
      let whenHidden = cell.hidden >> UInt16(index) & 1 == 1
      guard whenShown || whenHidden else { continue }
      var parts = [isThere(index)].compactMap(\.self)
      if !whenHidden { parts.append("!hid[\(index)]") }
      if !whenShown { parts.append("hid[\(index)]") }
      let condition = parts.isEmpty ? "true" : parts.joined(separator: " && ")
      if cell.writers >> UInt16(index) & 1 == 1 { writing.append("(\(condition))") }
      lines.append(
        parts.isEmpty
          ? "\(indent)own[\(index)] = \(target);"
          : "\(indent)if :: \(condition) -> own[\(index)] = \(target) :: else fi;")
    }
    if cell.writesBar { writing = ["true"] }
    guard !writing.isEmpty else { return lines + ["\(indent)skip"] }
    var follow = ["bar = \(target)"]
    for index in model.ids.indices where model.followers >> UInt64(index) & 1 == 1 {
      follow.append(
        isThere(index).map { "if :: \($0) -> own[\(index)] = \(target) :: else fi" }
          ?? "own[\(index)] = \(target)")
    }
    let body = follow.joined(separator: "; ")
    if writing == ["true"], follow.count == 1 { return lines + ["\(indent)\(body)"] }
    let condition = "(\(writing.joined(separator: " || "))) && bar != \(target)"
    return lines + ["\(indent)if :: \(condition) -> \(body) :: else fi"]
  }
}
