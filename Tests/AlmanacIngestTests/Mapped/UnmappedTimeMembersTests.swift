import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests members that no mapping names and that change the meaning of a mapped start.
@Suite struct UnmappedTimeMembersTests {
  private func read(_ item: String, start: String = "start", end: String? = nil) -> Entry {
    let mapping = FeedMapping(
      item: "items", fields: [.title: FieldMapping(paths: ["t"])],
      start: TimeMapping(date: FieldMapping(paths: [start])),
      end: end.map { TimeMapping(date: FieldMapping(paths: [$0])) })
    let context = ReadingContext(zone: FeedReading.singapore, mapping: mapping)
    return FeedReading.read("{\"items\": [{\"t\": \"x\", \(item)}]}", context).first
  }

  @Test(
    "A zone in the object of the start is that of the start",
    arguments: [
      (#""start": {"dateTime": "2026-06-20T10:00:00", "timeZone": "UTC"}"#, "2026-06-20T10:00:00Z"),
      (
        #""start": {"dateTime": "2026-06-20T10:00:00-04:00", "timeZone": "UTC"}"#,
        "2026-06-20T10:00:00-04:00"
      ),
      (
        #""start": {"dateTime": "2026-06-20T10:00:00"}"#,
        "2026-06-20T10:00:00+08:00[Asia/Singapore]"
      ),
    ])
  func sibling(item: String, start: String) {
    let entry = read(item, start: "start.dateTime")
    #expect(entry.start?.description == start)
    #expect(entry.zoneConflict == nil)
  }

  @Test(
    "A start without a zone is doubtful beside another zone or another time in UTC",
    arguments: [
      (#""start": "2026-06-20 10:00", "timezone": "Asia/Tokyo""#, "'timezone' is 'Asia/Tokyo'"),
      (#""start": "2026-06-20 10:00", "tz": "Planet Oak""#, "'tz' is 'Planet Oak'"),
      (#""start": "2026-06-20 10:00", "start_utc": "2026-06-20 03:00""#, "'start_utc'"),
      (#""start": "2026-06-20 10:00", "utc_start": "2026-06-20 03:00""#, "'utc_start'"),
      (#""start": "2026-06-20 10:00", "start_timestamp": 1781924400"#, "'start_timestamp'"),
      (#""start": "2026-06-20 10:00", "startISO": "2026-06-20T10:00:00+09:00""#, "'startISO'"),
      (#""start": "2026-06-20 10:00", "startISO": "2026-06-20T11:00:00""#, nil),
      (#""start": "2026-06-20 10:00", "timezone": "Asia/Singapore""#, nil),
      (#""start": "2026-06-20 10:00", "timezone": "Local""#, nil),
      (#""start": "2026-06-20 10:00", "TZ": "SGT""#, nil),
      (#""start": "2026-06-20 10:00", "TZ": "EDT""#, "'TZ' is 'EDT'"),
      (#""start": "2026-06-20 10:00", "start_utc": "2026-06-20 02:00""#, nil),
      (#""start": "2026-06-20T10:00:00Z", "timezone": "Asia/Tokyo""#, nil),
      (#""start": "2026-06-20", "timezone": "Asia/Tokyo""#, nil),
    ] as [(String, String?)])
  func conflict(item: String, text: String?) {
    let conflict = read(item).zoneConflict?.text
    #expect((conflict == nil) == (text == nil))
    #expect(conflict?.contains(text ?? "") ?? true)
  }

  @Test("The time of day and the time in UTC may be in one object")
  func parts() {
    let item =
      #""dates": {"start": {"localDate": "2026-06-20", "dateTime": "2026-06-19T16:00:00Z"}, "#
      + #""timezone": "Asia/Tokyo"}"#
    #expect(read(item, start: "dates.start.localDate").zoneConflict == nil)
    let timed = item.replacing("06-20\"", with: "06-20T00:00\"")
    #expect(read(timed, start: "dates.start.localDate").zoneConflict != nil)
  }

  @Test(
    "An item that is marked as a whole day is one",
    arguments: [
      (
        #""allDay": true, "start": "2026-06-20T00:00:00", "end": "2026-06-21T00:00:00""#,
        "2026-06-20", "2026-06-21"
      ),
      (
        #""all_day": "1", "start": "2026-06-20 00:00:00", "end": "2026-06-20 23:59:59""#,
        "2026-06-20", "2026-06-21"
      ),
      // Midnight in the source's zone.
      (
        #""allDay": true, "start": "2026-06-19T16:00:00Z", "end": "2026-06-21T16:00:00Z""#,
        "2026-06-20", "2026-06-22"
      ),
      (#""isAllDay": true, "start": "2026-06-20T00:00:00Z", "end": null"#, "2026-06-20", nil),
      (
        #""allDay": false, "start": "2026-06-20T10:00:00Z", "end": null"#, "2026-06-20T10:00:00Z",
        nil
      ),
    ] as [(String, String, String?)])
  func wholeDay(item: String, start: String, end: String?) {
    let entry = read(item, end: "end")
    #expect(entry.start?.description == start)
    #expect(entry.end?.description == end)
  }
}
