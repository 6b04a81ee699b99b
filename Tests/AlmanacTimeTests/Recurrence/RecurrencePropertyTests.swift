import AlmanacTime
import Foundation
import Testing

/// Compares the engine with the oracle for random rules, the same in every run.
///
/// `ALMANAC_RULES` sets their number; `make test-long` uses 100,000.
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

  /// The seconds that the oracle covers, and the range of intervals.
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
    // Half of the starts are near a transition of New York.
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

  private static let seeds: ClosedRange<UInt64> = 1...8

  private static let rulesPerSeed =
    (ProcessInfo.processInfo.environment["ALMANAC_RULES"].flatMap { Int($0) } ?? 4_000)
    / seeds.count

  /// A series with the oracle's instances.
  private struct Trial {
    var set: RecurrenceSet
    var expected: Set<Instant>
  }

  @Test("The engine and the oracle agree for random rules and windows", arguments: seeds)
  func agrees(seed: UInt64) throws {
    var random = Generator(state: seed)
    let newYork = try #require(ZoneDatabase.system.zone(named: "America/New_York"))
    var instances = 0
    for _ in 0..<Self.rulesPerSeed {
      let sample = try sample(&random)
      let zone = random.chance(1, in: 2) ? newYork : .utc
      var trial = try trial(of: sample, in: zone)
      let first = zone.instant(of: sample.start)
      if random.chance(1, in: 4) {
        let end = first + Int.random(in: 0...sample.horizon, using: &random)
        limit(&trial, until: end, &random, zone)
      }
      if random.chance(1, in: 4) { changeDates(of: &trial, sample, zone, &random) }
      let from = first + Int.random(in: -sample.horizon / 4...sample.horizon / 2, using: &random)
      let to = from + Int.random(in: 0...sample.horizon * 2 / 5, using: &random)
      // The oracle knows instances up to the horizon only; a transition moves them by an hour.
      guard to < zone.instant(of: sample.start.adding(seconds: sample.horizon)) - 3600 else {
        continue
      }
      let expected = trial.expected.filter { from <= $0 && $0 < to }.sorted()
      instances += expected.count
      let expansion = trial.set.occurrences(
        from: from, to: to, zone: zone, zones: .system, limit: 100_000)
      let found = expansion.starts.map { $0.instant(in: zone) }
      // Build the message for failures only: it takes longer than the trial.
      if found != expected || expansion.end != .complete {
        Issue.record(
          "\(trial.set.rules) from \(trial.set.start) within \(from)…\(to): \(expansion.end), missing \(expected.filter { !found.contains($0) }.prefix(5)), extra \(found.filter { !expected.contains($0) }.prefix(5))"
        )
      }
    }
    #expect(instances > Self.rulesPerSeed)
  }

  private func trial(of sample: Sample, in zone: Zone) throws -> Trial {
    // A skipped start moves, and the series moves with it.
    let start: CalendarTime =
      sample.isDay
      ? .day(sample.start.date) : .zoned(ZonedTime(local: sample.start, in: zone))
    let rule = try RecurrenceRule(parsing: sample.text)
    #expect(try RecurrenceRule(parsing: rule.description) == rule)
    let oracle = RecurrenceOracle(rule: rule, start: start.civil, isDay: sample.isDay)
    let instances = oracle.instances(until: sample.start.adding(seconds: sample.horizon))
    return Trial(
      set: RecurrenceSet(start: start, rules: [rule]),
      expected: Set(
        instances.map { sample.isDay ? zone.startOfDay($0.date) : zone.instant(of: $0) }))
  }

  /// Adds UNTIL in one of its three forms.
  private func limit(
    _ trial: inout Trial, until end: Instant, _ random: inout Generator, _ zone: Zone
  ) {
    let local = zone.civil(at: end)
    if trial.set.start.isDay || random.chance(1, in: 3) {
      trial.set.rules[0].until = .day(local.date)
      let next = zone.startOfDay(local.date.adding(days: 1))
      trial.expected = trial.expected.filter { $0 < next }
    } else if random.chance(1, in: 2) {
      trial.set.rules[0].until = .floating(local)
      trial.expected = trial.expected.filter { $0 <= zone.instant(of: local) }
    } else {
      trial.set.rules[0].until = .zoned(ZonedTime(end, in: .utc))
      trial.expected = trial.expected.filter { $0 <= end }
    }
  }

  /// Excludes some instances by EXDATE and adds some by RDATE.
  private func changeDates(
    of trial: inout Trial, _ sample: Sample, _ zone: Zone, _ random: inout Generator
  ) {
    func time(_ instant: Instant, in zone: Zone) -> CalendarTime {
      sample.isDay ? .day(zone.civil(at: instant).date) : .zoned(ZonedTime(instant, in: zone))
    }
    for _ in 0..<3 {
      let added = zone.instant(of: sample.start) + Int.random(in: 0...40, using: &random) * 86_400
      let start = sample.isDay ? zone.startOfDay(zone.civil(at: added).date) : added
      trial.set.additions.append(time(start, in: zone))
      trial.expected.insert(start)
    }
    for instant in trial.expected.sorted().prefix(40) where random.chance(1, in: 4) {
      let isLocal = sample.isDay || random.chance(1, in: 2)
      trial.set.exclusions.append(time(instant, in: isLocal ? zone : .utc))
      trial.expected.remove(instant)
    }
  }
}
