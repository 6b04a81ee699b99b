import AlmanacModel

import Foundation

/// Finds the category of an event by a model, from its title, text, venue and organizer.
///
/// Reuses its buffers from one event to the next, so each thread needs its own.
struct TextClassifier {
  struct Classification: Hashable, Sendable {
    /// Id of the best category.
    let category: String
    /// Ids of other likely categories, best first.
    let others: [String]
    /// 0 ... 1; from 0.9 on, at least 95 % of the results are right.
    let confidence: Double
    /// The deciding words, highest weight first, joined by commas; "" if there are none.
    let words: String
    /// Whether the confidence is below the threshold.
    let isUnsure: Bool
    /// Whether a fresh choice would be another.
    let isKept: Bool
  }

  /// The minimum share of another category that is named as well.
  private static let otherShare: Float = 0.25
  /// How much more confidence, or share of another category, a change needs. A campus's words change in
  /// every run: without it 2 % of the unchanged events change their category each week, with it
  /// 0.3 %, and as many are right.
  private static let margin = (confidence: 0.1, share: Float(0.1))
  private static let wordLimit = 3

  private let model: CategoryModel
  private var reader: FeatureReader
  /// By word of a field, its weight for one category minus its weight for another.
  private var leads: [Int32] = []

  init(_ model: CategoryModel) {
    self.model = model
    reader = FeatureReader(bucketCount: model.classifiers.bucketCount)
  }

  /// - Parameter former: The result of the last run for the same text. With the result of this one, the
  ///   same model gives the same result again.
  /// - Returns: nil for a text without words.
  mutating func classify(
    _ sample: CategorySample, former: Categorization? = nil
  ) -> Classification? {
    reader.read(sample)
    guard !reader.features.isEmpty else { return nil }
    let shares = model.calibration.shares(of: model.classifiers.scores(of: reader))
    let (best, isUnsure, isKept) = choice(from: shares, former)
    let known = former?.method == .text ? former.map { [$0.category] + $0.others } : nil
    var rival = best == 0 ? 1 : 0
    for index in shares.indices where index != best && shares[index] > shares[rival] {
      rival = index
    }
    // The last category is for all other events.
    let others = shares.indices.dropLast().filter { index in
      let isKnown = known?.contains(model.categories[index])
      let change = isKnown.map { $0 ? -Self.margin.share : Self.margin.share } ?? 0
      return index != best && shares[index] >= Self.otherShare + change
    }.sorted { (-shares[$0], $0) < (-shares[$1], $1) }
    return Classification(
      category: model.categories[best], others: others.map { model.categories[$0] },
      confidence: model.calibration.confidence(of: shares[best]),
      words: words(for: best, against: rival), isUnsure: isUnsure, isKept: isKept)
  }

  /// The best category, or the former one unless another is clearly more certain.
  private func choice(
    from shares: [Float], _ former: Categorization?
  ) -> (category: Int, isUnsure: Bool, isKept: Bool) {
    let best = Self.best(of: shares)
    let confidence = model.calibration.confidence(of: shares[best])
    let isUnsure = confidence < model.threshold
    guard let former else { return (best, isUnsure, false) }
    guard former.method == .text, let known = model.categories.firstIndex(of: former.category)
    else {
      let isLow = confidence < model.threshold + Self.margin.confidence
      return (best, isLow, isLow && !isUnsure)
    }
    let own = model.calibration.confidence(of: shares[known])
    let hasRival = known != best && !isUnsure && confidence - own >= Self.margin.confidence
    guard !hasRival, own >= model.threshold - Self.margin.confidence else {
      return (best, isUnsure, false)
    }
    return (known, false, known != best || isUnsure)
  }

  static func best(of shares: [Float]) -> Int {
    var best = 0
    for index in shares.indices where shares[index] > shares[best] { best = index }
    return best
  }

  static func shares(of logits: consuming [Float]) -> [Float] {
    var shares = logits
    let highest = shares.max() ?? 0
    var total: Float = 0
    for index in shares.indices {
      shares[index] = expf(shares[index] - highest)
      total += shares[index]
    }
    for index in shares.indices { shares[index] /= total }
    return shares
  }

  /// The words of title and text with the highest weight for one category against another.
  private mutating func words(for best: Int, against rival: Int) -> String {
    var found: [Contribution] = []
    found.reserveCapacity(Self.wordLimit + 1)
    collect(.title, best, rival, into: &found)
    collect(.text, best, rival, into: &found)
    // An unlabeled word is represented by its pieces.
    if found.isEmpty { collect(.titlePieces, best, rival, into: &found) }
    var seen: [UInt64] = []
    var list: [UInt8] = []
    for contribution in found where !seen.contains(contribution.hash) {
      if !seen.isEmpty { list += ", ".utf8 }
      seen.append(contribution.hash)
      let text = contribution.isTitle ? reader.title : reader.text
      for word in text.words[contribution.words] { list += text.bytes[word.range] }
      if contribution.isTitle { list += " (title)".utf8 }
    }
    return String(decoding: list, as: UTF8.self)
  }

  /// A word with a weight for a category, or a run of adjacent characters.
  private struct Contribution {
    /// Their indexes in their field.
    var words: ClosedRange<Int>
    /// Equal for equal words.
    var hash: UInt64
    var weight: Float
    var isTitle: Bool
  }

  /// Adds the words of a field with the highest weights, heaviest first.
  private mutating func collect(
    _ field: FeatureReader.Field, _ best: Int, _ rival: Int, into found: inout [Contribution]
  ) {
    let range = reader.range(of: field)
    guard !range.isEmpty else { return }
    let isTitle = field != .text
    let value = FeatureReader.value(of: field, count: range.count)
    let text = isTitle ? reader.title : reader.text
    leads.removeAll(keepingCapacity: true)
    leads.append(contentsOf: repeatElement(0, count: text.words.count))
    for position in range {
      let row = Int(reader.features[position].bucket) &* model.classifiers.groupCount
      // Pair and n-gram features count for their first word.
      let lead =
        Int32(model.classifiers.weights[row &+ (best >> 3)][best & 7])
        &- Int32(model.classifiers.weights[row &+ (rival >> 3)][rival & 7])
      leads[Int(reader.features[position].word)] &+= lead
    }
    // Adjacent Han or kana characters with positive weights are one contribution.
    var next = 0
    while next < leads.count {
      let first = next
      next += 1
      guard leads[first] > 0 else { continue }
      var (lead, hash) = (leads[first], text.words[first].hash)
      while next < leads.count, leads[next] > 0, Self.isRun(text, to: next) {
        lead &+= leads[next]
        hash = hash &* 31 ^ text.words[next].hash
        next += 1
      }
      let weight = Float(lead) * value
      guard found.count < Self.wordLimit || weight > (found.last?.weight ?? 0) else { continue }
      let place = found.firstIndex { $0.weight < weight } ?? found.count
      found.insert(
        Contribution(words: first...next - 1, hash: hash, weight: weight, isTitle: isTitle),
        at: place)
      if found.count > Self.wordLimit { found.removeLast() }
    }
  }

  /// Whether a word and its predecessor are adjacent Han or kana characters, which may form one
  /// word.
  private static func isRun(_ text: FoldedTextBuilder, to index: Int) -> Bool {
    text.words[index].gap.isEmpty
      && text.words[index - 1...index].allSatisfy {
        WordScript(lead: text.bytes[$0.range.lowerBound]) == .ideographs
      }
  }
}
