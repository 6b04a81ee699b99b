public import AlmanacModel

/// Decides whether and how precisely a count is published.
///
/// Adds noise between `-noiseLimit` and `noiseLimit`, publishes the sum only if it is `noiseLimit`
/// above the threshold, and then as a range. So a count below the threshold is never published.
/// With and without one person, the probabilities of each published result differ by a factor of at
/// most 4, except with a probability below one in a million. This is (ε, δ) differential privacy
/// with ε = ln 4 (Dwork and Roth, "The Algorithmic Foundations of Differential Privacy", 2014,
/// section 2.3) for one person and hour.
public struct PresenceDisclosure: Sendable {
  /// P(noise ≥ 10) = 0.8 · 4⁻¹⁰ = 7.6 · 10⁻⁷.
  public static let noiseLimit = 10
  /// The starts of ranges, times powers of ten. No range is wider than half of its start, so words
  /// are accurate to about a quarter of the capacity.
  private static let steps = [100, 150, 200, 300, 500, 700]

  private let rule: PresenceRule

  public init(_ rule: PresenceRule) { self.rule = rule }

  /// The lowest noisy count of a published place.
  var threshold: Int { max(rule.least, PresenceRule.lowestLeast) + Self.noiseLimit }

  /// Noise from 128 random bits: k has the probability 0.6 · 4^-|k|; values beyond the limit are
  /// clamped.
  ///
  /// It is the difference of two geometric variables: each is the number of pairs of zero bits
  /// before the first other pair. It uses only integers, so every machine gives the same result.
  static func noise(_ bits: (UInt64, UInt64)) -> Int {
    let difference = bits.0.trailingZeroBitCount / 2 - bits.1.trailingZeroBitCount / 2
    return min(max(difference, -noiseLimit), noiseLimit)
  }

  /// - Parameter bits: Derived only from the key, the place and the hour. The same cell always gets
  ///   the same noise, so repeated counts do not average it out.
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

  /// The word depends on the range, not on the count, so it reveals no more.
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
