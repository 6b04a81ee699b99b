import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests hostile series from bytes to occurrences: each ends with a finding.
@Suite struct SeriesBombTests {
  private func assembly(_ bytes: [UInt8]) -> SeriesGrouper.Assembly {
    let source = Source(id: "s", campus: "c", location: .file(""))
    let mapper = ListingMapper(source: source, zone: .utc, zones: .system)
    return SeriesGrouper.assemble(readCalendar(bytes).entries, mapper)
  }

  private func event(_ lines: String..., count: Int = 1) -> [UInt8] {
    calendar(
      (0..<count).map { number in
        (["BEGIN:VEVENT", "UID:\(number)", "SUMMARY:Bomb", "DTSTART:20260303T190000Z"] + lines
          + ["END:VEVENT"]).joined(separator: "\r\n")
      }.joined(separator: "\r\n"))
  }

  @Test(
    "Rules with too many instances, or with none in reasonable time, are rejected",
    arguments: [
      "FREQ=SECONDLY", "FREQ=SECONDLY;COUNT=1000000000", "FREQ=MINUTELY;INTERVAL=2",
      "FREQ=DAILY;BYHOUR=\((0..<24).map(String.init).joined(separator: ","));BYMINUTE=0,20,40",
      "FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1",
    ])
  func dense(rule: String) {
    let assembly = assembly(event("RRULE:" + rule))
    #expect(assembly.listings.isEmpty)
    #expect(assembly.findings.map(\.code) == ["Q_RRULE_LIMIT"])
    #expect(assembly.rejected == 1)
  }

  @Test(
    "Rules without an instance are reported, and the series is empty",
    arguments: [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;UNTIL=20200101T000000Z",
      "FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=4", "FREQ=DAILY;BYSETPOS=2",
      "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
    ])
  func empty(rule: String) {
    let assembly = assembly(event("RRULE:" + rule))
    #expect(assembly.listings.count == 1)
    #expect(assembly.findings.map(\.code) == ["Q_RRULE_INVALID"])
    #expect(assembly.retained.isEmpty)
  }

  @Test("The effort for a distant first instance is charged for every rule")
  func farAway() {
    // The next leap day that is a Monday is in 2044.
    let rule = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO"
    let alone = assembly(event(rule))
    #expect(alone.listings.count == 1 && alone.findings.isEmpty)
    let many = assembly(event(rule, count: 1_000))
    #expect((10..<200).contains(many.listings.count), "\(many.listings.count) were tried")
    #expect(Set(many.findings.map(\.code)) == ["Q_RRULE_LIMIT"])
  }

  @Test("An event with too many rules is rejected")
  func manyRules() {
    let rules = Array(repeating: "RRULE:FREQ=DAILY", count: 51).joined(separator: "\r\n")
    let assembly = assembly(event(rules))
    #expect(assembly.listings.isEmpty)
    #expect(assembly.findings.map(\.code) == ["Q_RRULE_LIMIT"])
    #expect(assembly.findings.first?.message.contains("51 recurrence rules") == true)
  }

  @Test(
    "An excessive COUNT is reported and treated as no end",
    arguments: ["1000000000", "99999999999999999999"])
  func count(count: String) {
    let assembly = assembly(event("RRULE:FREQ=DAILY;COUNT=" + count))
    #expect(assembly.listings.count == 1)
    #expect(assembly.findings.map(\.code) == ["Q_RRULE_LIMIT"])
  }

  @Test(
    "Ordinary rules are accepted",
    arguments: [
      "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20261231T000000Z", "FREQ=HOURLY;COUNT=48",
      "FREQ=HOURLY;INTERVAL=2", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH", "FREQ=MINUTELY;COUNT=90",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
      "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=9,10",
    ])
  func sound(rule: String) {
    let assembly = assembly(event("RRULE:" + rule))
    #expect(assembly.listings.count == 1)
    #expect(assembly.findings.isEmpty)
  }

  @Test("Expensive rules share one budget, and those left over are rejected")
  func together() {
    let assembly = assembly(event("RRULE:FREQ=MINUTELY;INTERVAL=2;BYMINUTE=1", count: 1_000))
    #expect(assembly.rejected == 1_000)
    #expect(Set(assembly.findings.map(\.code)) == ["Q_RRULE_LIMIT"])
  }

  @Test("An event with too many dates is rejected", arguments: ["EXDATE", "RDATE"])
  func dates(property: String) {
    let dates = (0..<25_000).map { 20_260_000 + $0 % 28 + 101 }.map { "\($0)T190000Z" }
    let lines = property + ":" + dates.joined(separator: ",")
    let assembly = assembly(event("RRULE:FREQ=DAILY", lines, lines, lines, lines))
    #expect(assembly.listings.isEmpty)
    #expect(assembly.findings.map(\.code) == ["Q_EXDATE_LIMIT"])
  }

  @Test("An endless line is cut and reported")
  func line() {
    let feed = readCalendar(event("X-A:" + String(repeating: "a", count: 2_000_000)))
    #expect(feed.first.codes == ["Q_FIELD_LEN"])
  }
}
