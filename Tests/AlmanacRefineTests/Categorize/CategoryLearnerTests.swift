import AlmanacModel
import Foundation
import Testing

@testable import AlmanacRefine

@Suite struct CategoryLearnerTests {
  private static let taxonomy = Taxonomy(
    categories: [
      .init(id: "arts", name: "Arts"), .init(id: "sports", name: "Sports"),
      .init(id: "others", name: "Others"),
    ],
    publisher: ["音乐会": "arts", "足球": "sports", "축구": "sports", "연주회": "arts"],
    keywords: ["arts": ["recital": 5]])

  private static let labels: [LabeledEvent] = [
    ("arts", ["Jazz Concert", "Piano Concert", "Spring Concert", "Choir Sings", "Opera Gala"]),
    ("sports", ["Hockey Match", "Tennis Match", "Spring Match", "Rowing Race", "Football Cup"]),
    ("others", ["Blood Drive", "Board Meeting", "Book Sale", "Library Closed", "Tour of Campus"]),
  ].flatMap { category, titles in
    titles.enumerated().map { index, title in
      LabeledEvent(
        id: "\(category)\(index)", feed: "feed\(index)", sample: CategorySample(title: title),
        category: category)
    }
  }

  private static func learn(_ labels: [LabeledEvent] = labels) -> CategoryModel {
    CategoryLearner(taxonomy: taxonomy, labels: labels).model()
  }

  private static let model = learn()

  @Test(
    "A text gets the category whose training events share its words, subwords or characters",
    arguments: [
      ("Guitar Concert", "arts"), ("Concerts", "arts"), ("Cup match", "sports"),
      ("Piano recital", "arts"), ("新年音乐会", "arts"), ("校园足球赛", "sports"),
      ("교내축구대회", "sports"), ("졸업연주회에", "arts"),
      ("Blood donation", "others"), ("CONCÉRT", "arts"),
    ])
  func classifies(title: String, category: String) throws {
    var classifier = TextClassifier(Self.model)
    let found = classifier.classify(CategorySample(title: title))
    let verdict = try #require(found)
    #expect(verdict.category == category)
    #expect((0...1).contains(verdict.confidence))
  }

  @Test(
    "A phrase of the taxonomy teaches its words in the title and in the text",
    arguments: [
      CategorySample(title: "Marionettes"),
      CategorySample(title: "Saturday", text: "With marionettes"),
    ])
  func phrases(sample: CategorySample) {
    var taxonomy = Self.taxonomy
    taxonomy.phrases = ["arts": "puppets; marionettes tonight"]
    var classifier = TextClassifier(
      CategoryLearner(taxonomy: taxonomy, labels: Self.labels).model())
    #expect(classifier.classify(sample)?.category == "arts")
  }

  @Test("A word of the venue has one feature in common with the text and one of its own")
  func venueWords() {
    var reader = FeatureReader(bucketCount: 90_000)
    reader.read(CategorySample(title: "", text: "A velodrome"))
    let text = Set(reader.features[reader.range(of: .text)].map(\.bucket))
    reader.read(CategorySample(title: "", venue: "Velodrome"))
    let venue = Set(reader.features[reader.range(of: .venue)].map(\.bucket))
    #expect(venue.count == 2 && venue.intersection(text).count == 1)
  }

  @Test("The reason names the words that decided and marks those of the title")
  func words() {
    var classifier = TextClassifier(Self.model)
    let verdict = classifier.classify(
      CategorySample(title: "An evening", text: "A concert by the lake"))
    #expect(verdict?.words.contains("concert") == true)
    let titled = classifier.classify(CategorySample(title: "Concert"))
    #expect(titled?.words == "concert (title)")
  }

  @Test("Neighboring characters that indicate a category are reported as one word")
  func runsOfSigns() {
    var classifier = TextClassifier(Self.model)
    let verdict = classifier.classify(CategorySample(title: "新年音乐会"))
    #expect(verdict?.words == "音乐会 (title)")
  }

  @Test("Symbols and words of alphabetic scripts have no bucket in common")
  func bucketsOfSigns() {
    var reader = FeatureReader(bucketCount: 90)
    let (signs, words) = (80..<90, 0..<80)
    reader.read(CategorySample(title: "作品展覧会 한국전통음악 コンサート", text: "書道", venue: "美術館"))
    #expect(reader.features.allSatisfy { signs.contains(Int($0.bucket)) })
    #expect(reader.isCJK)
    reader.read(CategorySample(title: "Jazz am Fluß, концерт 27", text: "Eintritt frei"))
    #expect(reader.features.allSatisfy { words.contains(Int($0.bucket)) })
    #expect(!reader.isCJK)
  }

  @Test("The categorizer uses the model's category, and the reason contains the words")
  func categorizer() async throws {
    let categorizer = Categorizer(taxonomy: Self.taxonomy, model: Self.model)
    let events = ["Piano Concert", "", "🎉"].map {
      Event(id: $0, campus: "hill", title: $0, occurrences: [], listings: [])
    }
    let found = try await categorizer.run(events).records.map(\.categorization)
    #expect(found[0].category == "arts")
    #expect(found[0].method == .text)
    #expect(found[0].reason.hasPrefix("words: "))
    #expect(found[0].reason.contains("concert (title)"))
    #expect(found.dropFirst().allSatisfy { $0.abstained && $0.category == "others" })
  }

  @Test("The model abstains where fewer than two of three unseen events are right")
  func threshold() {
    // Half of the events with one word are in one category; all with the other word are in another.
    let labels = (0..<400).map { index in
      let isClear = index % 2 == 0
      let category =
        isClear ? ["arts", "sports"][index / 2 % 2] : ["arts", "sports"][index / 20 % 2]
      let title = isClear ? (category == "arts" ? "Recital" : "Regatta") : "Gathering"
      return LabeledEvent(
        id: "e\(index)", feed: "feed\(index % 20)", sample: CategorySample(title: title),
        category: category)
    }
    let model = Self.learn(labels)
    #expect((0.5...0.9).contains(model.threshold))
    var classifier = TextClassifier(model)
    #expect(classifier.classify(CategorySample(title: "Gathering"))?.isUnsure == true)
    #expect(classifier.classify(CategorySample(title: "Recital"))?.isUnsure == false)
  }

  @Test(
    "Below the threshold, an event gets the last category, and the reason has the most likely one")
  func abstains() async throws {
    let model = CategoryModel(
      categories: Self.model.categories, threshold: 1, classifiers: Self.model.classifiers,
      calibration: Self.model.calibration)
    let batch = try await Categorizer(taxonomy: Self.taxonomy, model: model).run([
      Event(id: "e", campus: "hill", title: "Concert", occurrences: [], listings: [])
    ])
    let found = try #require(batch.records.first?.categorization)
    #expect(found.category == "others")
    #expect(found.abstained)
    #expect(found.reason.contains("the most likely category is Arts (words: concert (title))"))
  }

  @Test("A publisher's 'other' remains if the model is unsure")
  func shrug() async throws {
    var taxonomy = Self.taxonomy
    taxonomy.publisher["others"] = "others"
    let unsure = Self.leaning([0.4, 0.35, 0.25], threshold: 0.5)
    let batch = try await Categorizer(taxonomy: taxonomy, model: unsure).run([
      Event(
        id: "e", campus: "hill", title: "Concert", sourceCategories: ["Others"], occurrences: [],
        listings: [])
    ])
    let found = try #require(batch.records.first?.categorization)
    #expect(found.method == .table)
    #expect(found.category == "others")
  }

  @Test(
    "Categories with a quarter of the shares are named as well, except for the last",
    arguments: [
      ([0.5, 0.3, 0.2], ["sports"]), ([0.6, 0.2, 0.2], []), ([0.5, 0.1, 0.4], []),
      ([0.3, 0.45, 0.25], ["arts"]),
    ])
  func others(shares: [Float], others: [String]) {
    var classifier = TextClassifier(Self.leaning(shares, threshold: 0))
    #expect(classifier.classify(CategorySample(title: "Concert"))?.others == others)
  }

  @Test(
    "A category remains until another is clearly more certain, and a second choice is the same",
    arguments: [
      // Close to the former category: kept. Clearly ahead of it: changed.
      ([0.46, 0.5, 0.04], "arts", "arts", "kept from the last run"),
      ([0.4, 0.56, 0.04], "arts", "sports", "the shape of the text"),
      // A little less certain than needed: kept. Much less: abstained.
      ([0.44, 0.3, 0.26], "arts", "arts", "kept from the last run"),
      ([0.38, 0.36, 0.26], "arts", "others", "not clear enough; "),
      // A little more certain than needed after an abstention.
      ([0.52, 0.28, 0.2], "others", "others", "not clear enough to change"),
      ([0.62, 0.2, 0.18], "others", "arts", "words: concert"),
      // Without a former result.
      ([0.46, 0.5, 0.04], nil, "sports", "the shape of the text"),
    ] as [([Float], String?, String, String)])
  func keeps(shares: [Float], former: String?, category: String, reason: String) async throws {
    // The category of the last run for this text, before the campus's words changed.
    func next(_ known: Categorization?, _ shares: [Float]) throws -> Categorization {
      var event = Event(id: "e", campus: "hill", title: "Concert", occurrences: [], listings: [])
      event.categorization = known
      let categorizer = Categorizer(
        taxonomy: Self.taxonomy, model: Self.leaning(shares, threshold: 0.5))
      return try #require(categorizer.adapted(to: []).read([event]).records.first?.categorization)
    }
    let fresh = try next(nil, shares)
    let known = former.map {
      Categorization(
        category: $0, confidence: 0.6, method: $0 == "others" ? .none : .text, reason: "",
        basis: fresh.basis)
    }
    let found = try next(known, shares)
    #expect(found.category == category)
    #expect(found.reason.contains(reason))
    #expect(try next(found, shares) == found)
    // Another text or model, or a result of another stage.
    var other = known
    other?.basis = "other"
    #expect(try next(other, shares) == fresh)
  }

  @Test(
    "A further category remains until its share is clearly lower, and comes if it is clearly higher"
  )
  func keepsOthers() {
    let former = Categorization(
      category: "arts", others: ["sports"], confidence: 0.7, method: .text, reason: "")
    for (share, isNew, isKept) in [(0.16, false, true), (0.3, false, true), (0.36, true, true)] {
      var classifier = TextClassifier(
        Self.leaning([0.6, Float(share), 0.4 - Float(share)], threshold: 0.5))
      var known = former
      #expect(
        classifier.classify(CategorySample(title: "Concert"), former: known)?.others.isEmpty
          != isKept)
      known.others = []
      #expect(
        classifier.classify(CategorySample(title: "Concert"), former: known)?.others.isEmpty
          != isNew)
    }
  }

  /// A model that gives every text these shares.
  private static func leaning(_ shares: [Float], threshold: Double) -> CategoryModel {
    CategoryModel(
      categories: model.categories, threshold: threshold,
      classifiers: LinearClassifiers(
        bucketCount: model.classifiers.bucketCount, weights: model.classifiers.weights, unit: 0,
        constants: shares.map { logf($0) }),
      calibration: CategoryCalibration(slope: 1, offsets: shares.map { _ in 0 }))
  }

  @Test("Equal labels give equal bytes, and these give an equal model")
  func deterministic() throws {
    let bytes = Self.learn().bytes
    #expect(bytes == Self.model.bytes)
    #expect(bytes.count <= 1_000_000)
    #expect(try CategoryModel(bytes: bytes) == Self.model)
  }

  @Test("Damaged, truncated and outdated models are rejected")
  func refused() throws {
    let bytes = Self.model.bytes
    #expect(throws: CategoryModelError.noModel) { try CategoryModel(bytes: []) }
    #expect(throws: CategoryModelError.noModel) { try CategoryModel(bytes: [1, 2, 10, 3]) }
    #expect(throws: CategoryModelError.damaged) {
      try CategoryModel(bytes: bytes.dropLast())
    }
    #expect(throws: CategoryModelError.damaged) { try CategoryModel(bytes: bytes + [0]) }
    // The file of an earlier version has other members.
    #expect(throws: CategoryModelError.otherVersion(1)) {
      try CategoryModel(bytes: Array("{\"features\":1,\"buckets\":16}\n".utf8))
    }
    #expect(throws: CategoryModelError.damaged) {
      try CategoryModel(
        bytes: Array("{\"features\":\(FeatureReader.version),\"buckets\":16}\n".utf8))
    }
  }

  @Test(
    "A model with an impossible header is rejected",
    arguments: [
      ("\"threshold\":", "\"threshold\":7,\"was\":"), ("\"offsets\":[", "\"offsets\":[0,"),
      ("\"buckets\":", "\"buckets\":1,\"was\":"),
    ])
  func damagedHeader(part: String, other: String) throws {
    let bytes = Self.model.bytes
    let end = try #require(bytes.firstIndex(of: 10))
    let header = String(decoding: bytes[..<end], as: UTF8.self)
    #expect(header.contains(part))
    let changed = Array(header.replacing(part, with: other).utf8) + bytes[end...]
    #expect(throws: CategoryModelError.damaged) { try CategoryModel(bytes: changed) }
  }

  @Test("A model learns a campus's own words, keeps its others, and ignores a few examples")
  func adapted() {
    let examples = (0..<60).map { number in
      let (title, category) = [
        ("Zelkova hour", "sports"), ("Spring Concert", "arts"), ("Wisteria hour", "nowhere"),
      ][number % 3]
      return (CategorySample(title: title), category)
    }
    let title = CategorySample(title: "Zelkova")
    var before = TextClassifier(Self.model)
    var after = TextClassifier(Self.model.adapted(to: examples))
    #expect(before.classify(title)?.words.contains("zelkova") == false)
    #expect(after.classify(title)?.category == "sports")
    #expect(after.classify(title)?.words == "zelkova (title)")
    #expect(after.classify(CategorySample(title: "Guitar Concert"))?.category == "arts")
    #expect(Self.model.adapted(to: Array(examples.prefix(29))) == Self.model)
  }

  @Test("Most or all events of a campus may have the same words, in one or all fields")
  func sameWords() {
    func adapted(_ words: String, others: Int, inAllFields: Bool) -> CategoryModel {
      let examples = (0..<40).map { number in
        let words = number < others ? "Medlar Rowan" : words
        let more = inAllFields ? words : ""
        return (
          sample: CategorySample(title: words, text: more, venue: more, organizer: more),
          category: number < others ? "arts" : "sports"
        )
      }
      return Self.model.adapted(to: examples)
    }
    #expect(adapted("Zelkova Quince", others: 8, inAllFields: true) != Self.model)
    for words in ["Zelkova", "Zelkova Quince", "Zelkova Quince Sorrel Larch Alder"] {
      #expect(adapted(words, others: 0, inAllFields: false) == Self.model)
    }
  }

  @Test("The events of a campus that have a publisher's category teach the model their words")
  func adaptedCategorizer() async throws {
    let categorizer = Categorizer(taxonomy: Self.taxonomy, model: Self.model)
    let taught = (0..<200).map { number in
      Event(
        id: "t\(number)", campus: "hill", title: number % 2 == 0 ? "Zelkova" : "Spring Concert",
        sourceCategories: [number % 2 == 0 ? "足球" : "音乐会"], occurrences: [], listings: [])
    }
    func asked(_ campus: String) -> Event {
      Event(id: "asked", campus: campus, title: "Zelkova", occurrences: [], listings: [])
    }
    for events in [taught, taught.reversed()] {
      let here = try await categorizer.run(events + [asked("hill")]).records.last
      #expect(here?.categorization.reason == "words: zelkova (title)")
      #expect(here?.categorization.category == "sports")
      let elsewhere = try await categorizer.run(events + [asked("dale")]).records.last
      #expect(elsewhere?.categorization.reason.contains("zelkova") == false)
    }
  }

  @Test("A taxonomy may have more than eight categories")
  func manyCategories() throws {
    let names = ["Astronomy", "Botany", "Chess", "Dance", "Esperanto", "Film", "Geology", "Hiking"]
    let all = names + ["Insects", "Judo", "Knots"]
    let taxonomy = Taxonomy(categories: all.map { .init(id: $0.lowercased(), name: $0) })
    let labels = all.flatMap { name in
      (0..<5).map { number in
        LabeledEvent(
          id: "\(name)\(number)", feed: String(number),
          sample: CategorySample(title: "\(name) \(number)"), category: name.lowercased())
      }
    }
    let model = CategoryLearner(taxonomy: taxonomy, labels: labels).model()
    #expect(model.bytes.count <= 1_000_000)
    var classifier = TextClassifier(try CategoryModel(bytes: model.bytes))
    for name in all {
      let verdict = classifier.classify(CategorySample(title: name))
      #expect(verdict?.category == name.lowercased())
    }
  }
}
