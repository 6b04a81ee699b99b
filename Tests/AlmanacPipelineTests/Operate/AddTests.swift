import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacPipeline

@Suite("almanac add") struct AddTests {
  @Test("A page leads to its feeds, and the one with most dated items is chosen")
  func page() throws {
    let news = """
      <?xml version="1.0"?><rss version="2.0"><channel><title>News</title>
      <item><title>We won</title><link>https://hill.example/n/1</link></item></channel></rss>
      """
    let pages: [String: (type: String, body: String)] = [
      "/": (
        "text/html",
        """
        <!doctype html><html><head><title>Hill</title>
        <link rel="alternate" type="application/rss+xml" href="/news.rss">
        </head><body><a href="/all.ics">Calendar</a><a href="/none.ics">Old</a><a href="http://localhost:9/x.ics">Own</a></body></html>
        """
      ),
      "/news.rss": ("application/rss+xml", news),
      "/all.ics": ("text/calendar", CampusFixture.calendar()),
    ]
    let server = try LoopbackServer { request in
      guard let page = pages[request.path] else { return .init(404, text: "no") }
      return .init(200, [("Content-Type", page.type)], text: page.body)
    }
    let work = try ProgramFolder.campus()
    try work.folder.write(
      try work.text("config/almanac.yaml") + "\n", to: "config/almanac.yaml")
    let answer = try work.almanac(
      "add", server.url("/"), "--allow", "127.0.0.1", "--id", "hill", "--json", "--now",
      ProgramFolder.now)
    #expect(answer.code == 0, "\(answer.errors)")
    let made = try ProgramFolder.object(answer.output)
    let candidates = try #require(made["candidates"] as? [[String: Any]])
    #expect(candidates.count == 1, "what is no feed of events is none to choose: \(candidates)")
    #expect(made["written"] as? Bool == true)
    let definition = try work.text("feeds/hill/feed.yaml")
    #expect(definition.contains("url: \"\(server.url("/all.ics"))\""), "\(definition)")
    #expect(definition.contains("format: icalendar"))
    #expect(definition.contains("allow: [\"127.0.0.1\"]"), "\(definition)")
    #expect(try work.almanac("run", "--now", ProgramFolder.now).code == 0)
    let denied = try work.almanac("add", server.url("/all.ics"))
    #expect(denied.code == 64)
    #expect(denied.errors.contains("--allow-private-host 127.0.0.1"))
    let again = try work.almanac(
      "add", server.url("/all.ics"), "--allow", "127.0.0.1", "--id", "hill")
    #expect(again.code == 73)
    let nothing = try work.almanac("add", server.url("/news.rss"), "--allow", "127.0.0.1")
    #expect(nothing.code == 65, "\(nothing.errors)")
  }

  @Test("For unknown JSON a mapping is proposed that publishes its events")
  func mapping() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(
      """
      {"results": [{"id": 7, "name": "Jazz at Noon", "startDate": "2026-03-10T12:00:00+08:00",
      "location": {"name": "Great Hall"}, "category": "Music", "seats": 80}]}
      """, to: "data/events.json")
    let dry = try work.almanac("add", "data/events.json", "--dry-run", "--now", ProgramFolder.now)
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(dry.output.contains("item: results"))
    #expect(
      dry.output.contains("venue: location.name") || dry.output.contains("venue: \"location.name\"")
    )
    #expect(dry.output.contains("seats"))
    #expect(!work.exists("feeds/events"))
    #expect(try work.almanac("add", "data/events.json", "--now", ProgramFolder.now).code == 0)
    #expect(try work.text("feeds/events/feed.yaml").contains("path: \"../../data/events.json\""))
    let run = try work.almanac("run", "--now", ProgramFolder.now)
    #expect(run.code == 0, "\(run.errors)")
    let found = try work.almanac("query", "jazz", "--json", "--now", ProgramFolder.now)
    #expect(found.output.contains(#""place":"great-hall""#))
  }

  @Test("For a feed with dates in its own elements a mapping is proposed that publishes its events")
  func feedMapping() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(
      """
      <?xml version="1.0"?><rss version="2.0"><channel><title>Board</title>
      <item><guid isPermaLink="false">b-1</guid><title>Jazz at Noon</title>
      <description>Bring a friend.</description><pubDate>Fri, 20 Feb 2026 10:00:00 GMT</pubDate>
      <when>14/03/2026</when><from>12.00pm</from><to>1.30pm</to><where>Great Hall</where></item>
      <item><guid isPermaLink="false">b-2</guid><title>Fair</title><when>15/03/2026</when>
      <from>10am</from><to>4pm</to><where>Great Hall</where></item>
      </channel></rss>
      """, to: "data/board.xml")
    #expect(
      try work.almanac("add", "data/board.xml", "--id", "board", "--now", ProgramFolder.now).code
        == 0)
    let definition = try work.text("feeds/board/feed.yaml")
    #expect(definition.contains("format: rss") && definition.contains("item: \"channel/item\""))
    #expect(definition.contains("start: {date: when, time: from}"), "\(definition)")
    #expect(definition.contains("end: {date: when, time: to}"), "\(definition)")
    let run = try work.almanac("run", "--now", ProgramFolder.now)
    #expect(run.code == 0, "\(run.errors)")
    let found = try work.almanac(
      "query", "jazz", "--json", "--now", ProgramFolder.now, "--from", "2026-03-01", "--to",
      "2026-03-31")
    #expect(found.output.contains(#""place":"great-hall""#), "\(found.output)")
    #expect(found.output.contains("2026-03-14T12:00:00"), "\(found.output)")
    #expect(found.output.contains("2026-03-14T13:30:00"), "\(found.output)")
  }

  @Test("Items with times or whole days become events that end on their last day")
  func wholeDays() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(
      """
      {"items": [{"id": "a", "summary": "Harp recital", "start": {"dateTime":
      "2026-03-14T12:00:00+08:00"}, "end": {"dateTime": "2026-03-14T13:30:00+08:00"}},
      {"id": "b", "summary": "Harp course", "start": {"date": "2026-03-16"},
      "end": {"date": "2026-03-18"}}]}
      """, to: "data/harp.json")
    let add = try work.almanac("add", "data/harp.json", "--id", "harp", "--now", ProgramFolder.now)
    #expect(add.code == 0, "\(add.errors)")
    let definition = try work.text("feeds/harp/feed.yaml")
    #expect(definition.contains("start: [start.date, start.dateTime]"), "\(definition)")
    #expect(
      definition.contains("end: {date: [end.date, end.dateTime], exclusive: true}"),
      "\(definition)")
    let run = try work.almanac("run", "--now", ProgramFolder.now)
    #expect(run.code == 0, "\(run.errors)")
    let found = try work.almanac(
      "query", "harp", "--json", "--now", ProgramFolder.now, "--from", "2026-03-01", "--to",
      "2026-03-31")
    #expect(found.output.contains("2026-03-14T13:30:00"), "\(found.output)")
    #expect(found.output.contains(#""end":"2026-03-18""#), "\(found.output)")
  }

  @Test("If the order of day and month is unknown, the mapping is a draft with a comment about it")
  func feedDraft() throws {
    let work = try ProgramFolder.campus()
    let items = ["04/12/2026", "05/12/2026"].map {
      "<item><title>Fair on \($0)</title><when>\($0)</when><from>10am</from></item>"
    }
    try work.folder.write(
      "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><title>Board</title>"
        + items.joined() + "</channel></rss>", to: "board.xml")
    let dry = try work.almanac("add", "board.xml", "--dry-run", "--now", ProgramFolder.now)
    #expect(dry.code == 0, "\(dry.errors)")
    #expect(dry.output.contains("start: {date: when, time: from}"), "\(dry.output)")
    #expect(dry.output.contains("# order: dmy"), "\(dry.output)")
  }

  @Test("A venue and its room in separate members are joined in the proposed mapping")
  func roomMapping() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write(
      """
      {"events": [{"event": {"id": 7, "title": "Jazz at Noon", "location_name": "Great Hall",
      "room_number": "2", "event_instances": [
      {"event_instance": {"start": "2026-03-10T12:00:00+08:00"}}]}}]}
      """, to: "data/events.json")
    #expect(try work.almanac("add", "data/events.json", "--now", ProgramFolder.now).code == 0)
    let definition = try work.text("feeds/events/feed.yaml")
    #expect(
      definition.contains("venue: {join: [\"location_name\", \"room_number\"], separator: \", \"}")
        || definition.contains("venue: {join: [location_name, room_number], separator: \", \"}"),
      "\(definition)")
    #expect(try work.almanac("run", "--now", ProgramFolder.now).code == 0)
    let found = try work.almanac("query", "jazz", "--json", "--now", ProgramFolder.now)
    #expect(found.output.contains(#""place":"great-hall""#), "\(found.output)")
  }

  @Test("The order of day and month is found where some dates show it, and only there")
  func dateOrder() throws {
    let work = try ProgramFolder.campus()
    for (name, first, second) in [
      ("us", "3/4/2026", "3/25/2026"), ("eu", "4/3/2026", "25/3/2026"),
      ("none", "3/4/2026", "4/5/2026"),
    ] {
      try work.folder.write(
        #"[{"name": "A", "date": "\#(first)"}, {"name": "B", "date": "\#(second)"}]"#,
        to: "\(name).json")
    }
    let american = try work.almanac("add", "us.json", "--dry-run", "--now", ProgramFolder.now)
    #expect(american.output.contains("  order: mdy"), "\(american.output)\(american.errors)")
    let european = try work.almanac("add", "eu.json", "--dry-run", "--now", ProgramFolder.now)
    #expect(european.output.contains("  order: dmy"))
    let unclear = try work.almanac("add", "none.json", "--dry-run", "--now", ProgramFolder.now)
    #expect(!unclear.output.contains("  order:"))
    try work.folder.write(
      #"[{"name": "A", "start": "6/5/2026", "end": "5/9/2026"}, "#
        + #"{"name": "B", "start": "25/5/2026", "end": "5/28/2026"}]"#, to: "both.json")
    let both = try work.almanac("add", "both.json", "--dry-run", "--now", ProgramFolder.now)
    #expect(both.output.contains("start: start") && !both.output.contains("  order:"))
  }

  @Test("A document that is no feed is refused with its reason, and nothing is written")
  func refuses() throws {
    let work = try ProgramFolder.campus()
    try work.folder.write("hello", to: "note.txt")
    let answer = try work.almanac("add", "note.txt")
    #expect(answer.code == 65)
    #expect(answer.errors.contains("E_NOT_A_FEED"))
    #expect(try work.almanac("add", "missing.ics").code == 64)
    try work.folder.write(CampusFixture.calendar(), to: "feed.ics")
    #expect(
      try work.almanac("add", "feed.ics", "--id", "A B", "--now", ProgramFolder.now).code == 64)
    #expect(
      try work.almanac("add", "feed.ics", "--choose", "2", "--now", ProgramFolder.now).code == 64)
    #expect(!work.exists("feeds/note"))
  }

  @Test(
    "An id comes from the title, else from the host",
    arguments: [
      ("Café & Kultur", "https://a.example/", "cafe-kultur"),
      (nil, "https://www.events.hill.edu/all.ics", "events-hill"),
      ("音楽", "https://music.example/x", "music-example"), (nil, "/tmp/My Talks.ics", "my-talks"),
    ] as [(String?, String, String)])
  func ids(title: String?, address: String, id: String) {
    #expect(FeedAdder.slug(title: title, address: address) == id)
  }
}
