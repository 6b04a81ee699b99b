import AlmanacTime
import Testing

/// Random rules, the same in every run, against the oracle.
@Suite struct RecurrencePropertyTests {
  /// SplitMix64.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }

    mutating func chance(_ part: Int, in whole: Int) -> Bool {
      Int.random(in: 0..<whole, using: &self) < part
    }

    mutating func values(_ range: ClosedRange<Int>, signed: Bool = false) -> String {
      let count = Int.random(in: 1...4, using: &self)
      return (0..<count).map { _ in
        let value = Int.random(in: range, using: &self)
        return String(signed && chance(1, in: 3) ? -value : value)
      }.joined(separator: ",")
    }

    mutating func weekdays(ordinals: Bool) -> String {
      (0..<Int.random(in: 1...3, using: &self)).map { _ in
        let code = Weekday.allCases.randomElement(using: &self)?.icalendarCode ?? "MO"
        guard ordinals, chance(1, in: 2) else { return code }
        return String(Int.random(in: 1...5, using: &self) * (chance(1, in: 2) ? 1 : -1)) + code
      }.joined(separator: ",")
    }
  }

  private struct Sample {
    let text: String
    let start: CivilDateTime
    let isDay: Bool
    let horizon: Int
  }

  /// How many seconds the oracle looks ahead, and how large intervals are.
  private static let scales:
    [RecurrenceRule.Frequency: (horizon: Int, intervals: ClosedRange<Int>)] = [
      .yearly: (1800 * 86_400, 1...3), .monthly: (700 * 86_400, 1...5),
      .weekly: (300 * 86_400, 1...5), .daily: (150 * 86_400, 1...5),
      .hourly: (10 * 86_400, 1...9), .minutely: (36 * 3600, 5...90), .secondly: (18_000, 20...300),
    ]

  private func sample(_ random: inout Generator) throws -> Sample {
    let frequency = try #require(RecurrenceRule.Frequency.allCases.randomElement(using: &random))
    let scale = try #require(Self.scales[frequency])
    var parts = ["FREQ=\(frequency)"]
    if frequency < .hourly || random.chance(1, in: 2) {
      parts.append("INTERVAL=\(Int.random(in: scale.intervals, using: &random))")
    }
    if random.chance(1, in: 2) { parts.append("COUNT=\(Int.random(in: 1...60, using: &random))") }
    if random.chance(1, in: 4) {
      parts.append("BYDAY=" + random.weekdays(ordinals: frequency >= .monthly))
    }
    if random.chance(1, in: 5) { parts.append("BYMONTHDAY=" + random.values(1...31, signed: true)) }
    if random.chance(1, in: 5) { parts.append("BYMONTH=" + random.values(1...12)) }
    if random.chance(1, in: 12) {
      parts.append("BYYEARDAY=" + random.values(1...366, signed: true))
    }
    if frequency == .yearly, random.chance(1, in: 4) {
      parts.append("BYWEEKNO=" + random.values(1...53, signed: true))
    }
    if random.chance(1, in: 5) { parts.append("BYHOUR=" + random.values(0...23)) }
    if random.chance(1, in: 8) { parts.append("BYMINUTE=" + random.values(0...59)) }
    if random.chance(1, in: 10) { parts.append("BYSECOND=" + random.values(0...59)) }
    if random.chance(1, in: 5) { parts.append("BYSETPOS=" + random.values(1...4, signed: true)) }
    if random.chance(1, in: 3) {
      parts.append("WKST=" + random.weekdays(ordinals: false).prefix(2))
    }
    // Around the changes of New York's clocks as often as anywhere.
    let days = [17_965, 18_203, 18_329, 19_428].randomElement(using: &random) ?? 0
    let spread = random.chance(1, in: 2) ? 0...1 : -400...400
    let isDay = frequency >= .daily && random.chance(1, in: 4)
    let second = isDay ? 0 : Int64.random(in: 0..<96, using: &random) * 900
    let day = days + Int.random(in: spread, using: &random)
    return Sample(
      text: parts.shuffled(using: &random).joined(separator: ";"),
      start: CivilDateTime(localSeconds: Int64(day) * 86_400 + second), isDay: isDay,
      horizon: scale.horizon)
  }

  @Test("the engine and the oracle agree on random rules and windows", arguments: [1, 2, 3, 4])
  func agrees(seed: UInt64) throws {
    var random = Generator(state: seed)
    let newYork = try #require(ZoneDatabase.system.zone(named: "America/New_York"))
    var instances = 0
    for _ in 0..<750 {
      let sample = try sample(&random)
      let zone = random.chance(1, in: 2) ? newYork : .utc
      // A start that the clocks skip moves, and the series with it.
      let start: CalendarTime =
        sample.isDay
        ? .day(sample.start.date) : .zoned(ZonedTime(local: sample.start, in: zone))
      let rule = try RecurrenceRule(parsing: sample.text)
      #expect(try RecurrenceRule(parsing: rule.description) == rule)
      let horizon = sample.start.adding(seconds: sample.horizon)
      let oracle = RecurrenceOracle(rule: rule, start: start.civil, isDay: sample.isDay)
      let first = zone.instant(of: sample.start)
      let from = first + Int.random(in: -sample.horizon / 4...sample.horizon / 2, using: &random)
      let to = from + Int.random(in: 0...sample.horizon * 2 / 5, using: &random)
      // Beyond the horizon the oracle knows nothing, and a shift moves times by an hour.
      guard to < zone.instant(of: horizon) - 3600 else { continue }
      let expected = Set(
        oracle.instances(until: horizon).map {
          sample.isDay ? zone.startOfDay($0.date) : zone.instant(of: $0)
        }
      ).filter { from <= $0 && $0 < to }.sorted()
      instances += expected.count
      let expansion = RecurrenceSet(start: start, rules: [rule]).occurrences(
        from: from, to: to, zone: zone, zones: .system, limit: 100_000)
      let found = expansion.starts.map { $0.instant(in: zone) }
      #expect(
        found == expected && expansion.end == .complete,
        "\(sample.text) from \(start) within \(from)…\(to): \(expansion.end), missing \(expected.filter { !found.contains($0) }.prefix(5)), extra \(found.filter { !expected.contains($0) }.prefix(5))"
      )
    }
    #expect(instances > 3000)
  }
}
