import AlmanacTime
import Foundation
import Testing

@Suite struct RecurrenceRuleTests {
  @Test(
    "Rules are parsed tolerantly and written canonically",
    arguments: [
      ("FREQ=DAILY", "FREQ=DAILY"),
      (
        "RRULE:byday=mo, 2tu,-1fr;freq=monthly;Interval=2 ;; count=5;",
        "FREQ=MONTHLY;COUNT=5;INTERVAL=2;BYDAY=-1FR,MO,2TU"
      ),
      ("FREQ=WEEKLY;BYDAY=;WKST=SU;INTERVAL=1", "FREQ=WEEKLY;WKST=SU"),
      ("FREQ=WEEKLY;BYDAY=+1MO,MO,MO,", "FREQ=WEEKLY;BYDAY=MO,1MO"),
      ("FREQ=MONTHLY;BYDAY=Monday,-1FRI", "FREQ=MONTHLY;BYDAY=-1FR,MO"),
      ("UNTIL=20260303;FREQ=YEARLY;BYMONTH=3,1,3", "FREQ=YEARLY;UNTIL=20260303;BYMONTH=1,3"),
      ("FREQ=YEARLY;UNTIL=2026-03-03T10:00:00Z", "FREQ=YEARLY;UNTIL=20260303T100000Z"),
      ("FREQ=YEARLY;UNTIL=20260303T100000", "FREQ=YEARLY;UNTIL=20260303T100000"),
      ("FREQ=DAILY;UNTIL=20260304T003000+0230", "FREQ=DAILY;UNTIL=20260303T220000Z"),
      ("FREQ=DAILY;UNTIL=2026-03-03T22:00:00.0-05:30", "FREQ=DAILY;UNTIL=20260304T033000Z"),
      ("FREQ=WEEKLY;INTERVAL=3.00;COUNT=4.", "FREQ=WEEKLY;COUNT=4;INTERVAL=3"),
      ("\"FREQ=WEEKLY;BYDAY=\"TU\"\"", "FREQ=WEEKLY;BYDAY=TU"),
      ("FREQ=MINUTELY;BYSECOND=60,59,1", "FREQ=MINUTELY;BYSECOND=1,59"),
      ("FREQ=DAILY;X-OWN=1;COUNT=99999999999999999999", "FREQ=DAILY;COUNT=2147483647"),
      ("DTSTART=20260303T100000Z;FREQ=DAILY", "FREQ=DAILY"),
    ])
  func reads(text: String, canonical: String) throws {
    let rule = try RecurrenceRule(parsing: text)
    #expect(rule.description == canonical)
    let data = try JSONEncoder().encode([rule])
    #expect(try JSONDecoder().decode([RecurrenceRule].self, from: data) == [rule])
  }

  @Test(
    "Each error names the invalid part",
    arguments: [
      ("", RecurrenceRuleError.empty),
      ("RRULE:;;", .empty),
      ("COUNT=3", .missingFrequency),
      ("FREQ=", .missingFrequency),
      ("FREQ=FORTNIGHTLY", .unknownFrequency("FORTNIGHTLY")),
      ("FREQ=DAILY;COUNT", .malformedPart("COUNT")),
      ("FREQ=DAILY;BYEASTER=0", .unknownPart("BYEASTER")),
      ("FREQ=DAILY;FREQ=DAILY", .duplicatePart("FREQ")),
      ("FREQ=DAILY;COUNT=0", .outOfRange(part: "COUNT", value: "0", allowed: "1 or more")),
      ("FREQ=DAILY;INTERVAL=0", .outOfRange(part: "INTERVAL", value: "0", allowed: "1 or more")),
      ("FREQ=DAILY;INTERVAL=-1", .outOfRange(part: "INTERVAL", value: "-1", allowed: "1 or more")),
      ("FREQ=DAILY;COUNT=many", .invalidValue(part: "COUNT", value: "MANY")),
      ("FREQ=DAILY;BYHOUR=24", .outOfRange(part: "BYHOUR", value: "24", allowed: "0…23")),
      ("FREQ=DAILY;BYHOUR=-1", .outOfRange(part: "BYHOUR", value: "-1", allowed: "0…23")),
      ("FREQ=DAILY;BYMINUTE=60", .outOfRange(part: "BYMINUTE", value: "60", allowed: "0…59")),
      ("FREQ=DAILY;BYSECOND=61", .outOfRange(part: "BYSECOND", value: "61", allowed: "0…60")),
      ("FREQ=DAILY;BYMONTH=13", .outOfRange(part: "BYMONTH", value: "13", allowed: "1…12")),
      ("FREQ=DAILY;BYMONTH=5L", .invalidValue(part: "BYMONTH", value: "5L")),
      ("FREQ=DAILY;BYMONTHDAY=0", .outOfRange(part: "BYMONTHDAY", value: "0", allowed: "±1…31")),
      (
        "FREQ=DAILY;BYMONTHDAY=-9223372036854775808",
        .outOfRange(part: "BYMONTHDAY", value: "-9223372036854775808", allowed: "±1…31")
      ),
      ("FREQ=DAILY;BYDAY=54MO", .outOfRange(part: "BYDAY", value: "54", allowed: "±1…53")),
      ("FREQ=DAILY;BYDAY=MOT", .invalidValue(part: "BYDAY", value: "MOT")),
      ("FREQ=DAILY;BYDAY=XX", .invalidValue(part: "BYDAY", value: "XX")),
      ("FREQ=DAILY;UNTIL=20260230", .invalidValue(part: "UNTIL", value: "20260230")),
      ("FREQ=DAILY;UNTIL=soon", .invalidValue(part: "UNTIL", value: "SOON")),
      ("RSCALE=CHINESE;FREQ=YEARLY", .unsupportedPart("RSCALE")),
      ("FREQ=MONTHLY;SKIP=SIDEWAYS", .invalidValue(part: "SKIP", value: "SIDEWAYS")),
    ])
  func refuses(text: String, error: RecurrenceRuleError) {
    #expect(throws: error) { try RecurrenceRule(parsing: text) }
  }

  @Test(
    "UNTIL may lack its seconds or have a fraction",
    arguments: ["20260502T1830Z", "2026-05-02T18:30:00.000Z", "20260502T183000Z"])
  func looseUntil(until: String) throws {
    let rule = try RecurrenceRule(parsing: "FREQ=DAILY;UNTIL=\(until)")
    #expect(rule.until?.publicText == "2026-05-02T18:30:00Z")
  }

  @Test("The defaults of RFC 7529 change nothing")
  func defaultsOfRSCALE() throws {
    let rule = try RecurrenceRule(parsing: "RSCALE=gregorian;FREQ=MONTHLY;SKIP=OMIT;COUNT=2")
    #expect(rule == (try RecurrenceRule(parsing: "FREQ=MONTHLY;COUNT=2")))
  }

  @Test("A rule of a megabyte is refused without parsing")
  func refusesLength() {
    let text = "FREQ=DAILY;BYMONTH=" + String(repeating: "1,", count: 500_000)
    #expect(throws: RecurrenceRuleError.tooLong(text.utf8.count)) {
      try RecurrenceRule(parsing: text)
    }
  }
}
