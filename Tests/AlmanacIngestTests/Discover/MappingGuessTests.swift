import AlmanacIngest
import Testing

@Suite("a guess where the events of a document are") struct MappingGuessTests {
  private func fields(_ text: String) -> (item: String, fields: [String: String])? {
    MappingGuess.of(Array(text.utf8)).map { guess in
      (
        guess.item,
        Dictionary(guess.fields.map { ($0.name, $0.path) }, uniquingKeysWith: { $1 })
      )
    }
  }

  @Test("the longest list of what has a title and a date is the events', in JSON")
  func json() throws {
    let found = try #require(
      fields(
        """
        {"meta": {"tags": [{"name": "a"}]}, "data": {"events": [
          {"id": 1, "title": "Fair", "startDate": "2026-03-01", "location": {"name": "Hall"},
           "permalink": "https://hill.example/1", "seats": 4},
          {"id": 2, "title": "Talk", "startDate": "2026-03-02", "endDate": "2026-03-03"}]}}
        """))
    #expect(found.item == "data.events")
    #expect(
      found.fields == [
        "id": "id", "title": "title", "link": "permalink", "start": "startDate",
        "end": "endDate", "venue": "location.name",
      ])
  }

  @Test("a list that is the whole document has an empty path")
  func bare() throws {
    let found = try #require(fields(#"[{"name": "Fair", "date": "2026-03-01"}]"#))
    #expect(found.item.isEmpty)
    #expect(found.fields == ["title": "name", "start": "date"])
  }

  @Test("in XML the repeated element counts, at any of the first levels, with its attributes")
  func xml() throws {
    let found = try #require(
      fields(
        """
        <?xml version="1.0"?><export><made>now</made><list>
        <event id="7"><name>Fair</name><begin>2026-03-01T10:00</begin><place>Hall</place></event>
        <event id="8"><name>Talk</name><begin>2026-03-02T10:00</begin><fee>3</fee></event>
        </list></export>
        """))
    #expect(found.item == "list/event")
    #expect(
      found.fields == [
        "id": "@id", "title": "name", "start": "begin", "venue": "place", "price": "fee",
      ])
  }

  @Test("names with the same word before or behind them, and a time of day apart, are known")
  func affixes() throws {
    let unix = try #require(
      fields(#"{"list": [{"event_id": 4, "event_title": "A", "event_start_unix": "1568368800"}]}"#))
    #expect(
      unix.fields == ["id": "event_id", "title": "event_title", "start": "event_start_unix"])
    let guess = try #require(
      MappingGuess.of(
        Array(
          #"[{"Meeting Date": "12/13/2017", "Meeting Time": "3:30 PM", "Name": "Board"}]"#.utf8)))
    let start = guess.fields.first { $0.name == "start" }
    #expect(start?.path == "Meeting Date" && start?.time == "Meeting Time")
  }

  @Test(
    "what has no events has no mapping",
    arguments: [
      "", "{", #"{"error": "no"}"#, #"[{"title": "a"}]"#, "<a/>", "<a><b>1</b><b>2</b></a>",
      "BEGIN:VCALENDAR",
    ])
  func none(text: String) {
    #expect(MappingGuess.of(Array(text.utf8)) == nil)
  }
}
