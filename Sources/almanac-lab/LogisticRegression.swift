import Foundation

/// Logistic regression over examples that are in one bin of each of several kinds: Newton's method with an
/// L2 penalty of 1 on every weight but the bias. Deterministic.
struct LogisticRegression {
  /// In natural units.
  private(set) var bias = 0.0
  private(set) var weights: [Double]

  /// Examples of the same bins, counted together.
  struct Row {
    let bins: [Int]
    var positive = 0.0
    var negative = 0.0
  }

  private static let mostSteps = 60

  /// - Parameter count: How many bins there are.
  init(_ rows: [Row], count: Int) {
    weights = [Double](repeating: 0, count: count)
    var loss = self.loss(rows)
    for _ in 0..<Self.mostSteps {
      let step = newtonStep(rows)
      var (scale, next) = (1.0, self)
      repeat {
        next = self
        next.move(by: step, scale)
        scale /= 2
      } while next.loss(rows) > loss && scale > 1e-6
      let gain = loss - next.loss(rows)
      guard gain > 0 else { return }
      (self, loss) = (next, loss - gain)
      if gain < 1e-7 * loss { return }
    }
  }

  private func logOdds(_ row: Row) -> Double { row.bins.reduce(bias) { $0 + weights[$1] } }

  private func loss(_ rows: [Row]) -> Double {
    rows.reduce(weights.reduce(0) { $0 + $1 * $1 } / 2) { sum, row in
      let odds = logOdds(row)
      let negative = max(odds, 0) + log1p(exp(-abs(odds)))
      return sum + row.negative * negative + row.positive * (negative - odds)
    }
  }

  private mutating func move(by step: [Double], _ scale: Double) {
    for index in weights.indices { weights[index] -= scale * step[index] }
    bias -= scale * step[weights.count]
  }

  /// The gradient divided by the Hessian; the bias comes last.
  private func newtonStep(_ rows: [Row]) -> [Double] {
    let size = weights.count + 1
    var hessian = [Double](repeating: 0, count: size * size)
    var gradient = weights + [0]
    for index in weights.indices { hessian[index * size + index] = 1 }
    hessian[size * size - 1] = 1e-9
    for row in rows {
      let chance = 1 / (1 + exp(-logOdds(row)))
      let all = row.positive + row.negative
      let bins = row.bins + [size - 1]
      for bin in bins { gradient[bin] += all * chance - row.positive }
      let curvature = all * chance * (1 - chance)
      for bin in bins { for other in bins { hessian[bin * size + other] += curvature } }
    }
    return Self.solve(&hessian, gradient)
  }

  /// Solves a symmetric positive definite system by Cholesky's decomposition.
  private static func solve(_ matrix: inout [Double], _ right: [Double]) -> [Double] {
    let size = right.count
    var solution = right
    for row in 0..<size {
      for column in 0...row {
        var sum = matrix[row * size + column]
        for index in 0..<column {
          sum -= matrix[row * size + index] * matrix[column * size + index]
        }
        matrix[row * size + column] =
          row == column ? max(sum, 1e-12).squareRoot() : sum / matrix[column * size + column]
      }
      for index in 0..<row { solution[row] -= matrix[row * size + index] * solution[index] }
      solution[row] /= matrix[row * size + row]
    }
    for row in (0..<size).reversed() {
      for index in row + 1..<size { solution[row] -= matrix[index * size + row] * solution[index] }
      solution[row] /= matrix[row * size + row]
    }
    return solution
  }
}
