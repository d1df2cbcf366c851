// SPDX-License-Identifier: Apache-2.0

extension ContributionTable {
  /// One line of what hangs on somebody's answer.
  private struct Line: Equatable {
    var place: Int
    /// The choice of the window that asks.
    var choice: UInt8
    var others: [Answer]
    var effects: ContributionSum.Effects
  }

  /// Leaves out answers that do the same to everybody as an earlier one of the same window.
  mutating func merge() {
    for index in places.indices {
      guard let party = places[index].party, places[index].options.count > 1 else { continue }
      var kept: [(option: Option, lines: [Line])] = []
      for option in places[index].options {
        let lines = places[index].slot == nil ? [] : lines(option.choice, of: party, at: index)
        let isKnown = kept.contains { $0.option.cases == option.cases && $0.lines == lines }
        if !isKnown { kept.append((option, lines)) }
      }
      if kept.count < places[index].options.count {
        keep(kept.map(\.option), of: party, at: index)
      }
    }
  }

  /// What hangs on an answer of a window for those who ask it.
  private func lines(_ choice: UInt8, of party: Int, at own: Int) -> [Line] {
    var lines: [Line] = []
    for place in places.indices where place != own {
      for option in places[place].options.indices {
        let asking = places[place].options[option].choice
        // In place: copying cases costs more than looking at them.
        places[place].options[option].cases.withUnsafeBufferPointer { cases in
          for known in cases.indices {
            guard let index = cases[known].asked.firstIndex(where: { $0.party == party }),
              cases[known].asked[index].choice == choice
            else { continue }
            var others: [Answer] = []
            if cases[known].asked.count > 1 {
              others = cases[known].asked
              others.remove(at: index)
            }
            lines.append(
              Line(place: place, choice: asking, others: others, effects: cases[known].effects))
          }
        }
      }
    }
    return lines
  }

  private mutating func keep(_ options: [Option], of party: Int, at own: Int) {
    places[own].options = options
    guard places[own].slot != nil else { return }
    for place in places.indices where place != own {
      for option in places[place].options.indices {
        places[place].options[option].cases.removeAll { known in
          known.asked.contains { answer in
            answer.party == party && !options.contains { $0.choice == answer.choice }
          }
        }
      }
    }
  }
}
