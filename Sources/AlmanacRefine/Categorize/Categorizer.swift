public import AlmanacModel

/// Gives each event a category with a confidence and a reason.
///
/// Uses the first of these that gives a clear answer: the operator's decision; the source's own
/// table, most trusted source first; the common table of publishers' categories; the model, which
/// reads title, text, venue and organizer, or the taxonomy's keywords if there is no model.
/// Otherwise the event gets the taxonomy's last category, with method `none`.
///
/// Findings: `W_CATEGORY_UNMAPPED`, once for each publisher's category, and `W_CATEGORY_UNKNOWN`,
/// once for each name in a decision or table that the taxonomy lacks.
public struct Categorizer: Sendable {
  private let taxonomy: Taxonomy
  private let sourceTables: [String: MappingTable]
  private let publisherTable: MappingTable
  private let keywords: KeywordClassifier
  private var model: CategoryModel?
  /// Hash of the model before it was adapted; nil if it is not.
  private var basis: StableHash?
  private let decisions: DecidedValues
  private let tally: WorkTally

  /// - Parameters:
  ///   - sourceTables: By source id, its own categories to ids of the taxonomy.
  ///   - model: Trained for the same taxonomy.
  ///   - tally: Counts the events.
  public init(
    taxonomy: Taxonomy, sourceTables: [String: [String: String]] = [:],
    model: CategoryModel? = nil, decisions: Decisions = Decisions(), tally: WorkTally = .unwatched
  ) {
    self.taxonomy = taxonomy
    self.sourceTables = sourceTables.mapValues { MappingTable($0, taxonomy: taxonomy) }
    self.publisherTable = MappingTable(taxonomy.publisher, taxonomy: taxonomy)
    self.keywords = KeywordClassifier(taxonomy)
    self.model = model
    self.decisions = DecidedValues(decisions.set)
    self.tally = tally
  }

  /// The same categorizer with a model that has learned from those of a campus's events that a table
  /// has a category for.
  ///
  /// - Parameter events: Of one campus, in any order.
  public func adapted(to events: some Collection<Event>) -> Categorizer {
    guard let model, events.count <= Self.mostAdapted else { return self }
    var adapted = self
    adapted.basis = StableHash("\(StageName.categorize.version) \(model.classifiers.digest)")
    adapted.model = model.adapted(
      to: events.sorted { $0.id < $1.id }.compactMap { event in
        guard let found = publisherCategory(of: event), !found.isCatchAll else { return nil }
        return (CategorySample(event), found.categorization.category)
      })
    return adapted
  }

  /// On a campus with more events the model stays as it is, so that a run reads only the changed ones.
  public static let mostAdapted = 20_000

  /// Changes with the words that the model has learned from a campus; nil without a model.
  public var modelDigest: UInt64? { model?.classifiers.digest }

  public func run(_ events: [Event]) async throws -> Batch<CategorizedEvent> {
    var all = Reading()
    var records: [CategorizedEvent?] = events.map { _ in nil }
    let campuses = Dictionary(grouping: events.indices) { events[$0].campus }
    for (_, positions) in campuses.sorted(by: { $0.key < $1.key }) {
      let own = positions.lazy.map { events[$0] }
      let reading = adapted(to: own).read(own)
      for (position, record) in zip(positions, reading.records) { records[position] = record }
      all.unmapped += reading.unmapped
      all.unknown.formUnion(reading.unknown)
    }
    var batch = Batch<CategorizedEvent>()
    for case let record? in records { batch.keep(record) }
    batch.note(contentsOf: Self.findings(unknown: all.unknown, unmapped: all.unmapped))
    return batch
  }

  /// The categories of events, and the publishers' categories to report.
  public struct Reading: Sendable {
    public var records: [CategorizedEvent] = []
    /// In the order of the events.
    public var unmapped: [UnmappedWord] = []
    /// Category names of decisions and tables that the taxonomy does not have.
    public var unknown: Set<String> = []

    public init() {}
  }

  /// Reads a part of the events, without adapting the model to them; `findings` then covers all parts.
  public func read(_ events: some Collection<Event>) -> Reading {
    var reading = Reading()
    reading.records.reserveCapacity(events.count)
    reading.unknown = Set(publisherTable.unknown + sourceTables.values.flatMap(\.unknown))
    var classifier = model.map(TextClassifier.init)
    for event in events {
      let categorization = categorize(event, reading: &classifier, unknown: &reading.unknown)
      reading.records.append(CategorizedEvent(id: event.id, categorization: categorization))
      for word in unmappedWords(of: event) {
        reading.unmapped.append(
          UnmappedWord(event: event.id, word: word, source: event.listings.first?.source ?? ""))
      }
      tally.count()
    }
    return reading
  }

  /// One finding for each publisher's category, with the source of the first event that has it.
  public static func findings(unknown: Set<String>, unmapped: [UnmappedWord]) -> [Finding] {
    let sources = Dictionary(
      unmapped.map { ($0.word, $0.source) }, uniquingKeysWith: { first, _ in first })
    return unknown.sorted().map { name in
      .unknownCategory(name)
    }
      + sources.sorted { $0.key < $1.key }.map { word, source in
        Finding(
          "W_CATEGORY_UNMAPPED", severity: .info, source: source, subject: word,
          message: "the publisher's category \"\(word)\" is mapped to no category; add it under "
            + "'publisher' in categories.yaml or under 'categories' in the source's feed.yaml")
      }
  }

  /// Whether the taxonomy has all categories of the operator's decisions. Then the unknown names do
  /// not depend on the events.
  public var knowsDecidedCategories: Bool {
    decisions.allValues(of: "category").allSatisfy { taxonomy.category(named: $0) != nil }
  }

  private func categorize(
    _ event: Event, reading classifier: inout TextClassifier?, unknown: inout Set<String>
  ) -> Categorization {
    if let decided = decided(event, unknown: &unknown) { return decided }
    let published = publisherCategory(of: event)
    if let published, !published.isCatchAll { return published.categorization }
    let read = classifier == nil ? counted(event) : read(event, by: &classifier)
    if let read, !read.abstained { return read }
    if var catchAll = published?.categorization {
      catchAll.basis = read?.basis
      return catchAll
    }
    return read
      ?? Categorization(
        category: fallbackCategory, confidence: 0.2, method: .none,
        reason: "neither the publisher's categories nor the text are clear enough")
  }

  /// The category by the taxonomy's keywords.
  private func counted(_ event: Event) -> Categorization? {
    keywords.classify(title: event.title, text: event.text ?? "").map { result in
      Categorization(
        category: result.category, others: result.others, confidence: result.confidence,
        method: .keywords, reason: "words: " + result.words.joined(separator: ", "))
    }
  }

  /// The category by the model.
  private func read(_ event: Event, by classifier: inout TextClassifier?) -> Categorization? {
    let sample = CategorySample(event)
    let basis = basis.map { $0.text(of: sample) }
    let former = event.categorization.flatMap { basis != nil && $0.basis == basis ? $0 : nil }
    guard let result = classifier?.classify(sample, former: former) else { return nil }
    let words = result.words.isEmpty ? "" : "words: " + result.words
    guard result.isUnsure else {
      let reason = words.isEmpty ? "the shape of the text" : words
      return Categorization(
        category: result.category, others: result.others, confidence: result.confidence,
        method: .text,
        reason: result.isKept
          ? "kept from the last run, because no other category is clearly more likely (\(reason))"
          : reason,
        basis: basis)
    }
    let guess = taxonomy.categories.first { $0.id == result.category }?.name ?? result.category
    return Categorization(
      category: fallbackCategory, confidence: result.confidence, method: .none,
      reason: "the text is not clear enough"
        + (result.isKept ? " to change the category of the last run" : "")
        + "; the most likely category is \(guess)" + (words.isEmpty ? "" : " (\(words))"),
      basis: basis)
  }

  private var fallbackCategory: String { taxonomy.categories.last?.id ?? "others" }

  private func decided(_ event: Event, unknown: inout Set<String>) -> Categorization? {
    for (name, wanted) in decisions.values(of: "category", for: event) {
      guard let category = taxonomy.category(named: wanted) else {
        unknown.insert(wanted)
        continue
      }
      return Categorization(
        category: category.id, confidence: 1, method: .decision,
        reason: "decision for \(name) -> \(category.name)")
    }
    return nil
  }

  /// The category by the publishers' categories: the first one in a table decides. A row for the
  /// last category, such as "other", is a catch-all: the text may give a better answer.
  private func publisherCategory(of event: Event) -> (
    categorization: Categorization, isCatchAll: Bool
  )? {
    var sources: [String] = []
    for source in event.listings.map(\.source) where !sources.contains(source) {
      sources.append(source)
    }
    let words = event.sourceCategories + event.tags
    var answers: [(row: MappingTable.Row, source: String?)] = []
    for source in sources {
      guard let table = sourceTables[source] else { continue }
      answers += words.compactMap(table.row).map { ($0, source) }
    }
    answers += words.compactMap(publisherTable.row).map { ($0, nil) }
    guard let first = answers.first(where: { $0.row.category != fallbackCategory }) ?? answers.first
    else { return nil }
    var seen: Set<String> = [first.row.category, fallbackCategory]
    let others = answers.map(\.row.category).filter { seen.insert($0).inserted }
    let categorization = Categorization(
      category: first.row.category, others: others, confidence: confidence(first),
      method: .table, reason: reason(first))
    return (categorization, taxonomy.category(named: first.row.word)?.id == fallbackCategory)
  }

  private func confidence(_ answer: (row: MappingTable.Row, source: String?)) -> Double {
    if answer.row.isLoose { return 0.85 }
    return answer.source == nil ? 0.9 : 0.95
  }

  private func reason(_ answer: (row: MappingTable.Row, source: String?)) -> String {
    let word = "the source's category \"\(answer.row.word)\""
    return answer.source.map { "\(word), mapped by \($0)" } ?? word
  }

  /// The publisher's categories that are in no table, in order.
  public func unmappedWords(of event: Event) -> [String] {
    event.sourceCategories.filter { word in
      guard !FoldedText.fold(word).isEmpty, publisherTable.row(for: word) == nil else {
        return false
      }
      return !event.listings.contains { sourceTables[$0.source]?.row(for: word) != nil }
    }
  }
}

extension StableHash {
  /// The hash of a model and a text.
  fileprivate func text(of sample: CategorySample) -> String {
    var hash = self
    for text in [sample.title, sample.text, sample.venue, sample.organizer] { hash.combine(text) }
    return hash.text(length: 12)
  }
}

extension Finding {
  /// A decision, table or label names a category that the taxonomy lacks.
  public static func unknownCategory(_ name: String) -> Finding {
    Finding(
      "W_CATEGORY_UNKNOWN", severity: .warning, subject: name,
      message: "there is no category \"\(name)\"; use an id, name or alias of categories.yaml")
  }
}
