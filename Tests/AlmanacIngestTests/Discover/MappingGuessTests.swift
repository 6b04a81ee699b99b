import AlmanacIngest
import AlmanacModel
import Testing

@Suite("The mapping guess for a document of an unknown format") struct MappingGuessTests {
  private func fields(_ text: String) -> (item: String, fields: [String: String])? {
    MappingGuess.of(Array(text.utf8)).map { guess in
      (
        guess.item,
        Dictionary(guess.fields.map { ($0.name, $0.path) }, uniquingKeysWith: { $1 })
      )
    }
  }

  @Test("In JSON, the items are the longest list whose elements have a title and a date")
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

  @Test("Items may be in an object by their ids, and all fields of an item in one member")
  func enclosed() throws {
    let byID =
      #"{"7": {"name": "Fair", "date": "2026-03-01"}, "9": {"name": "B", "date": "2026-03-02"}}"#
    #expect(try #require(fields(byID)).item == "*")
    let wrapped = try #require(
      fields(
        """
        {"data": [{"id": "a", "attributes": {"title": "Fair", "field_date":
          {"value": "2026-03-01T10:00:00Z", "end_value": "2026-03-01T12:00:00Z"}}}]}
        """))
    #expect(
      wrapped.fields == [
        "id": "id", "title": "attributes.title", "start": "attributes.field_date.value",
        "end": "attributes.field_date.end_value",
      ])
  }

  @Test("In XML, attributes are fields as elements are")
  func attributes() throws {
    let found = try #require(
      fields(
        #"""
        <list><event id="1" title="Tea" start="2026-03-03T19:00"><place name="Hall"/></event>
        <event id="2" title="Talk" start="2026-03-04T19:00"><link type="text/html"/>
        <place name="Hall"/></event></list>
        """#))
    #expect(
      found.fields == ["id": "@id", "title": "@title", "start": "@start", "venue": "place/@name"])
  }

  @Test(
    "Items below their day get the day of the element around them",
    arguments: [
      (
        #"""
        {"days": [{"date": "2026-03-03", "weekday": "Tuesday", "events": [
          {"id": 1, "title": "Tea", "startTime": "19:00", "location": "Hall"}]}]}
        """#, "days.events", "../date", "startTime"
      ),
      (
        #"""
        <plan><day date="2026-03-03"><event id="1"><title>Tea</title><start>19:00</start>
        </event></day><day date="2026-03-04"><event id="2"><title>Talk</title><start>18:00</start>
        </event></day></plan>
        """#, "day/event", "../@date", "start"
      ),
    ])
  func itemsBelowTheirDay(text: String, item: String, day: String, time: String) throws {
    let guess = try #require(MappingGuess.of(Array(text.utf8)))
    #expect(guess.item == item)
    let start = try #require(guess.fields.first { $0.name == "start" })
    #expect(start.path == day && start.time == time)
  }

  @Test("Cancellations, zones and names in other languages are recognized")
  func moreNames() throws {
    let found = try #require(
      fields(
        """
        {"value": [{"subject": "Fair", "isCancelled": true, "location": {"displayName": "Hall"},
          "start": {"dateTime": "2026-03-01T10:00:00.0000000", "timeZone": "Tokyo Standard Time"}}]}
        """))
    #expect(
      found.fields == [
        "title": "subject", "status": "isCancelled", "venue": "location.displayName",
        "start": "start.dateTime", "timezone": "start.timeZone",
      ])
    let german =
      #"[{"titel": "Markt", "datum": "1.3.2026", "ort": "Halle", "beschreibung": "Viel"}]"#
    #expect(
      try #require(fields(german)).fields
        == ["title": "titel", "start": "datum", "venue": "ort", "description": "beschreibung"])
  }

  @Test(
    "An end with days beside times or an allDay member is exclusive unless an item ends where it starts",
    arguments: [
      (
        """
        {"items": [{"summary": "Fair", "htmlLink": "https://hill.example/1", "start": {"dateTime": "2026-03-01T10:00:00Z"},
          "end": {"dateTime": "2026-03-01T11:00:00Z"}},
          {"summary": "Rest", "start": {"date": "2026-03-04", "dateTime": null},
          "end": {"date": "2026-03-06"}}]}
        """, "start.date", "start.dateTime", true
      ),
      (
        """
        [{"title": "Rest", "start": "2026-03-04", "end": "2026-03-06", "allDay": true}]
        """, "start", nil, true
      ),
      (
        """
        [{"title": "Rest", "start": "2026-03-04", "end": "2026-03-06", "allDay": true},
        {"title": "Fast", "start": "2026-03-07", "end": "2026-03-07", "allDay": true}]
        """, "start", nil, false
      ),
      (
        """
        [{"title": "Rest", "start": {"date": "2026-03-04", "dateTime": "2026-03-04T10:00:00Z"},
        "end": {"date": "2026-03-06"}}]
        """, "start.date", nil, false
      ),
    ] as [(String, String, String?, Bool)])
  func wholeDays(text: String, path: String, alternative: String?, isExclusive: Bool) throws {
    let fields = try #require(MappingGuess.of(Array(text.utf8))).fields
    let start = try #require(fields.first { $0.name == "start" })
    #expect(start.path == path && start.alternative == alternative)
    #expect(fields.contains { $0.path == "htmlLink" } == text.contains("htmlLink"))
    #expect(fields.first { $0.name == "end" }?.isExclusive == isExclusive)
  }

  @Test("The item path is empty if the document is the list")
  func bare() throws {
    let found = try #require(fields(#"[{"name": "Fair", "date": "2026-03-01"}]"#))
    #expect(found.item.isEmpty)
    #expect(found.fields == ["title": "name", "start": "date"])
  }

  @Test("A title in an object is the object's label, never its address")
  func labels() throws {
    let text = #"[{"Name": {"label": "Board", "url": "https://a.example/b"}, "Date": "1/3/2026"}]"#
    #expect(try #require(fields(text)).fields["title"] == "Name.label")
    let topics = #"{"talks": [{"topic": "Tides", "date": "2026-03-01"}]}"#
    #expect(try #require(fields(topics)).fields["title"] == "topic")
  }

  @Test("In XML, the items are repeated elements near the root, and their attributes are fields")
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

  @Test("A single item is found, but the description of the document itself is not")
  func single() throws {
    let found = try #require(
      fields(
        """
        <?xml version="1.0"?><export><made>2026-02-01</made><list><head><b>x</b></head>
        <event id="7"><name>Fair</name><begin>2026-03-01T10:00</begin><place>Hall</place></event>
        </list></export>
        """))
    #expect(found.item == "list/event")
    #expect(
      found.fields == ["id": "@id", "title": "name", "start": "begin", "venue": "place"])
    #expect(
      fields(
        """
        <?xml version="1.0"?><settings><title>Town</title><pane><title>Left</title><width>3</width></pane>
        <changed><by>Ann</by><date>2026-03-01</date></changed></settings>
        """) == nil)
  }

  @Test("Wrapped items with their dates in a list are found")
  func wrapped() throws {
    let found = try #require(
      fields(
        """
        {"page": {"size": 10}, "events": [
          {"event": {"id": 1, "title": "Fair", "url": "", "location": " ", "private": false,
            "location_name": "Old Hall", "room_number": "2", "updated_at": "2026-01-01",
            "localist_url": "https://hill.example/fair", "description": "<p>Stalls</p>",
            "event_instances": [
              {"event_instance": {"id": 5, "start": "2026-03-01T10:00:00Z", "end": null}}],
            "filters": {"event_types": [{"name": "Arts", "id": 4}, {"name": "Music", "id": 5}],
              "departments": [{"name": "Physics", "id": 7}]},
            "geo": {"latitude": "47.05", "longitude": "8.3", "zip": "6000"}}},
          {"event": {"id": 2, "title": "Talk", "event_instances": [
              {"event_instance": {"start": "2026-03-02T10:00:00Z", "end": "2026-03-02T11:00:00Z"}}]}}
        ]}
        """))
    #expect(found.item == "events.event")
    #expect(
      found.fields == [
        "id": "id", "title": "title", "link": "localist_url", "description": "description",
        "start": "event_instances[0].event_instance.start",
        "end": "event_instances[0].event_instance.end", "venue": "location_name",
        "category": "filters.event_types.name", "organizer": "filters.departments[0].name",
        "latitude": "geo.latitude", "longitude": "geo.longitude", "visibility": "private",
      ])
  }

  @Test("Of a text in several languages, the one that most items have is taken")
  func languages() throws {
    let members = try #require(
      fields(
        """
        {"data": [{"id": "a:1", "name": {"en": "Fair", "fi": "Markkinat"}, "start_time": "2026-03-01T10:00:00Z",
          "location": {"name": {"fi": "Oodi"}}},
         {"id": "a:2", "name": {"fi": "Satutunti"}, "start_time": "2026-03-02T10:00:00Z"}]}
        """))
    #expect(
      members.fields == [
        "id": "id", "title": "name.fi", "start": "start_time", "venue": "location.name.fi",
      ])
    let suffixes = try #require(
      fields(
        """
        [{"title_fr": "Fête", "firstdate_begin": "2026-10-03T08:00:00Z", "location_name": "Hall",
          "firstdate_end": "2026-10-03T10:00:00Z", "canonicalurl": "https://hill.example/1"}]
        """))
    #expect(
      suffixes.fields == [
        "title": "title_fr", "start": "firstdate_begin", "end": "firstdate_end",
        "venue": "location_name", "link": "canonicalurl",
      ])
  }

  @Test("The point of a feature is read, and the type of a wrapped item is no category")
  func points() throws {
    let features = try #require(
      fields(
        """
        {"type": "FeatureCollection", "features": [{"type": "Feature",
          "geometry": {"type": "Point", "coordinates": [-86.5, 39.2]},
          "properties": {"title": "Walk", "start": "2026-05-01T17:00:00Z"}}]}
        """))
    #expect(
      features.fields == [
        "title": "properties.title", "start": "properties.start",
        "latitude": "geometry.coordinates[1]", "longitude": "geometry.coordinates[0]",
      ])
    func point(_ x: Double, _ y: Double) throws -> [String?] {
      let found = try #require(
        fields(
          """
          {"features": [{"attributes": {"EventName": "Walk", "StartDate": 1777730400000},
            "geometry": {"x": \(x), "y": \(y)}}]}
          """))
      return [found.fields["latitude"], found.fields["longitude"]]
    }
    #expect(try point(-86.52, 39.2) == ["geometry.y", "geometry.x"])
    #expect(try point(-9_631_000, 4_748_000) == [nil, nil], "meters of Web Mercator")
  }

  @Test("The date of publication of WordPress is no start, but a custom field is")
  func posts() throws {
    let post = #""date": "2026-01-05T10:00:00", "date_gmt": "2026-01-05T15:00:00", "id": 5"#
    #expect(fields(#"[{\#(post), "title": {"rendered": "News"}}]"#) == nil)
    let guess = try #require(
      MappingGuess.of(
        Array(
          """
          [{\(post), "title": {"rendered": "Fair"}, "acf":
            {"event_date": "20260411", "start_time": "10:00 am", "end_time": "2:00 pm"}}]
          """.utf8)))
    let found = guess.fields.map { [$0.name, $0.path, $0.time ?? ""] }
    #expect(
      found == [
        ["id", "id", ""], ["title", "title.rendered", ""],
        ["start", "acf.event_date", "acf.start_time"], ["end", "acf.event_date", "acf.end_time"],
      ])
  }

  @Test("A venue has its room if they are separate members")
  func rooms() throws {
    func room(_ text: String) throws -> [String?] {
      let guess = try #require(MappingGuess.of(Array(text.utf8)))
      let venue = try #require(guess.fields.first { $0.name == "venue" })
      return [venue.path, venue.room]
    }
    #expect(
      try room(#"[{"name": "A", "date": "2026-03-01", "building": "Hall", "room": "2"}]"#)
        == ["building", "room"])
    #expect(try room(#"[{"name": "A", "date": "2026-03-01", "room": "2"}]"#) == ["room", nil])
  }

  @Test("A time of day is not a start but completes the date next to it, for the end as well")
  func timesOfDay() throws {
    func times(_ text: String) throws -> [String] {
      try #require(MappingGuess.of(Array(text.utf8))).fields
        .filter { $0.name == "start" || $0.name == "end" }
        .map { "\($0.name): \($0.path) \($0.time ?? "-")" }
    }
    #expect(
      try times(
        #"[{"name": "A", "start_time": "19:30", "end_time": "9.30pm", "date": "2026-12-04"}]"#)
        == ["start: date start_time", "end: date end_time"])
    #expect(
      try times(
        #"[{"name": "A", "start_time": "2026-12-04T19:30:00Z", "end_time": "2026-12-04T21:30:00Z"}]"#
      )
        == ["start: start_time -", "end: end_time -"])
    #expect(
      try times(#"[{"name": "A", "date": "4 Dec 2026, 7pm", "time": "7pm", "end_time": "9pm"}]"#)
        == ["start: date -"])
    #expect(
      try times(#"[{"name": "A", "start": 1796383800, "hour": "7pm", "end": 1796391000}]"#)
        == ["start: start -", "end: end -"])
  }

  @Test(
    "For a known feed format, only fields that its reader lacks are guessed, and no publication date"
  )
  func feeds() throws {
    func guess(_ date: String) -> MappingGuess? {
      MappingGuess.adding(
        to: .rss,
        Array(
          """
          <?xml version="1.0"?><rss version="2.0"><channel><title>Board</title>
          <item><title>Fair</title><link>https://hill.example/1</link>
          <pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate>\(date)<where>Hall</where></item>
          <item><title>Talk</title></item></channel></rss>
          """.utf8))
    }
    let found = try #require(guess("<when>04/12/2026</when><from>7.30pm</from><to>9pm</to>"))
    #expect(found.format == .rss && found.item == "channel/item")
    #expect(
      found.fields.map { "\($0.name): \($0.path) \($0.time ?? "-")" } == [
        "start: when from", "end: when to", "venue: where -",
      ])
    #expect(guess("<date>2026-11-20</date>") == nil)
    #expect(guess("") == nil)
  }

  @Test("Dates of nested objects are not the item's dates")
  func othersDates() {
    #expect(fields(#"[{"title": "Post", "comments": [{"date": "2026-03-01"}]}]"#) == nil)
    let found = fields(
      #"[{"name": "Fair", "when": "2026-03-01", "dates": [{"start": "2026-03-02"}]}]"#)
    #expect(found?.fields["start"] == "when")
  }

  @Test("Names with a common prefix or suffix and a separate time of day are recognized")
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
    "A document without events has no mapping",
    arguments: [
      "", "{", #"{"error": "no"}"#, #"[{"title": "a"}]"#, "<a/>", "<a><b>1</b><b>2</b></a>",
      "BEGIN:VCALENDAR",
    ])
  func none(text: String) {
    #expect(MappingGuess.of(Array(text.utf8)) == nil)
  }
}
