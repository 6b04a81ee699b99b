public import AlmanacModel

/// Trains a model of categories from labeled events, and evaluates such models on held-out events.
///
/// Also learns from a pool of further events, which weigh less and are never evaluated, and from
/// the taxonomy's own words and phrases, so that a word without labeled events still has a category.
/// Equal inputs give equal bytes.
public struct CategoryLearner: Sendable {
  /// How events are divided into training and test events.
  public enum Split: String, Sendable, CaseIterable {
    /// Events of one feed may be in both sets.
    case hash
    /// All events of a feed are in one set, as for a new feed.
    case feed
    /// All events of a campus are in one set, as for a new campus.
    case campus
  }

  public static let parts = 5
  /// A campus with at least so many labeled events is a part of its own.
  private static let largeCampus = 50
  /// The weight of an event of the pool; a labeled one has 1.
  private static let poolWeight = 0.25
  /// The weight of a word of the taxonomy.
  private static let wordWeight = 0.5
  /// The weight of a phrase of the taxonomy.
  private static let phraseWeight = 0.2
  /// A feed with more events counts like the square root of its number, so that its own words don't
  /// outweigh those that feeds share.
  private static let smallFeed = 10
  /// The weight of a word or phrase in Han, kana or Hangul, for which there are few labeled events.
  private static let cjkWordWeight = 320.0

  public let categories: [String]
  private let labels: [LabeledEvent]
  /// By row: labels, pool, then words and phrases of the taxonomy.
  private let events: [LabeledEvent]
  private let truths: [Int]
  private let rows: CategoryTrainer.Rows
  /// By row.
  private let answers: [Int]
  private let rowWeights: [Double]
  /// The first row with a word or phrase of the taxonomy.
  private let wordsFrom: Int
  private let bucketCount: Int

  /// Omits events of categories that the taxonomy lacks.
  public init(taxonomy: Taxonomy, labels: [LabeledEvent], pool: [LabeledEvent] = []) {
    let categories = taxonomy.categories.map(\.id)
    let known = labels.filter { categories.contains($0.category) }
    let words = Self.words(of: taxonomy)
    let phrases = Self.phrases(of: taxonomy)
    let knownPool = pool.filter { categories.contains($0.category) }
    let all = known + knownPool + words + phrases
    var reader = FeatureReader(bucketCount: CategoryModel.bucketCount(categories: categories.count))
    var rows = CategoryTrainer.Rows()
    for event in all {
      reader.read(event.sample)
      rows.append(reader)
    }
    self.categories = categories
    self.labels = known
    self.rows = rows
    answers = all.map { categories.firstIndex(of: $0.category) ?? 0 }
    truths = Array(answers.prefix(known.count))
    let wordsFrom = all.count - words.count - phrases.count
    let wordWeights =
      words.map { _ in Self.wordWeight } + phrases.map { _ in Self.phraseWeight }
    rowWeights =
      Self.feedWeights(known) + Self.feedWeights(knownPool).map { $0 * Self.poolWeight }
      + zip(rows.areCJK[wordsFrom...], wordWeights).map { $0 ? Self.cjkWordWeight : $1 }
    self.wordsFrom = wordsFrom
    events = all
    bucketCount = reader.bucketCount
  }

  private static func feedWeights(_ events: [LabeledEvent]) -> [Double] {
    let sizes = Dictionary(events.map { ($0.feed, 1) }, uniquingKeysWith: +)
    return events.map { event in
      (Double(smallFeed) / Double(max(smallFeed, sizes[event.feed] ?? 0))).squareRoot()
    }
  }

  /// Trains a model on all events. Its confidence is calibrated on held-out campuses, its threshold
  /// on held-out feeds.
  public func model() -> CategoryModel {
    let scores = unseen(calibrating)
    let calibration = CategoryCalibration(
      scores, adapted: calibrating == .campus ? unseen(.campus, adapting: true) : scores,
      truths: truths, categories: categories.count)
    let unseen = calibrating == .campus ? unseen(.feed) : scores
    return CategoryModel(
      categories: categories, threshold: threshold(unseen, calibration),
      classifiers: classifiers(Array(0..<rows.count)), calibration: calibration)
  }

  /// The strictest split that the labels have enough groups for.
  private var calibrating: Split {
    if Set(labels.map(\.campus)).count >= Self.parts { return .campus }
    return Set(labels.map(\.feed)).count >= Self.parts ? .feed : .hash
  }

  /// The results for the labeled events by models that were trained without them, in the given order,
  /// calibrated like a finished model, on the other parts.
  ///
  /// - Parameter adapting: Whether the models are adapted to the other feeds of the event's campus, without
  ///   events of the same title.
  public func unseenGuesses(_ split: Split, adapting: Bool = false) -> [CategoryGuess] {
    let scores = unseen(split, adapting: adapting)
    let plain = split == calibrating && !adapting ? scores : unseen(calibrating)
    let parts = parts(split)
    var guesses = labels.map {
      CategoryGuess(id: $0.id, truth: $0.category, shares: [], categories: categories)
    }
    for part in Set(parts.prefix(labels.count)).sorted() {
      let others = labels.indices.filter { parts[$0] != part }
      let fitted = CategoryCalibration(
        others.map { plain[$0] }, adapted: others.map { scores[$0] },
        truths: others.map { truths[$0] }, categories: categories.count)
      let calibration = adapting ? fitted.adapted : fitted
      for index in labels.indices where parts[index] == part {
        let shares = calibration.shares(of: scores[index])
        guesses[index].shares = shares.map(Double.init)
        guesses[index].confidence = calibration.confidence(of: shares.max() ?? 0)
      }
    }
    return guesses
  }

  /// The confidence from which on guesses on held-out events gain most, if a wrong category costs twice
  /// what a right one is worth. Below it the model abstains, because no category is better than a wrong
  /// one. In hundredths.
  private func threshold(_ scores: [[Float]], _ calibration: CategoryCalibration) -> Double {
    let guesses = zip(scores, truths).map { scores, truth in
      let shares = calibration.shares(of: scores)
      let guess = TextClassifier.best(of: shares)
      return (confidence: calibration.confidence(of: shares[guess]), isRight: guess == truth)
    }
    // Of equal confidences, wrong guesses are first, so that the gain is that of all of them.
    let ranked = guesses.sorted {
      ($0.confidence, $0.isRight ? 0 : 1) > ($1.confidence, $1.isRight ? 0 : 1)
    }
    var gain = 0
    var best = (gain: 0, threshold: 1.0)
    for (position, guess) in ranked.enumerated() {
      gain += guess.isRight ? 1 : -2
      guard gain > best.gain else { continue }
      let next = position + 1 < ranked.count ? ranked[position + 1].confidence : 0
      best = (gain, (guess.confidence + next) / 2)
    }
    return (best.threshold * 100).rounded() / 100
  }

  // MARK: - Cross-validation

  private func parts(_ split: Split) -> [Int] {
    if split == .campus { return campusParts }
    let key: KeyPath<LabeledEvent, String> = split == .hash ? \.id : \.feed
    return events.map { Int(Self.mixed($0[keyPath: key]) % UInt64(Self.parts)) }
  }

  /// Each campus is a part, except the smaller ones, which are one part together.
  private var campusParts: [Int] {
    let sizes = Dictionary(labels.map { ($0.campus, 1) }, uniquingKeysWith: +)
    let large = sizes.filter { $0.value >= Self.largeCampus }.keys.sorted()
    return events.map { large.firstIndex(of: $0.campus) ?? large.count }
  }

  /// Mix all bits: FNV's low bits depend only on the last byte.
  private static func mixed(_ text: String) -> UInt64 {
    var value = StableHash.bytes(text.utf8)
    value = (value ^ value >> 33) &* 0xFF51_AFD7_ED55_8CCD
    return value ^ value >> 33
  }

  /// The scores of labeled events by models that were trained without them.
  private func unseen(_ split: Split, adapting: Bool = false) -> [[Float]] {
    let parts = parts(split)
    var scores = labels.map { _ in [Float]() }
    for part in Set(parts.prefix(labels.count)).sorted() {
      let chosen = (0..<rows.count).filter { row in
        // The pool is never evaluated. A split by hash trains on all of it, a split by feed on that
        // of other feeds.
        row >= wordsFrom || parts[row] != part || split == .hash && row >= labels.count
      }
      let classifiers = classifiers(chosen)
      let own = labels.indices.filter { parts[$0] == part }
      let feeds = Dictionary(grouping: own) { events[$0].campus + "/" + events[$0].feed }
      for (_, indices) in feeds {
        let classifiers = adapting ? adapted(classifiers, to: indices) : classifiers
        for index in indices { scores[index] = classifiers.scores(of: index, in: rows) }
      }
    }
    return scores
  }

  /// The classifiers with the events of a campus except those of one feed and those of its titles.
  private func adapted(
    _ classifiers: LinearClassifiers, to feed: [Int]
  ) -> LinearClassifiers {
    let titles = Set(feed.map { FoldedText.fold(labels[$0].sample.title) })
    let others = (0..<wordsFrom).filter { row in
      events[row].campus == events[feed[0]].campus && events[row].feed != events[feed[0]].feed
        && !titles.contains(FoldedText.fold(events[row].sample.title))
    }
    guard others.count >= CategoryModel.fewestExamples else { return classifiers }
    var chosen = CategoryTrainer.Rows()
    var reader = FeatureReader(bucketCount: bucketCount)
    for row in others {
      reader.read(events[row].sample)
      chosen.append(reader)
    }
    return classifiers.adapted(to: chosen, answers: others.map { answers[$0] })
  }

  // MARK: - Learning

  private func classifiers(_ chosen: [Int]) -> LinearClassifiers {
    LinearClassifiers(
      learning: rows, chosen: chosen, answers: answers, rowWeights: rowWeights,
      categories: categories.count, bucketCount: bucketCount)
  }

  /// Each publisher's category and each keyword with a high weight, as titles.
  private static func words(of taxonomy: Taxonomy) -> [LabeledEvent] {
    var words = taxonomy.publisher.map { ($0.key, $0.value) }
    for (category, keywords) in taxonomy.keywords {
      words += keywords.filter { $0.value >= 3 }.map { ($0.key, category) }
    }
    return words.sorted { $0 < $1 }.map { word, category in
      LabeledEvent(id: "", feed: "", sample: CategorySample(title: word), category: category)
    }
  }

  /// Each phrase as both title and text, because phrases are found in either.
  private static func phrases(of taxonomy: Taxonomy) -> [LabeledEvent] {
    taxonomy.phrases.sorted { $0.key < $1.key }.flatMap { category, phrases in
      phrases.split(separator: ";").map { phrase in
        LabeledEvent(
          id: "", feed: "", sample: CategorySample(title: String(phrase), text: String(phrase)),
          category: category)
      }
    }
  }
}
