import Foundation

/// Finds the category of an event in its title, text, venue and organizer, by a linear model.
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

  init(_ model: CategoryModel) {
    self.model = model
    reader = FeatureReader(bucketCount: model.bucketCount)
  }

  /// Returns nil for a text without words.
  mutating func classify(_ sample: CategorySample) -> Verdict? {
    reader.read(sample)
    guard !reader.features.isEmpty else { return nil }
    let shares = Self.shares(of: logits())
    var best = 0
    for index in shares.indices where shares[index] > shares[best] { best = index }
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
      isUnsure: confidence < model.threshold)
  }

  /// By category the logarithm of its odds.
  private func logits() -> [Float] {
    var logits = model.offsets
    for group in 0..<model.groupCount {
      var sum = SIMD8<Float>.zero
      for field in FeatureReader.Field.allCases {
        let range = reader.range(of: field)
        guard !range.isEmpty else { continue }
        var field = (
          sum: SIMD8<Int32>.zero, value: FeatureReader.value(of: field, count: range.count)
        )
        for position in range {
          let index = Int(reader.features[position].bucket) &* model.groupCount &+ group
          field.sum &+= SIMD8<Int32>(truncatingIfNeeded: model.weights[index])
        }
        sum += SIMD8<Float>(field.sum) * field.value
      }
      for lane in 0..<min(8, logits.count - group * 8) {
        logits[group * 8 + lane] += sum[lane] * model.unit
      }
    }
    return logits
  }

  static func shares(of logits: [Float]) -> [Float] {
    let highest = logits.max() ?? 0
    var total: Float = 0
    var shares = logits
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
      let row = Int(reader.features[position].bucket) &* model.groupCount
      let lead =
        Int32(model.weights[row &+ (best >> 3)][best & 7])
        &- Int32(model.weights[row &+ (rival >> 3)][rival & 7])
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
