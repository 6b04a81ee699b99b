/// How much may still be done for one expansion, so that no rule of a hostile feed holds up a run.
///
/// A unit is about one period or instance looked at.
struct WorkBudget {
  private let units: Int
  private var left: Int

  init(_ units: Int) {
    self.units = units
    left = units
  }

  /// Units spent so far, perhaps a few more than there were.
  var spent: Int { units - left }

  var isSpent: Bool { left <= 0 }

  mutating func spend(_ units: Int) {
    left -= units
  }
}
