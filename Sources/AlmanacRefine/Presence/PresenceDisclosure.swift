public import AlmanacModel

/// Decides whether and how precisely a count is published.
///
/// A count gets noise between `-noiseLimit` and `noiseLimit`, is published only if the sum is
/// `noiseLimit` above the threshold, and then as a range. So no count below the threshold is ever
/// published, and the probabilities of what is published with a person and without differ by a
/// factor of 4 at most, except with a probability below one in a million: (ε, δ) differential
/// privacy with ε = ln 4 (Dwork and Roth, "The Algorithmic Foundations of Differential Privacy",
/// 2014, section 2.3) for one person and hour.
public struct PresenceDisclosure: Sendable {
  /// P(noise ≥ 10) = 0.8 · 4⁻¹⁰ = 7.6 · 10⁻⁷.
  public static let noiseLimit = 10
  /// Where ranges begin, times powers of ten: no range is wider than half of where it begins, so
  /// that words are right to about a quarter of the capacity.
  private static let steps = [100, 150, 200, 300, 500, 700]

  private let rule: PresenceRule

  public init(_ rule: PresenceRule) { self.rule = rule }

  /// The noisy count from which on a place is published.
  var threshold: Int { max(rule.least, PresenceRule.lowestLeast) + Self.noiseLimit }

  /// Noise from 128 random bits: k has the probability 0.6 · 4^-|k|, and beyond the limit the limit.
  ///
  /// It is the difference of two geometric variables: each counts how many pairs of bits are zero
  /// before one is not. Whole numbers alone, so that every machine gives the same.
  static func noise(_ bits: (UInt64, UInt64)) -> Int {
    let difference = bits.0.trailingZeroBitCount / 2 - bits.1.trailingZeroBitCount / 2
    return min(max(difference, -noiseLimit), noiseLimit)
  }

  /// - Parameter bits: From the key, the place and the hour, and from nothing else: the same cell
  ///   always gets the same noise, so that counting again averages nothing out.
  /// - Returns: nil if nothing may be published.
  public func cell(_ count: PresenceCount, bits: (UInt64, UInt64)) -> PresenceCell? {
    guard let people = range(count.people + Self.noise(bits)) else { return nil }
    var cell = PresenceCell(place: count.place, hour: count.hour, people: people)
    cell.word = rule.capacities[count.place].map { Self.word(people, of: $0) }
    return cell
  }

  /// The range of a noisy count; nil below the threshold.
  func range(_ noisy: Int) -> ClosedRange<Int>? {
    guard noisy >= threshold else { return nil }
    var scale = 1
    while noisy >= 100 * scale { scale *= 10 }
    let starts = (Self.steps + [1_000]).map { $0 * scale / 10 }
    guard let end = starts.first(where: { $0 > noisy }),
      let start = starts.last(where: { $0 <= noisy })
    else { return nil }
    return max(start, threshold)...(end - 1)
  }

  /// The word is made of the range, not of the count: it says nothing that the range does not.
  static func word(_ people: ClosedRange<Int>, of capacity: Int) -> PresenceCell.Word {
    let share = Double(people.lowerBound + people.upperBound) / 2 / Double(max(1, capacity))
    return switch share {
    case ..<0.25: .quiet
    case ..<0.5: .moderate
    case ..<0.75: .busy
    case ..<0.95: .crowded
    default: .full
    }
  }
}
