import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct MappedRepetitionTests {
  private func field(_ paths: String...) -> FieldMapping { FieldMapping(paths: paths) }

  @Test(
    "A frequency in a declared unit and a last date make a rule",
    arguments: [
      ("7", "2026-03-24", .days, "FREQ=WEEKLY;UNTIL=20260324"),
      ("2", "2026-03-24", .days, "FREQ=DAILY;UNTIL=20260324;INTERVAL=2"),
      ("1209600", "2026-03-24", .seconds, "FREQ=WEEKLY;UNTIL=20260324;INTERVAL=2"),
      ("1", "24 March 2026", .months, "FREQ=MONTHLY;UNTIL=20260324"),
      ("Weekly", "2026-03-24", nil, "FREQ=WEEKLY;UNTIL=20260324"),
      ("0", "2026-03-24", .days, nil), ("", "2026-03-24", .days, nil),
    ] as [(String, String, RepetitionMapping.Unit?, String?)])
  func repetition(
    frequency: String, until: String, unit: RepetitionMapping.Unit?, rule: String?
  ) {
    let entry = repeated(frequency, until, unit)
    #expect(entry.start?.description == "2026-03-03T19:00:00")
    #expect(entry.recurrence.rules.first?.description == rule)
    #expect(entry.unreadable.isEmpty && entry.problems.isEmpty)
  }

  @Test(
    "An unknown frequency rejects the item, and one without an end is ignored",
    arguments: [
      ("36", "2026-03-24", .hours, "36", nil), ("7", "2026-03-24", nil, "7", nil),
      ("sometimes", "2026-03-24", .days, "sometimes", nil),
      ("7", "some day", .days, "some day", nil),
      ("7", "", .days, nil, "W_REPEAT_OPEN"),
    ] as [(String, String, RepetitionMapping.Unit?, String?, FindingCode?)])
  func unclearRepetition(
    frequency: String, until: String, unit: RepetitionMapping.Unit?, unreadable: String?,
    code: FindingCode?
  ) {
    let entry = repeated(frequency, until, unit)
    #expect(entry.recurrence.rules.isEmpty)
    #expect(entry.unreadable["rrule"]?.trimming { $0 == " " } == unreadable)
    #expect(entry.problems.map(\.code) == (code.map { [$0] } ?? []))
  }

  private func repeated(
    _ frequency: String, _ until: String, _ unit: RepetitionMapping.Unit?
  ) -> Entry {
    let mapping = FeedMapping(
      item: "e", fields: [:], start: TimeMapping(date: field("d")),
      repetition: RepetitionMapping(
        frequency: field("f"), unit: unit, until: TimeMapping(date: field("u"))))
    return FeedReading.read(
      "<r><e><d>2026-03-03T19:00:00</d><f>\(frequency)</f><u>\(until)</u></e></r>",
      ReadingContext(mapping: mapping)
    ).first
  }
}
