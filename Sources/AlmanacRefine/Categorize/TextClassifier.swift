import Foundation

/// Finds the category of an event in its title, text, venue and organizer, by a model.
///
/// It keeps its memory from one event to the next: one for each thread.
struct TextClassifier {
  struct Verdict: Hashable, Sendable {
    /// Id of the best category.
    let category: String
    /// Ids of others that are likely as well, best first.
    let others: [String]
    /// The share of such events that people file under the category, 0 ... 1.
    let confidence: Double
    /// The words that decided, heaviest first, with commas between them; "" where none did.
    let words: String
    /// The words in common with a remembered event, the rarest first, where memory decided; "" where it
    /// didn't, or only the venue was the same.
    let recalled: String
    /// The machines alone would have chosen another category.
    let isRecalled: Bool
    /// The confidence is too small to speak.
    let isUnsure: Bool
  }

  /// What another category's share must be to be named as well.
  private static let otherShare: Float = 0.25
  private static let wordLimit = 3

  private let model: CategoryModel
  private var reader: FeatureReader
  /// By word of a field how much more it says for one category than for another.
  private var leads: [Int32] = []
  private var told: [UInt8] = []
  private var memory: CategoryMemory.Reader
  /// What the event is remembered by: features and their buckets.
  private var keys: [Int] = []
  private var keyBuckets: [UInt32] = []

  init(_ model: CategoryModel) {
    self.model = model
    reader = FeatureReader(bucketCount: model.machines.bucketCount)
    memory = CategoryMemory.Reader(model.memory)
  }

  /// Returns nil for a text without words.
  mutating func classify(_ sample: CategorySample) -> Verdict? {
    reader.read(sample)
    guard !reader.features.isEmpty else { return nil }
    let scores = model.machines.scores(of: reader)
    var shares = model.calibration.shares(of: scores)
    var best = Self.best(of: shares)
    let alone = best
    if CategoryMachines.lead(scores) < model.doubt, let recalled = recall() {
      shares = model.calibration.shares(of: CategoryModel.joining(scores, recalled))
      best = Self.best(of: shares)
    }
    var rival = best == 0 ? 1 : 0
    for index in shares.indices where index != best && shares[index] > shares[rival] {
      rival = index
    }
    let last = shares.count - 1
    var others: [Int] = []
    if shares[rival] >= Self.otherShare {
      others = shares.indices.filter { index in
        index != best && index != last && shares[index] >= Self.otherShare
      }
      others.sort { (-shares[$0], $0) < (-shares[$1], $1) }
    }
    let confidence = (Double(shares[best]) * 1_000).rounded() / 1_000
    return Verdict(
      category: model.categories[best], others: others.map { model.categories[$0] },
      confidence: confidence, words: words(for: best, against: rival),
      recalled: best == alone ? "" : sharedWords(category: best), isRecalled: best != alone,
      isUnsure: confidence < model.threshold)
  }

  private static func best(of shares: [Float]) -> Int {
    var best = 0
    for index in shares.indices where shares[index] > shares[best] { best = index }
    return best
  }

  /// By category, what remembered events say of the one that was read.
  private mutating func recall() -> [Float]? {
    guard !model.memory.isEmpty else { return nil }
    reader.readKeys(into: &keys)
    keyBuckets.removeAll(keepingCapacity: true)
    for key in keys { keyBuckets.append(reader.features[key].bucket) }
    return memory.shares(of: keyBuckets, categories: model.categories.count)
  }

  /// The words of title and text that the event last recalled shares with the one of the category that
  /// is most like it.
  private func sharedWords(category: Int) -> String {
    var words: [String] = []
    for shared in memory.shared(keyBuckets, category: category, limit: 2 * Self.wordLimit) {
      let position = keys[shared]
      let text: FoldedTextBuilder
      if reader.range(of: .title).contains(position) {
        text = reader.title
      } else if reader.range(of: .text).contains(position)
        || reader.range(of: .textStems).contains(position)
      {
        text = reader.text
      } else {
        continue
      }
      let word = text.words[Int(reader.features[position].word)]
      let spelled = String(decoding: text.bytes[word.range], as: UTF8.self)
      if !words.contains(spelled) { words.append(spelled) }
      if words.count == Self.wordLimit { break }
    }
    return words.joined(separator: ", ")
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

  /// The words of title and text that speak most for one category against another.
  private mutating func words(for best: Int, against rival: Int) -> String {
    var found: [Speaker] = []
    found.reserveCapacity(Self.wordLimit + 1)
    collect(.title, best, rival, into: &found)
    collect(.text, best, rival, into: &found)
    // A word that nobody has labeled speaks by its pieces.
    if found.isEmpty { collect(.titlePieces, best, rival, into: &found) }
    told.removeAll(keepingCapacity: true)
    for (position, speaker) in found.enumerated() {
      let bytes = bytes(of: speaker)
      guard !found[..<position].contains(where: { self.bytes(of: $0).elementsEqual(bytes) }) else {
        continue
      }
      if !told.isEmpty { told += ", ".utf8 }
      told += bytes
      if speaker.isTitle { told += " (title)".utf8 }
    }
    return String(decoding: told, as: UTF8.self)
  }

  /// A word that speaks for a category.
  private struct Speaker {
    /// Its index in its field.
    var word: Int
    var weight: Float
    var isTitle: Bool
  }

  private func bytes(of speaker: Speaker) -> ArraySlice<UInt8> {
    let text = speaker.isTitle ? reader.title : reader.text
    return text.bytes[text.words[speaker.word].range]
  }

  /// Adds what speaks most in a field, heaviest first.
  private mutating func collect(
    _ field: FeatureReader.Field, _ best: Int, _ rival: Int, into found: inout [Speaker]
  ) {
    let range = reader.range(of: field)
    guard !range.isEmpty else { return }
    let isTitle = field != .text
    let value = FeatureReader.value(of: field, count: range.count)
    leads.removeAll(keepingCapacity: true)
    leads.append(
      contentsOf: repeatElement(0, count: (isTitle ? reader.title : reader.text).words.count))
    for position in range {
      let row = Int(reader.features[position].bucket) &* model.machines.groupCount
      let lead =
        Int32(model.machines.weights[row &+ (best >> 3)][best & 7])
        &- Int32(model.machines.weights[row &+ (rival >> 3)][rival & 7])
      leads[Int(reader.features[position].word)] &+= lead
    }
    for (word, lead) in leads.enumerated() where lead > 0 {
      let weight = Float(lead) * value
      guard found.count < Self.wordLimit || weight > (found.last?.weight ?? 0) else { continue }
      let place = found.firstIndex { $0.weight < weight } ?? found.count
      found.insert(Speaker(word: word, weight: weight, isTitle: isTitle), at: place)
      if found.count > Self.wordLimit { found.removeLast() }
    }
  }
}
