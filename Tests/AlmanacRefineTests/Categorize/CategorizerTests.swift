import AlmanacModel
import AlmanacRefine
import Testing

@Suite struct CategorizerTests {
  private static let taxonomy = Taxonomy(
    categories: [
      .init(id: "arts", name: "Arts"),
      .init(id: "conferences", name: "Conferences", aliases: ["Talks"]),
      .init(id: "health-wellness", name: "Health & Wellness", aliases: ["Health"]),
      .init(id: "sports", name: "Sports"),
      .init(id: "others", name: "Others", aliases: ["Other"]),
    ],
    publisher: [
      "lecture": "conferences", "arts & culture": "arts", "recreation": "sports",
      "music & dance": "arts", "other": "others", "religious": "others",
      "health and wellness": "health-wellness",
    ],
    keywords: [
      "arts": ["concert": 4, "jazz": 4, "open mic": 5],
      "health-wellness": ["yoga": 6, "wellness": 5, "mindfulness": 6],
      "sports": ["basketball": 5, "match": 3],
    ])

  private func event(
    _ title: String, text: String? = nil, words: [String] = [], tags: [String] = [],
    sources: [String] = ["publisher"]
  ) -> Event {
    Event(
      id: "e", campus: "nus", title: title, text: text, tags: tags, sourceCategories: words,
      occurrences: [],
      listings: sources.map {
        ListingReference(id: $0 + "/1", source: $0, uid: "u-" + $0, url: "https://x.example/e/1")
      })
  }

  private func categorize(
    _ event: Event, tables: [String: [String: String]] = [:], decisions: Decisions = Decisions()
  ) async throws -> (Categorization, [Finding]) {
    let categorizer = Categorizer(
      taxonomy: Self.taxonomy, sourceTables: tables, decisions: decisions)
    let batch = try await categorizer.run([event])
    return (try #require(batch.records.first).categorization, batch.findings)
  }

  @Test(
    "The publisher's category has the highest priority, in any spelling",
    arguments: [
      ("Lecture", "conferences", 0.9), ("LECTURES", "conferences", 0.85),
      ("Arts and Culture", "arts", 0.9), ("music &amp; dances", "arts", 0.85),
      ("Health & Wellness", "health-wellness", 0.9),
    ])
  func publisher(word: String, category: String, confidence: Double) async throws {
    let decoded = word.replacing("&amp;", with: "&")
    let (found, findings) = try await categorize(event("Yoga and basketball", words: [decoded]))
    #expect(found.category == category)
    #expect(found.method == .table)
    #expect(found.confidence == confidence)
    #expect(findings.isEmpty)
  }

  @Test("A source's own table takes precedence over the common one, and the reason names it")
  func sourceTable() async throws {
    let (found, _) = try await categorize(
      event("Talk", words: ["Lecture"], sources: ["arts-festival", "other"]),
      tables: ["arts-festival": ["lecture": "arts"], "other": ["lecture": "sports"]])
    #expect(found.category == "arts")
    #expect(found.others == ["sports", "conferences"])
    #expect(found.reason == "the source's category \"lecture\", mapped by arts-festival")
  }

  @Test("Tags are read as publisher categories, after the categories themselves")
  func tags() async throws {
    let (found, findings) = try await categorize(
      event("?", words: ["Recreation"], tags: ["lecture", "x"]))
    #expect(found.category == "sports")
    #expect(found.others == ["conferences"])
    #expect(findings.isEmpty, "an unmapped tag is no finding")
  }

  @Test(
    "Without a publisher category, whole words of title and text decide, and the reason names them",
    arguments: [
      ("Morning Yoga", "For your wellness", "health-wellness", "words: yoga (title), wellness"),
      ("Open-Mic Night", "", "arts", "words: open mic (title)"),
      ("Get together", "A basketball match", "sports", "words: basketball, match"),
    ])
  func keywords(title: String, text: String, category: String, reason: String) async throws {
    let (found, _) = try await categorize(event(title, text: text))
    #expect(found.category == category)
    #expect(found.method == .keywords)
    #expect(found.reason == reason)
    #expect((0.3...0.9).contains(found.confidence))
  }

  @Test(
    "An event without clear evidence gets the last category and the reason",
    arguments: ["Annual General Meeting", "Yogability concerted", ""])
  func abstains(title: String) async throws {
    let (found, _) = try await categorize(event(title))
    #expect(found.category == "others")
    #expect(found.abstained)
    #expect(found.confidence < 0.3)
  }

  @Test("The text overrides a publisher's 'other', which remains if there is no text")
  func other() async throws {
    let (found, _) = try await categorize(event("Yoga", words: ["Other"]))
    #expect(found.category == "health-wellness")
    let (religious, _) = try await categorize(event("Yoga", words: ["Religious"]))
    #expect(religious.category == "others", "a mapped category takes precedence")
    let (silent, _) = try await categorize(event("Meeting", words: ["Other"]))
    #expect(silent.category == "others")
    #expect(silent.method == .table)
  }

  @Test("A table row for a category precedes one for the last category")
  func precedesOthers() async throws {
    let (found, _) = try await categorize(event("?", words: ["Religious", "Lecture"]))
    #expect(found.category == "conferences")
    #expect(found.others.isEmpty)
  }

  @Test("Of two rows that differ only in spelling, the first counts")
  func rows() async throws {
    let (found, _) = try await categorize(
      event("?", words: ["FAIR"]), tables: ["publisher": ["fair": "sports", "Fair!": "arts"]])
    #expect(found.reason == "the source's category \"Fair!\", mapped by publisher")
  }

  @Test(
    "The operator's decision overrides all, by id, UID or URL",
    arguments: ["e", "u-publisher", "publisher/1", "http://www.x.example/e/1/"])
  func decision(name: String) async throws {
    let (found, _) = try await categorize(
      event("Yoga", words: ["Lecture"]), decisions: Decisions(set: [name: ["category": "Arts"]]))
    #expect(found.category == "arts")
    #expect(found.method == .decision)
    #expect(found.confidence == 1)
  }

  @Test("Unmapped categories and unknown names are reported once each")
  func findings() async throws {
    let categorizer = Categorizer(
      taxonomy: Self.taxonomy, sourceTables: ["publisher": ["fair": "fairs"]],
      decisions: Decisions(set: ["e": ["category": "Party"]]))
    let batch = try await categorizer.run([
      event("Yoga", words: ["Wellbeing", "Lecture"]), event("Jazz", words: ["Wellbeing"]),
    ])
    #expect(
      batch.findings.map(\.code) == [
        "W_CATEGORY_UNKNOWN", "W_CATEGORY_UNKNOWN", "W_CATEGORY_UNMAPPED",
      ])
    #expect(batch.findings.map(\.subject) == ["Party", "fairs", "Wellbeing"])
    #expect(batch.findings.last?.severity == .info)
    #expect(batch.records.count == 2)
  }

  @Test("A category in the source's own table is not reported as unmapped")
  func mapped() async throws {
    let tables = ["publisher": ["wellbeing": "Health"]]
    #expect(try await categorize(event("?", words: ["Wellbeing"]), tables: tables).1.isEmpty)
    let other = event("?", words: ["Wellbeing"], sources: ["other"])
    #expect(try await categorize(other, tables: tables).1.map(\.subject) == ["Wellbeing"])
  }
}
