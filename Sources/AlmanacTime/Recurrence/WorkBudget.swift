/// The remaining work for one expansion, so that no rule of a hostile feed delays a run.
///
/// A unit is about one examined period or instance.
struct WorkBudget {
  private let units: Int
  private var left: Int

  init(_ units: Int) {
    self.units = units
    left = units
  }

  /// Units spent so far; may slightly exceed the budget.
  var spent: Int { units - left }

  var isSpent: Bool { left <= 0 }

  mutating func spend(_ units: Int) {
    left -= units
  }
}
