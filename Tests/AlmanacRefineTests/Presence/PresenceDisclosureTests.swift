import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacModel
@testable import AlmanacRefine

@Suite("Publishing counts of people as ranges") struct PresenceDisclosureTests {
  private static func disclosure(
    least: Int = 10, capacities: [String: Int] = [:]
  ) -> PresenceDisclosure {
    var rule = PresenceRule(key: .environment("NONE"), least: least, radius: 50, wait: 900)
    rule.capacities = capacities
    return PresenceDisclosure(rule)
  }

  private static func cell(
    _ people: Int, _ disclosure: PresenceDisclosure, bits: (UInt64, UInt64) = (1, 1)
  ) -> PresenceCell? {
    disclosure.cell(
      PresenceCount(place: "hall", hour: Instant(secondsSinceEpoch: 0), people: people), bits: bits)
  }

  /// The probability of a noise value, from its definition.
  private static func probability(ofNoise noise: Int) -> Double {
    let limit = PresenceDisclosure.noiseLimit
    guard abs(noise) <= limit else { return 0 }
    func power(_ exponent: Int) -> Double { (0..<exponent).reduce(1) { value, _ in value / 4 } }
    return abs(noise) < limit ? 0.6 * power(abs(noise)) : 0.8 * power(limit)
  }

  /// The probability that a count is published as this cell.
  private static func probability(
    of cell: PresenceCell?, given people: Int, _ disclosure: PresenceDisclosure
  ) -> Double {
    let limit = PresenceDisclosure.noiseLimit
    return (-limit...limit).filter { disclosure.range(people + $0) == cell?.people }
      .map(probability(ofNoise:)).reduce(0, +)
  }

  @Test("Noise is the bounded difference of two geometric variables")
  func noise() {
    var generator = SeededGenerator(seed: 5)
    var counts: [Int: Int] = [:]
    let draws = 1_000_000
    for _ in 0..<draws {
      counts[PresenceDisclosure.noise((generator.next(), generator.next())), default: 0] += 1
    }
    for noise in -3...3 {
      let share = Double(counts[noise] ?? 0) / Double(draws)
      #expect(abs(share - Self.probability(ofNoise: noise)) < 0.002, "\(noise)")
    }
    let limit = PresenceDisclosure.noiseLimit
    #expect(PresenceDisclosure.noise((0, 1)) == limit)
    #expect(PresenceDisclosure.noise((1, 0)) == -limit)
    let all = (-limit...limit).map(Self.probability(ofNoise:)).reduce(0, +)
    #expect(abs(all - 1) < 1e-12)
  }

  @Test(
    "A place with fewer people than the threshold is not published, with any noise and configuration"
  )
  func holdsThreshold() {
    for least in [0, 10, 25, 400] {
      let disclosure = Self.disclosure(least: least)
      let lowest = max(least, PresenceRule.lowestLeast)
      for people in 0..<lowest {
        #expect(Self.cell(people, disclosure, bits: (0, 1)) == nil)
      }
      #expect(Self.cell(lowest, disclosure, bits: (0, 1)) != nil)
      #expect(Self.cell(lowest + 20, disclosure, bits: (1, 0)) != nil)
    }
  }

  @Test("Ranges are contiguous, from the threshold on")
  func ranges() throws {
    let disclosure = Self.disclosure()
    var next = 20
    for range in [20...29, 30...49, 50...69, 70...99, 100...149, 150...199, 200...299] {
      #expect(range.lowerBound == next)
      for noisy in range { #expect(disclosure.range(noisy) == range) }
      next = range.upperBound + 1
    }
    #expect(disclosure.range(1_000_000) == 1_000_000...1_499_999)
    #expect(Self.disclosure(least: 25).range(35) == 35...49)
  }

  @Test("A word needs a capacity and reveals no more than the range")
  func words() {
    let plain = Self.disclosure()
    #expect(Self.cell(60, plain)?.word == nil)
    let expected: [(Int, PresenceCell.Word)] = [
      (400, .quiet), (150, .moderate), (100, .busy), (70, .crowded), (50, .full), (1, .full),
    ]
    for (capacity, word) in expected {
      let disclosure = Self.disclosure(capacities: ["hall": capacity])
      #expect(Self.cell(60, disclosure)?.word == word, "\(capacity)")
      #expect(Self.cell(50, disclosure)?.word == Self.cell(69, disclosure)?.word)
    }
  }

  @Test("An attacker who knows all other persons can't detect a person in 1,000 data sets")
  func resistsInformedAttacker() {
    var generator = SeededGenerator(seed: 1_000)
    let disclosure = Self.disclosure()
    var published = 0
    for _ in 0..<1_000 {
      for _ in 0..<24 {
        let people = Int.random(in: 1..<140, using: &generator)
        let cell = Self.cell(people, disclosure, bits: (generator.next(), generator.next()))
        if cell != nil { published += 1 }
        // The attacker knows the rule and all people except one, but not the key.
        let with = Self.probability(of: cell, given: people, disclosure)
        let without = Self.probability(of: cell, given: people - 1, disclosure)
        let more = Self.probability(of: cell, given: people + 1, disclosure)
        #expect(with <= 4.000001 * without && with <= 4.000001 * more)
        #expect(without <= 4.000001 * with && more <= 4.000001 * with)
      }
    }
    #expect(published > 10_000)
  }

  @Test("An attacker who adds 9 invented people can't detect a tenth person")
  func resistsInventedPersons() {
    var generator = SeededGenerator(seed: 9)
    let disclosure = Self.disclosure()
    for _ in 0..<100_000 {
      let bits = (generator.next(), generator.next())
      #expect(Self.cell(9, disclosure, bits: bits) == nil)
      #expect(Self.cell(10, disclosure, bits: bits) == nil)
    }
  }

  @Test("Comparing editions with and without a person is little better than guessing")
  func resistsComparison() {
    var generator = SeededGenerator(seed: 77)
    let disclosure = Self.disclosure()
    var right = 0
    let games = 1_000
    for _ in 0..<games {
      // Each edition has its own key; the attacker gets both in random order.
      let people = Int.random(in: 12..<140, using: &generator)
      let first = Self.cell(people, disclosure, bits: (generator.next(), generator.next()))
      let second = Self.cell(people - 1, disclosure, bits: (generator.next(), generator.next()))
      func likelihood(_ one: PresenceCell?, _ other: PresenceCell?) -> Double {
        Self.probability(of: one, given: people, disclosure)
          * Self.probability(of: other, given: people - 1, disclosure)
      }
      let (guess, opposite) = (likelihood(first, second), likelihood(second, first))
      if guess > opposite || guess == opposite && Bool.random(using: &generator) { right += 1 }
    }
    // 500 by chance, with a standard deviation of 16.
    #expect(right < 600, "\(right)")
  }
}
