import AlmanacModel
import AlmanacRefine
import Foundation
import Testing

/// Kinds of duplicates and of look-alikes, each with two examples of two campuses.
@Suite struct DuplicateKindsTests {
  /// A record as NDJSON has it.
  private struct Record {
    let id: String
    let source: String
    let title: String
    let start: String
    var venue = ""
    var hours = 1
    var text = ""

    var line: String {
      let isDay = !start.contains("T")
      var json: [String: JSONValue] = [
        "id": .string(id), "source": .string(source), "campus": .string("hill"),
        "title": .string(title), "start": .string(start), "venue": .string(venue),
        "description": .string(text), "allday": .bool(isDay),
      ]
      if !isDay, let hour = Int(start.dropFirst(11).prefix(2)) {
        let end = hour + hours < 10 ? "0\(hour + hours)" : "\(hour + hours)"
        json["end"] = .string(start.prefix(11) + end + start.dropFirst(13))
      }
      var writer = JSONWriter()
      writer.value(.object(json))
      return writer.text
    }
  }

  private static let words = [
    "Walnut", "Velvet", "Copper", "Harbor", "Lantern", "Meadow", "Orchid", "Pepper", "Saffron",
    "Timber", "Violet", "Willow", "Zephyr", "Amber", "Birch", "Cobalt", "Drift", "Ember", "Fjord",
  ]

  /// What else a campus lists: 380 records of five sources, no two of which are one.
  private static let others: [Record] = (0..<380).map { number in
    let (first, second) = (words[number % 19], words[number / 19 % 19])
    return Record(
      id: "o\(number)", source: "filler\(number % 5)", title: "\(first) \(second) \(number % 7)",
      start: "2026-0\(3 + number % 3)-\(10 + number % 19)T\(10 + number % 9):00",
      venue: "\(second) House, \(number % 31) \(first) Street")
  }

  /// The ids of records that are one occurrence, but for those that are alone.
  private func merged(_ records: [Record]) async -> [[String]] {
    let text = (records + Self.others).map(\.line).joined(separator: "\n")
    let blocks = [RecordBlock(Array(text.utf8))]
    let found = await RecordMatches(of: blocks, workers: 2).occurrences
    return Dictionary(grouping: found.keys) { found[$0] }.values.map { $0.sorted() }
      .filter { $0.count > 1 }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Other events that a source presents.
  private func program(_ source: String, at venue: String) -> [Record] {
    (0..<8).map { number in
      Record(
        id: "\(source)\(number)", source: source,
        title: "\(source) \(number) \(Self.words[number + source.count])",
        start: "2026-04-\(10 + number)T\(10 + source.count):00", venue: venue)
    }
  }

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
      Record(id: "a", source: "presenter", title: title, start: "2026-04-20T19:00", venue: house),
      Record(id: "b", source: "calendar", title: title, start: "2026-04-20T19:00", venue: venue),
    ]
    #expect(await merged(records + program("presenter", at: house)) == [["a", "b"]])
  }

  @Test(
    "A title that many use is not one event in two houses",
    arguments: ["Open House", "Family Day", "Holiday Concert"])
  func houses(title: String) async {
    let (first, second) = ("Sonata Society, 12 Quince Lane", "Lyric Guild, 80 Plover Road")
    let records = [
      Record(id: "a", source: "sonata", title: title, start: "2026-04-20T19:00", venue: first),
      Record(id: "b", source: "lyric", title: title, start: "2026-04-20T19:00", venue: second),
    ]
    let others = program("sonata", at: first) + program("lyric", at: second)
    #expect(await merged(records + others) == [])
  }

  @Test(
    "A day without a venue of its own is one event with the hour of a rare title",
    arguments: ["Marrowfield Lantern Procession", "Oxbow Regatta Grand Final"])
  func dayOnly(title: String) async {
    let records = [
      Record(id: "a", source: "town", title: title, start: "2026-04-20"),
      Record(
        id: "b", source: "calendar", title: title, start: "2026-04-20T18:00", venue: "Weir Bridge"),
    ]
    #expect(await merged(records) == [["a", "b"]])
  }

  @Test(
    "A day without a venue is not one event with the hour of a title that others use",
    arguments: [("Board Meeting", "Library Board Meeting"), ("Trivia", "Trivia Night")])
  func commonDay(title: String, other: String) async {
    let records = (0..<4).flatMap { week in
      let day = "2026-04-\(10 + week)"
      return [
        Record(id: "a\(week)", source: "town", title: title, start: day),
        Record(
          id: "b\(week)", source: "calendar", title: other, start: "\(day)T18:00",
          venue: "Weir Bridge"),
      ]
    }
    #expect(await merged(records) == [])
  }

  @Test(
    "A stop of a mobile library is one event if title and venue are exchanged",
    arguments: [
      ("Mobile Library", "Rossmoor Clubhouse"), ("BiblioBus", "Gullane Primary School"),
    ])
  func exchanged(library: String, stop: String) async {
    let stops = ["Ferry Landing", "Quarry Cottages", "Mill Green"]
    let rounds = stops.enumerated().map { number, stop in
      Record(
        id: "s\(number)", source: "library", title: stop, start: "2026-04-2\(number)T15:00",
        venue: library)
    }
    let records = [
      Record(id: "a", source: "library", title: stop, start: "2026-04-20T10:00", venue: library),
      Record(id: "b", source: "village", title: library, start: "2026-04-20T10:00", venue: stop),
    ]
    #expect(await merged(records + rounds) == [["a", "b"]])
    let other = Record(
      id: "b", source: "village", title: library, start: "2026-04-20T10:00", venue: "Tern Court")
    #expect(await merged([records[0], other] + rounds) == [])
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
      Record(
        id: "p\(number)", source: "library", title: title, start: "2026-04-1\(number)T10:30",
        venue: branch)
    }
    func listed(_ venue: String) -> Record {
      Record(id: "x", source: "town", title: other, start: "2026-04-11T10:30", venue: venue)
    }
    #expect(await merged(records + [listed("Hazel Branch")]) == [])
    #expect(await merged(records + [listed("")]) == [])
    #expect(await merged(records + [listed("Cedar Branch")]) == [["p1", "x"]])
  }

  @Test(
    "Two titles that meet every week are one event only at one venue and hour",
    arguments: [
      ("Fiddle Circle", "Fiddle Circle"), ("Evening Choir Practice", "Choir Practice"),
    ])
  func weekly(title: String, other: String) async {
    func records(_ venue: String, hour: Int = 18) -> [Record] {
      (0..<6).flatMap { week in
        let day = "2026-04-\(10 + week)"
        return [
          Record(
            id: "a\(week)", source: "abbey", title: title, start: "\(day)T18:00",
            venue: "Abbey Parlour"),
          Record(
            id: "b\(week)", source: "mill", title: other, start: "\(day)T\(hour):00", venue: venue),
        ]
      }
    }
    #expect(await merged(records("Mill Loft")) == [])
    #expect(await merged(records("Abbey Parlour")).count == 6)
    #expect(await merged(records("Abbey Parlour", hour: 19)) == [])
  }

  @Test(
    "Programs at one hour are no evidence that two venues are one",
    arguments: [("Ash Branch Library", "Larch Street Mill"), ("Tide Pool Museum", "Dune Gallery")])
  func noAliases(first: String, second: String) async {
    let programs = ["Knitting by Lamplight", "Origami for Everyone", "Sourdough Starters Circle"]
    var records = programs.enumerated().flatMap { number, title in
      (0..<3).flatMap { week -> [Record] in
        let start = "2026-04-\(10 + number * 4 + week)T10:30"
        return [
          Record(id: "a\(number)\(week)", source: "ash", title: title, start: start, venue: first),
          Record(
            id: "b\(number)\(week)", source: "larch", title: title, start: start, venue: second),
        ]
      }
    }
    records += [
      Record(
        id: "x", source: "ash", title: "Poetry Night", start: "2026-04-28T19:00", venue: first),
      Record(
        id: "y", source: "larch", title: "Poetry Night", start: "2026-04-28T19:00", venue: second),
    ]
    #expect(await merged(records) == [])
  }

  /// What two sources both list.
  private func common(_ first: String, _ second: String) -> [Record] {
    (0..<12).flatMap { number in
      [first, second].map { source in
        Record(
          id: "\(source)\(number)", source: source,
          title: "\(Self.words[number]) Ensemble \(number)",
          start: "2026-04-\(10 + number)T21:00", venue: "Kettle Yard, 9 Plover Road")
      }
    }
  }

  @Test(
    "Single items of mirrored sources at one start and venue are one event with an edited title",
    arguments: [
      (
        "Marlow Brass Quartet with Ida Fenn, Otto Birk and Lotte Quill",
        "Marlow Brass Quartet with Monthly Guests"
      ),
      ("Books and Brambles: Nettle Lore", "Books and Brambles: The True Tale of Stinging Plants"),
    ])
  func editedTitle(title: String, other: String) async {
    func records(_ title: String, _ source: String) -> [Record] {
      [
        Record(
          id: "a", source: "weekly", title: title, start: "2026-04-25T19:00", venue: "Tern Court"),
        Record(
          id: "b", source: source, title: other, start: "2026-04-25T19:00", venue: "Tern Court"),
      ]
    }
    let mirrored = common("weekly", "daily")
    #expect(await merged(records(title, "daily") + mirrored).contains(["a", "b"]))
    // Titles without a word in common are two events, as are those of sources that list other things.
    #expect(await !merged(records("Gull Census", "daily") + mirrored).contains(["a", "b"]))
    #expect(await merged(records(title, "daily")) == [])
    let third = Record(
      id: "c", source: "weekly", title: "Heron Watch", start: "2026-04-25T19:00",
      venue: "Tern Court")
    #expect(await !merged(records(title, "daily") + [third] + mirrored).contains(["a", "b"]))
  }

  @Test(
    "Places of one name in two directions are two places",
    arguments: [
      ("Preschool Story Hour", "North Branch Library", "South Branch Library"),
      ("Tai Chi for Balance", "Upper Larch Hall, Dale", "Lower Larch Hall, Dale"),
    ])
  func directions(title: String, first: String, second: String) async {
    func records(_ venue: String) -> [Record] {
      [
        Record(id: "a", source: "town", title: title, start: "2026-04-20T10:30", venue: first),
        Record(id: "b", source: "parents", title: title, start: "2026-04-20T10:30", venue: venue),
      ]
    }
    #expect(await merged(records(second)) == [])
    #expect(await merged(records(first)) == [["a", "b"]])
  }

  @Test(
    "A deadline, a training, a reception, another season or another sport is another event",
    arguments: [
      ("Heron Fellowship Readings", "Deadline: Heron Fellowship Readings"),
      ("Fiddlehead Chamber Opera", "Fiddlehead Chamber Opera - Dress Rehearsal"),
      ("Fall Lantern Fair at Weir Quay", "Spring Lantern Fair at Weir Quay"),
      ("Lantern Fair at Weir Quay", "Volunteer Training: Lantern Fair at Weir Quay"),
      ("Kestrel Quartet plays Larkspur", "Reception: Kestrel Quartet plays Larkspur"),
      ("Marrowfield Tennis at Otterbrook", "Marrowfield Golf at Otterbrook"),
    ])
  func companion(title: String, other: String) async {
    func records(_ title: String) -> [Record] {
      [
        Record(
          id: "a", source: "town", title: title, start: "2026-04-20T19:00", venue: "Weir Hall"),
        Record(
          id: "b", source: "opera", title: other, start: "2026-04-20T19:00", venue: "Weir Hall"),
      ]
    }
    #expect(await merged(records(title)) == [])
    #expect(await merged(records(other)) == [["a", "b"]])
  }

  @Test(
    "A part of a festival is another event than the festival's day or hours",
    arguments: [
      ("Otterbrook Lantern Festival", "Otterbrook Lantern Festival: Fiddle Contest"),
      ("Marrowfield Kite Fair", "Tractor Parade at the Marrowfield Kite Fair"),
    ])
  func partOfFestival(title: String, part: String) async {
    let days = [
      Record(id: "a", source: "town", title: title, start: "2026-04-20", venue: "Weir Quay"),
      Record(
        id: "a", source: "town", title: title, start: "2026-04-20T10:00", venue: "Weir Quay",
        hours: 9),
    ]
    func listed(_ title: String) -> Record {
      Record(
        id: "b", source: "guild", title: title, start: "2026-04-20T10:00", venue: "Weir Quay")
    }
    for day in days {
      #expect(await merged([day, listed(part)]) == [])
      #expect(await merged([day, listed(title)]) == [["a", "b"]])
    }
  }

  @Test(
    "Two places of one kind with names of their own are two places",
    arguments: [
      ("Resume Help for Beginners", "Rosewater Library", "Tilden Branch Library"),
      ("Kinderbasar", "Stadtbibliothek Gostenhof", "Stadtbibliothek Langwasser"),
    ])
  func placesOfOneKind(title: String, first: String, second: String) async {
    func records(_ venue: String) -> [Record] {
      [("a", "town", first), ("b", "branch", venue)].map { id, source, venue in
        Record(
          id: id, source: source, title: title, start: "2026-04-20T10:30", venue: venue,
          text: Self.sentence)
      }
    }
    #expect(await merged(records(second)) == [])
    #expect(await merged(records("\(first), Lower Level")) == [["a", "b"]])
    // A branch lists its own house only.
    #expect(await merged(records(second) + program("branch", at: second)) == [])
  }

  @Test(
    "A season that one title leaves out is no other event",
    arguments: ["Spring Otterbrook Gala", "Otterbrook Summer Gala"])
  func season(title: String) async {
    let records = [
      Record(id: "a", source: "town", title: title, start: "2026-04-20T19:00", venue: "Weir Hall"),
      Record(
        id: "b", source: "opera", title: "Otterbrook Gala", start: "2026-04-20T19:00",
        venue: "Weir Hall"),
    ]
    #expect(await merged(records) == [["a", "b"]])
  }

  @Test(
    "A title that names both venues is one event",
    arguments: [
      ("Bookmobile at Fernleigh Landing", "Bookmobile", "Fernleigh Landing"),
      ("Ranger Wagon visits Thistle Quarry", "Ranger Wagon", "Thistle Quarry"),
    ])
  func namedVenues(title: String, wagon: String, stop: String) async {
    let weeks = (0..<5).flatMap { week in
      [(wagon, "wagon"), (stop, "town")].map { venue, source in
        Record(
          id: "\(source)\(week)", source: source, title: title, start: "2026-04-1\(week)T10:00",
          venue: venue)
      }
    }
    #expect(await merged(weeks).count == 5)
  }

  private static let sentence =
    "Bring a cushion, sit where you like and stay for tea and cake in the foyer after we close."

  @Test(
    "Titles with other words in one place are two events although their descriptions agree",
    arguments: [
      ("Geology Colloquium: Ottoline Marsh", "Geology Colloquium: Barnaby Quill"),
      ("Otterbrook Brass Ensemble", "Otterbrook Marimba Ensemble"),
      ("Marrowfield Council Drainage Committee", "Marrowfield Council Allotments Committee"),
    ])
  func otherWords(title: String, other: String) async {
    func records(_ title: String) -> [Record] {
      [("a", "town", other), ("b", "calendar", title)].map { id, source, title in
        Record(
          id: id, source: source, title: title, start: "2026-04-20T19:00", venue: "Weir Hall",
          text: Self.sentence)
      }
    }
    #expect(await merged(records(title)) == [])
    #expect(await merged(records(other)) == [["a", "b"]])
    #expect(await merged(records("Arts Week Presents: \(other)")) == [["a", "b"]])
  }

  @Test(
    "A title with a rare word of its own and another start is another event",
    arguments: [
      ("Otterbrook Geology Lecture", "Otterbrook Geology Lecture: Spectrometry Lab"),
      ("Weir Quay Lantern Fair", "Volunteer Breakfast of the Weir Quay Lantern Fair"),
    ])
  func relatedEvent(title: String, other: String) async {
    func records(_ title: String) -> [Record] {
      [(other, "19", 1), (title, "20", 0)].enumerated().map { number, listed in
        Record(
          id: "\(number)", source: "source\(number)", title: listed.0,
          start: "2026-04-20T\(listed.1):00", venue: "Weir Hall", hours: listed.2,
          text: Self.sentence)
      }
    }
    #expect(await merged(records(title)) == [])
    // Equal titles may be one event whose doors one source lists.
    #expect(await merged(records(other)) == [["0", "1"]])
  }

  @Test(
    "Tours, classes and programs for one audience are two events at two starts",
    arguments: [
      "Otterbrook Mill Tour", "Kestrel Pottery Class for Adults", "Toddler Bounce and Rhyme",
      "Fernleigh Chess Club",
    ])
  func sessions(title: String) async {
    func records(_ hours: [Int]) -> [Record] {
      hours.enumerated().map { number, hour in
        Record(
          id: "\(number)", source: "source\(number)", title: title,
          start: "2026-04-20T\(hour):00", venue: "Weir Hall", text: Self.sentence)
      }
    }
    #expect(await merged(records([14, 15])) == [])
    #expect(await merged(records([14, 14])) == [["0", "1"]])
  }
}
