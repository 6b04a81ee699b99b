import AlmanacModel
import Foundation

/// A linear model of what texts of each category say, as `almanac train categories` makes it.
///
/// Its file is one line of JSON and then one signed byte for every bucket and category, bucket by
/// bucket.
public struct CategoryModel: Hashable, Sendable {
  /// The fewest buckets a file may have.
  static let smallestTable = 16
  /// How many bytes all weights take at the most.
  static let weightBytes = 960_000

  /// Ids, in the order of the taxonomy it was trained for; the last is for what fits no other.
  public let categories: [String]
  /// Below this confidence the model abstains, 0 ... 1.
  public let threshold: Double
  let bucketCount: Int
  /// For every bucket one or more groups of eight categories.
  let weights: [SIMD8<Int8>]
  /// What one unit of a weight is worth, in the logarithm of odds.
  let unit: Float
  /// By category.
  let offsets: [Float]

  var groupCount: Int { (categories.count + 7) / 8 }

  init(
    categories: [String], threshold: Double, bucketCount: Int, weights: [SIMD8<Int8>], unit: Float,
    offsets: [Float]
  ) {
    self.categories = categories
    self.threshold = threshold
    self.bucketCount = bucketCount
    self.weights = weights
    self.unit = unit
    self.offsets = offsets
  }

  /// How many buckets fit for so many categories.
  static func bucketCount(categories: Int) -> Int {
    max(smallestTable, weightBytes / max(categories, 1))
  }

  /// - Throws: `CategoryModelError` for bytes that are no model of this version.
  public init(bytes: [UInt8]) throws(CategoryModelError) {
    guard let end = bytes.prefix(65_536).firstIndex(of: UInt8(ascii: "\n")),
      let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<end]))
    else { throw .noModel }
    guard header.features == FeatureReader.version else { throw .otherVersion(header.features) }
    let count = header.categories.count
    guard (2...64).contains(count), header.offsets.count == count,
      (Self.smallestTable...4_000_000).contains(header.buckets), header.unit.isFinite,
      header.offsets.allSatisfy(\.isFinite), (0...1).contains(header.threshold),
      bytes.count - end - 1 == header.buckets * count
    else { throw .damaged }
    let groups = (count + 7) / 8
    var weights = [SIMD8<Int8>](repeating: .zero, count: header.buckets * groups)
    var position = end + 1
    for bucket in 0..<header.buckets {
      for category in 0..<count {
        weights[bucket * groups + category / 8][category % 8] = Int8(bitPattern: bytes[position])
        position += 1
      }
    }
    self.init(
      categories: header.categories, threshold: header.threshold, bucketCount: header.buckets,
      weights: weights, unit: header.unit, offsets: header.offsets)
  }

  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("features", FeatureReader.version)
    json.member("buckets", bucketCount)
    json.member("categories", categories)
    json.key("threshold")
    json.number(threshold)
    json.key("unit")
    json.number(Double(unit))
    json.key("offsets")
    json.beginArray()
    for offset in offsets { json.number(Double(offset)) }
    json.endArray()
    json.endObject()
    json.endLine()
    var bytes = json.bytes
    bytes.reserveCapacity(bytes.count + bucketCount * categories.count)
    for bucket in 0..<bucketCount {
      for category in categories.indices {
        let weight = weights[bucket * groupCount + category / 8][category % 8]
        bytes.append(UInt8(bitPattern: weight))
      }
    }
    return bytes
  }

  private struct Header: Decodable {
    let features: Int
    let buckets: Int
    let categories: [String]
    let threshold: Double
    let unit: Float
    let offsets: [Float]
  }
}

/// Why bytes are no model.
public enum CategoryModelError: Error, Equatable, Sendable, CustomStringConvertible {
  case noModel
  case otherVersion(Int)
  case damaged

  public var description: String {
    switch self {
    case .noModel: "is no model of categories; make one with 'almanac train categories'"
    case .otherVersion(let version):
      "was made for features of version \(version), not \(FeatureReader.version); "
        + "make it again with 'almanac train categories'"
    case .damaged: "is damaged; make it again with 'almanac train categories'"
    }
  }
}
