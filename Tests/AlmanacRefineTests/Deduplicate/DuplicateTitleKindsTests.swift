import Testing

/// Kinds of duplicates and of look-alikes by title, each with two examples of two campuses.
@Suite struct DuplicateTitleKindsTests {
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
    func records(_ title: String, _ source: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "weekly", title: title, start: "2026-04-25T19:00", venue: "Tern Court"),
        DuplicateRecord(
          id: "b", source: source, title: other, start: "2026-04-25T19:00", venue: "Tern Court"),
      ]
    }
    let mirrored = DuplicateRecord.common("weekly", "daily")
    #expect(await DuplicateRecord.merged(records(title, "daily") + mirrored).contains(["a", "b"]))
    // Titles without a word in common are two events, as are those of sources that list other things.
    #expect(
      await !DuplicateRecord.merged(records("Gull Census", "daily") + mirrored).contains(["a", "b"])
    )
    #expect(await DuplicateRecord.merged(records(title, "daily")) == [])
    let third = DuplicateRecord(
      id: "c", source: "weekly", title: "Heron Watch", start: "2026-04-25T19:00",
      venue: "Tern Court")
    #expect(
      await !DuplicateRecord.merged(records(title, "daily") + [third] + mirrored).contains([
        "a", "b",
      ]))
  }

  @Test(
    "Places of one name in two directions are two places",
    arguments: [
      ("Preschool Story Hour", "North Branch Library", "South Branch Library"),
      ("Tai Chi for Balance", "Upper Larch Hall, Dale", "Lower Larch Hall, Dale"),
    ])
  func directions(title: String, first: String, second: String) async {
    func records(_ venue: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "town", title: title, start: "2026-04-20T10:30", venue: first),
        DuplicateRecord(
          id: "b", source: "parents", title: title, start: "2026-04-20T10:30", venue: venue),
      ]
    }
    #expect(await DuplicateRecord.merged(records(second)) == [])
    #expect(await DuplicateRecord.merged(records(first)) == [["a", "b"]])
  }

  @Test(
    "A deadline, a training, a reception, another language, season, sport, distance or film is another event",
    arguments: [
      ("Heron Fellowship Readings", "Deadline: Heron Fellowship Readings"),
      ("Fiddlehead Chamber Opera", "Fiddlehead Chamber Opera - Dress Rehearsal"),
      ("Fall Lantern Fair at Weir Quay", "Spring Lantern Fair at Weir Quay"),
      ("Lantern Fair at Weir Quay", "Volunteer Training: Lantern Fair at Weir Quay"),
      ("Kestrel Quartet plays Larkspur", "Reception: Kestrel Quartet plays Larkspur"),
      ("Marrowfield Tennis at Otterbrook", "Marrowfield Golf at Otterbrook"),
      ("Der Reiher von Marrowfeld", "Einführung: Der Reiher von Marrowfeld"),
      ("Taller de cestería: iniciación", "Taller de cestería: avanzado"),
      ("Altstadtrundgang", "Altstadtrundgang auf Französisch"),
      ("Visita al molino de Marrowfield", "Visita al molino de Marrowfield (English)"),
      ("Marrowfield Film Club: Of Us", "Marrowfield Film Club: On and On"),
      ("Otterbrook Dune Run 19 km", "Otterbrook Dune Run Kids 5 km"),
    ])
  func companion(title: String, other: String) async {
    func records(_ title: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "town", title: title, start: "2026-04-20T19:00", venue: "Weir Hall"),
        DuplicateRecord(
          id: "b", source: "opera", title: other, start: "2026-04-20T19:00", venue: "Weir Hall"),
      ]
    }
    #expect(await DuplicateRecord.merged(records(title)) == [])
    #expect(await DuplicateRecord.merged(records(other)) == [["a", "b"]])
  }

  @Test(
    "Titles that one source often has are two events beside another source, too",
    arguments: [("Public Skate", "Tot Skate"), ("Cercle de lecture", "Cercle de lecture facile")])
  func distinguished(title: String, other: String) async {
    let rink = [title, other].flatMap { title in
      (10..<14).map { day in
        DuplicateRecord(
          id: "\(title) \(day)", source: "rink", title: title,
          start: "2026-05-\(day)T1\(title.count % 7):00", venue: "Tern Arena")
      }
    }
    func records(_ other: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "rink", title: title, start: "2026-04-20T13:00", venue: "Tern Arena"),
        DuplicateRecord(
          id: "b", source: "town", title: other, start: "2026-04-20T13:00", venue: "Tern Arena"),
      ]
    }
    #expect(await DuplicateRecord.merged(records(other) + rink) == [])
    #expect(await DuplicateRecord.merged(records(title) + rink) == [["a", "b"]])
  }

  @Test(
    "A day is one event with its opening hours, but not with a part of it, under a longer title",
    arguments: [(7, [["a", "b"]]), (1, [])])
  func openingHours(hours: Int, merged: [[String]]) async {
    let records = [
      DuplicateRecord(
        id: "a", source: "town", title: "Threads of Marrowfield", start: "2026-04-20",
        venue: "Weir Hall"),
      DuplicateRecord(
        id: "b", source: "museum", title: "Threads of Marrowfield: Textiles from Otterbrook",
        start: "2026-04-20T10:00", venue: "Weir Hall", hours: hours),
    ]
    #expect(await DuplicateRecord.merged(records) == merged)
  }

  @Test("Titles without a common word are two events, though a series and its speaker are frequent")
  func frequentParts() async {
    let all = (0..<7).flatMap { number in
      [("Botany Hour: Talk \(number)", 10), ("Dinner \(number): Otto Birk", 11)].map {
        title, hour in
        DuplicateRecord(
          id: title, source: "town", title: title, start: "2026-05-1\(number)T\(hour):00",
          venue: "Weir Hall")
      }
    }
    let records = [("town", "Botany Hour: Otto Birk"), ("club", "Mock Trial")].map {
      DuplicateRecord(
        id: $0, source: $0, title: $1, start: "2026-04-20T19:00", venue: "Weir Hall")
    }
    #expect(await DuplicateRecord.merged(records + all) == [])
  }

  @Test(
    "A part of a festival is another event than the festival's day or hours",
    arguments: [
      ("Otterbrook Lantern Festival", "Otterbrook Lantern Festival: Fiddle Contest"),
      ("Marrowfield Kite Fair", "Tractor Parade at the Marrowfield Kite Fair"),
    ])
  func partOfFestival(title: String, part: String) async {
    let days = [
      DuplicateRecord(
        id: "a", source: "town", title: title, start: "2026-04-20", venue: "Weir Quay"),
      DuplicateRecord(
        id: "a", source: "town", title: title, start: "2026-04-20T10:00", venue: "Weir Quay",
        hours: 9),
    ]
    func listed(_ title: String) -> DuplicateRecord {
      DuplicateRecord(
        id: "b", source: "guild", title: title, start: "2026-04-20T10:00", venue: "Weir Quay")
    }
    for day in days {
      #expect(await DuplicateRecord.merged([day, listed(part)]) == [])
      #expect(await DuplicateRecord.merged([day, listed(title)]) == [["a", "b"]])
    }
  }

  @Test(
    "Parts of a program are two events although the venue has words of their names",
    arguments: [
      ("Quince Week: Orchard Tour", "Quince Week: Tasting Supper", "Weir Orchard Tasting Barn"),
      ("Museumsnacht: Führung am Wall", "Museumsnacht: Lesung im Speicher", "Speicher am Wall"),
    ])
  func partsAtVenue(part: String, other: String, venue: String) async {
    func records(_ title: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "town", title: part, start: "2026-04-20T14:00", venue: venue),
        DuplicateRecord(
          id: "b", source: "guild", title: title, start: "2026-04-20T14:00", venue: venue),
      ]
    }
    #expect(await DuplicateRecord.merged(records(other)) == [])
    #expect(await DuplicateRecord.merged(records(part)) == [["a", "b"]])
  }

  @Test(
    "Games against two opponents are two events although many titles name both",
    arguments: ["Marrowfield Netball", "Otterbrook Rounders"])
  func opponents(team: String) async {
    func records(_ opponent: String) -> [DuplicateRecord] {
      [("a", "town", "Weir"), ("b", "league", opponent)].map { id, source, opponent in
        DuplicateRecord(
          id: id, source: source, title: "\(team) vs \(opponent)", start: "2026-04-20T19:00",
          venue: "Weir Hall")
      }
    }
    let season = (0..<60).map { number in
      DuplicateRecord(
        id: "s\(number)", source: "cup",
        title: "Team \(number) vs \(number % 2 == 0 ? "Weir" : "Dale")",
        start: "2026-06-\(10 + number % 19)T\(10 + number % 9):00", venue: "Larch Stadium")
    }
    #expect(await DuplicateRecord.merged(records("Dale") + season) == [])
    #expect(await DuplicateRecord.merged(records("Weir") + season) == [["a", "b"]])
  }

  @Test(
    "An acronym or an abbreviation is the words that it stands for",
    arguments: [
      (
        "WBA - Weir Board of Appeals Mtg.", "Weir Board of Appeals Meeting",
        "Marrow Board of Otters Meeting"
      ),
      (
        "Heron Evening with OFS", "Heron Evening with the Otterbrook Fiddle Society",
        "Heron Evening with the Marrowfield Kite Guild"
      ),
      ("Intro to Kestrel Banding", "Introduction to Kestrel Banding", "Intro to Marimba Tuning"),
    ])
  func abbreviation(title: String, copy: String, other: String) async {
    func records(_ title: String, _ other: String) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "town", title: title, start: "2026-04-20T19:00", venue: "Weir Hall"),
        DuplicateRecord(
          id: "b", source: "calendar", title: other, start: "2026-04-20T19:00", venue: "Weir Hall"),
      ]
    }
    #expect(await DuplicateRecord.merged(records(title, copy)) == [["a", "b"]])
    #expect(await DuplicateRecord.merged(records(title, other)) == [])
  }

  @Test(
    "One subject with another kind of event or another series is one event at one start and place",
    arguments: [
      (
        "Dissertation Defense: Ottoline Marsh", "PhD Defense - Ottoline Marsh (Geology)",
        "Dissertation Defense: Barnaby Quill"
      ),
      (
        "Fellow Lunch: Ottoline Marsh, Peat Diaries", "Bog Circle - Ottoline Marsh (Peat Diaries)",
        "Fellow Lunch: Barnaby Quill, Dike Songs"
      ),
    ])
  func subject(title: String, copy: String, other: String) async {
    func records(_ other: String, _ hour: Int = 19) -> [DuplicateRecord] {
      [
        DuplicateRecord(
          id: "a", source: "town", title: title, start: "2026-04-20T19:00", venue: "Weir Hall"),
        DuplicateRecord(
          id: "b", source: "calendar", title: other, start: "2026-04-20T\(hour):00",
          venue: "Weir Hall"),
      ]
    }
    #expect(await DuplicateRecord.merged(records(copy)) == [["a", "b"]])
    #expect(await DuplicateRecord.merged(records(other)) == [])
    #expect(await DuplicateRecord.merged(records(copy, 20)) == [])
  }

  @Test(
    "Two places of one kind with names of their own are two places",
    arguments: [
      ("Resume Help for Beginners", "Rosewater Library", "Tilden Branch Library"),
      ("Kinderbasar", "Stadtbibliothek Gostenhof", "Stadtbibliothek Langwasser"),
    ])
  func placesOfOneKind(title: String, first: String, second: String) async {
    func records(_ venue: String) -> [DuplicateRecord] {
      [("a", "town", first), ("b", "branch", venue)].map { id, source, venue in
        DuplicateRecord(
          id: id, source: source, title: title, start: "2026-04-20T10:30", venue: venue,
          text: Self.sentence)
      }
    }
    #expect(await DuplicateRecord.merged(records(second)) == [])
    #expect(await DuplicateRecord.merged(records("\(first), Lower Level")) == [["a", "b"]])
    // A branch lists its own house only.
    #expect(
      await DuplicateRecord.merged(records(second) + DuplicateRecord.program("branch", at: second))
        == [])
  }

  @Test(
    "A season that one title leaves out is no other event",
    arguments: ["Spring Otterbrook Gala", "Otterbrook Summer Gala"])
  func season(title: String) async {
    let records = [
      DuplicateRecord(
        id: "a", source: "town", title: title, start: "2026-04-20T19:00", venue: "Weir Hall"),
      DuplicateRecord(
        id: "b", source: "opera", title: "Otterbrook Gala", start: "2026-04-20T19:00",
        venue: "Weir Hall"),
    ]
    #expect(await DuplicateRecord.merged(records) == [["a", "b"]])
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
        DuplicateRecord(
          id: "\(source)\(week)", source: source, title: title, start: "2026-04-1\(week)T10:00",
          venue: venue)
      }
    }
    #expect(await DuplicateRecord.merged(weeks).count == 5)
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
    func records(_ title: String) -> [DuplicateRecord] {
      [("a", "town", other), ("b", "calendar", title)].map { id, source, title in
        DuplicateRecord(
          id: id, source: source, title: title, start: "2026-04-20T19:00", venue: "Weir Hall",
          text: Self.sentence)
      }
    }
    #expect(await DuplicateRecord.merged(records(title)) == [])
    #expect(await DuplicateRecord.merged(records(other)) == [["a", "b"]])
    #expect(await DuplicateRecord.merged(records("Arts Week Presents: \(other)")) == [["a", "b"]])
  }

  @Test(
    "A title with a rare word of its own and another start is another event",
    arguments: [
      ("Otterbrook Geology Lecture", "Otterbrook Geology Lecture: Spectrometry Lab"),
      ("Weir Quay Lantern Fair", "Volunteer Breakfast of the Weir Quay Lantern Fair"),
    ])
  func relatedEvent(title: String, other: String) async {
    func records(_ title: String) -> [DuplicateRecord] {
      [(other, "19", 1), (title, "20", 0)].enumerated().map { number, listed in
        DuplicateRecord(
          id: "\(number)", source: "source\(number)", title: listed.0,
          start: "2026-04-20T\(listed.1):00", venue: "Weir Hall", hours: listed.2,
          text: Self.sentence)
      }
    }
    #expect(await DuplicateRecord.merged(records(title)) == [])
    // Equal titles may be one event whose doors one source lists.
    #expect(await DuplicateRecord.merged(records(other)) == [["0", "1"]])
  }

  @Test(
    "Tours, classes and programs for one audience are two events at two starts",
    arguments: [
      "Otterbrook Mill Tour", "Kestrel Pottery Class for Adults", "Toddler Bounce and Rhyme",
      "Fernleigh Chess Club", "Planetarium: Rings of Quillon",
    ])
  func sessions(title: String) async {
    func records(_ hours: [Int]) -> [DuplicateRecord] {
      hours.enumerated().map { number, hour in
        DuplicateRecord(
          id: "\(number)", source: "source\(number)", title: title,
          start: "2026-04-20T\(hour):00", venue: "Weir Hall", text: Self.sentence)
      }
    }
    #expect(await DuplicateRecord.merged(records([14, 15])) == [])
    #expect(await DuplicateRecord.merged(records([14, 14])) == [["0", "1"]])
  }
}
