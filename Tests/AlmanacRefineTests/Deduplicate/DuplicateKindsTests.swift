import Testing

/// Kinds of duplicates and of look-alikes by place and time, each with two examples of two campuses.
@Suite struct DuplicateKindsTests {
  @Test(
    "A rare title at one start is one event although a source lists its own house",
    arguments: [
      (
        "Kestrel Quartet plays Larkspur Variations", "Sonata Society, 12 Quince Lane",
        "Thornbury Hall"
      ),
      ("Fern Propagation with Ottoline Marsh", "Friends of the Gardens Office", "Glasshouse Three"),
    ])
  func house(title: String, house: String, venue: String) async {
    let records = [
      DuplicateRecord(
        id: "a", source: "presenter", title: title, start: "2026-04-20T19:00", venue: house),
      DuplicateRecord(
        id: "b", source: "calendar", title: title, start: "2026-04-20T19:00", venue: venue),
    ]
    #expect(
      await DuplicateRecord.merged(records + DuplicateRecord.program("presenter", at: house)) == [
        ["a", "b"]
      ])
  }

  @Test(
    "A rare title at one start is one event at a house and at an address",
    arguments: ["Kestrel Quartet plays Larkspur Variations", "Otterbrook Marimba Summit"])
  func address(title: String) async {
    func records(_ venue: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "tickets", title: title, start: "2026-04-20T19:00",
          venue: "5 Quince Lane, Marrowfield"),
        DuplicateRecord(
          id: "b", source: "calendar", title: title, start: "2026-04-20T19:00", venue: venue),
      ]
    }
    #expect(await DuplicateRecord.merged(records("Thornbury Taproom")) == [["a", "b"]])
    #expect(await DuplicateRecord.merged(records("Thornbury Taproom, 80 Plover Road")) == [])
  }

  @Test(
    "A title that many use is not one event in two houses",
    arguments: ["Open House", "Family Day", "Holiday Concert"])
  func houses(title: String) async {
    let (first, second) = ("Sonata Society, 12 Quince Lane", "Lyric Guild, 80 Plover Road")
    let records = [
      DuplicateRecord(
        id: "a", source: "sonata", title: title, start: "2026-04-20T19:00", venue: first),
      DuplicateRecord(
        id: "b", source: "lyric", title: title, start: "2026-04-20T19:00", venue: second),
    ]
    let others =
      DuplicateRecord.program("sonata", at: first) + DuplicateRecord.program("lyric", at: second)
    #expect(await DuplicateRecord.merged(records + others) == [])
  }

  @Test(
    "A day without a venue of its own is one event with the hour of a rare title",
    arguments: ["Marrowfield Lantern Procession", "Oxbow Regatta Grand Final"])
  func dayOnly(title: String) async {
    let records = [
      DuplicateRecord(id: "a", source: "town", title: title, start: "2026-04-20"),
      DuplicateRecord(
        id: "b", source: "calendar", title: title, start: "2026-04-20T18:00", venue: "Weir Bridge"),
    ]
    #expect(await DuplicateRecord.merged(records) == [["a", "b"]])
  }

  @Test(
    "A day without a venue is not one event with the hour of a title that others use",
    arguments: [("Board Meeting", "Library Board Meeting"), ("Trivia", "Trivia Night")])
  func commonDay(title: String, other: String) async {
    let records = (0..<4).flatMap { week in
      let day = "2026-04-\(10 + week)"
      return [
        DuplicateRecord(id: "a\(week)", source: "town", title: title, start: day),
        DuplicateRecord(
          id: "b\(week)", source: "calendar", title: other, start: "\(day)T18:00",
          venue: "Weir Bridge"),
      ]
    }
    #expect(await DuplicateRecord.merged(records) == [])
  }

  @Test(
    "A day without a venue is not one event with the hour of a title of common words",
    arguments: ["Open House", "Film Series", "Garage Sale", "Art Walk"])
  func commonTitle(title: String) async {
    let records = [
      DuplicateRecord(id: "a", source: "town", title: title, start: "2026-04-20"),
      DuplicateRecord(
        id: "b", source: "calendar", title: title, start: "2026-04-20T18:00", venue: "Weir Bridge"),
    ]
    let others = [
      "Plant Sale", "Book Sale", "Bake Sale", "Garage Bands", "Garage Tour", "The Garage",
    ]
    let common = (others + ["Nature Walk", "Story Walk", "Bird Walk"]).enumerated().map {
      DuplicateRecord(id: "c\($0)", source: "guild", title: $1, start: "2026-05-1\($0)T09:00")
    }
    #expect(await DuplicateRecord.merged(records + common) == [])
  }

  @Test(
    "Words behind the name of a festival name a part of it",
    arguments: [
      ("Maker Fest", "Maker Fest Soldering Workshop"),
      ("Quince Days", "Quince Days Cider Pressing"),
      ("Marrow Oktoberfest", "Marrow Oktoberfest Stein Hoisting"),
    ])
  func part(festival: String, part: String) async {
    func records(_ title: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "town", title: festival, start: "2026-04-20", venue: "Weir Green"),
        DuplicateRecord(
          id: "b", source: "calendar", title: title, start: "2026-04-20T11:00",
          venue: "Weir Green"),
      ]
    }
    #expect(await DuplicateRecord.merged(records(part)) == [])
    #expect(await DuplicateRecord.merged(records("Annual \(festival)")) == [["a", "b"]])
  }

  @Test(
    "A stop of a mobile library is one event if title and venue are exchanged",
    arguments: [
      ("Mobile Library", "Rossmoor Clubhouse"), ("BiblioBus", "Gullane Primary School"),
    ])
  func exchanged(library: String, stop: String) async {
    let stops = ["Ferry Landing", "Quarry Cottages", "Mill Green"]
    let rounds = stops.enumerated().map { number, stop in
      DuplicateRecord(
        id: "s\(number)", source: "library", title: stop, start: "2026-04-2\(number)T15:00",
        venue: library)
    }
    let records = [
      DuplicateRecord(
        id: "a", source: "library", title: stop, start: "2026-04-20T10:00", venue: library),
      DuplicateRecord(
        id: "b", source: "village", title: library, start: "2026-04-20T10:00", venue: stop),
    ]
    #expect(await DuplicateRecord.merged(records + rounds) == [["a", "b"]])
    let other = DuplicateRecord(
      id: "b", source: "village", title: library, start: "2026-04-20T10:00", venue: "Tern Court")
    #expect(await DuplicateRecord.merged([records[0], other] + rounds) == [])
  }

  @Test(
    "A program of several branches needs an agreeing venue",
    arguments: [
      ("Toddler Tales and Rhymes", "Rhymes and Tales for Toddlers"),
      ("Repair Café", "Repair Cafe"),
    ])
  func program(title: String, other: String) async {
    let branches = ["Ash Branch", "Cedar Branch", "Rowan Branch"]
    let records = branches.enumerated().map { number, branch in
      DuplicateRecord(
        id: "p\(number)", source: "library", title: title, start: "2026-04-1\(number)T10:30",
        venue: branch)
    }
    func listed(_ venue: String) -> DuplicateRecord {
      DuplicateRecord(
        id: "x", source: "town", title: other, start: "2026-04-11T10:30", venue: venue)
    }
    #expect(await DuplicateRecord.merged(records + [listed("Hazel Branch")]) == [])
    #expect(await DuplicateRecord.merged(records + [listed("")]) == [])
    #expect(await DuplicateRecord.merged(records + [listed("Cedar Branch")]) == [["p1", "x"]])
  }

  @Test(
    "Two titles that meet every week are one event only at one venue and hour",
    arguments: [
      ("Fiddle Circle", "Fiddle Circle"), ("Evening Choir Practice", "Choir Practice"),
    ])
  func weekly(title: String, other: String) async {
    func records(_ venue: String, hour: Int = 18) -> [DuplicateRecord] {
      (0..<6).flatMap { week in
        let day = "2026-04-\(10 + week)"
        return [
          DuplicateRecord(
            id: "a\(week)", source: "abbey", title: title, start: "\(day)T18:00",
            venue: "Abbey Parlour"),
          DuplicateRecord(
            id: "b\(week)", source: "mill", title: other, start: "\(day)T\(hour):00", venue: venue),
        ]
      }
    }
    #expect(await DuplicateRecord.merged(records("Mill Loft")) == [])
    #expect(await DuplicateRecord.merged(records("Abbey Parlour")).count == 6)
    #expect(await DuplicateRecord.merged(records("Abbey Parlour", hour: 19)) == [])
  }

  @Test(
    "A class that one source lists at two hours of a day is another class at the other hour",
    arguments: [("Deep Water Aerobics", "10:00"), ("Lighthouse Ladder Climb", "09:30")])
  func hoursOfProgram(title: String, hour: String) async {
    func record(_ id: String, _ source: String, _ start: String) -> DuplicateRecord {
      DuplicateRecord(id: id, source: source, title: title, start: start, venue: "Ferry Landing")
    }
    let pair = [
      record("a", "town", "2026-04-20T09:00"), record("b", "daily", "2026-04-20T\(hour)"),
    ]
    let hours = ["09:00", hour].map { record("c\($0)", "town", "2026-04-13T\($0)") }
    #expect(await DuplicateRecord.merged(pair + hours) == [])
    #expect(await DuplicateRecord.merged(pair) == [["a", "b"]])
  }

  @Test(
    "One title that two houses have each week doesn't make their venues unreliable",
    arguments: ["Silent Novel Circle", "Clay Wheel Hour"])
  func weeklyInTwoHouses(title: String) async {
    let records = (0..<7).flatMap { week in
      [("town", "Weir Bridge Taproom"), ("daily", "Osprey Landing Cellar")].map { source, venue in
        DuplicateRecord(
          id: "\(source)\(week)", source: source, title: title,
          start: "2026-04-\(10 + 2 * week)T19:00", venue: venue)
      }
    }
    #expect(await DuplicateRecord.merged(records) == [])
  }

  @Test(
    "A program or a closing of two houses is one event only at one venue and hour",
    arguments: [
      ("Aqua Fitness", "Heron Pool", "Gull Pool"), ("Pool Closure", "Heron Pool", "Gull Pool"),
      ("Citizenship Prep Class", "Lamplight Library", "Ropewalk College"),
    ])
  func programsOfTwoHouses(title: String, first: String, second: String) async {
    func merged(_ venue: String, _ hour: String) async -> [[String]] {
      await DuplicateRecord.merged([
        DuplicateRecord(
          id: "a", source: "town", title: title, start: "2026-04-20T09:00", venue: first),
        DuplicateRecord(
          id: "b", source: "daily", title: title, start: "2026-04-20T\(hour)", venue: venue),
      ])
    }
    #expect(await merged(first, "09:00") == [["a", "b"]])
    #expect(await merged(second, "09:00") == [])
    #expect(await merged(first, "11:00") == [])
  }

  @Test(
    "Programs at one hour are no evidence that two venues are one",
    arguments: [("Ash Branch Library", "Larch Street Mill"), ("Tide Pool Museum", "Dune Gallery")])
  func noAliases(first: String, second: String) async {
    let programs = ["Knitting by Lamplight", "Origami for Everyone", "Sourdough Starters Circle"]
    var records = programs.enumerated().flatMap { number, title in
      (0..<3).flatMap { week -> [DuplicateRecord] in
        let start = "2026-04-\(10 + number * 4 + week)T10:30"
        return [
          DuplicateRecord(
            id: "a\(number)\(week)", source: "ash", title: title, start: start, venue: first),
          DuplicateRecord(
            id: "b\(number)\(week)", source: "larch", title: title, start: start, venue: second),
        ]
      }
    }
    records += [
      DuplicateRecord(
        id: "x", source: "ash", title: "Poetry Night", start: "2026-04-28T19:00", venue: first),
      DuplicateRecord(
        id: "y", source: "larch", title: "Poetry Night", start: "2026-04-28T19:00", venue: second),
    ]
    #expect(await DuplicateRecord.merged(records) == [])
  }
}
