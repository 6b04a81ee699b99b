import AlmanacModel
import Foundation

extension CategoryModel {
  /// - Throws: `CategoryModelError` for bytes that are no model of this version.
  public init(bytes: [UInt8]) throws(CategoryModelError) {
    guard let end = bytes.prefix(65_536).firstIndex(of: UInt8(ascii: "\n")),
      let version = try? JSONDecoder().decode(Version.self, from: Data(bytes[..<end]))
    else { throw .noModel }
    guard version.features == FeatureReader.version else { throw .otherVersion(version.features) }
    guard let header = try? JSONDecoder().decode(Header.self, from: Data(bytes[..<end])),
      header.isSound
    else { throw .damaged }
    let count = header.categories.count
    guard bytes.count == end + 1 + header.buckets * count else { throw .damaged }
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
      categories: header.categories, threshold: header.threshold,
      classifiers: LinearClassifiers(
        bucketCount: header.buckets, weights: weights, unit: header.unit,
        constants: header.constants),
      calibration: CategoryCalibration(
        slope: header.slope, offsets: header.offsets, sure: header.sure,
        adaptedSure: header.adaptedSure))
  }

  public var bytes: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.member("features", FeatureReader.version)
    json.member("buckets", classifiers.bucketCount)
    json.member("categories", categories)
    json.key("threshold")
    json.number(threshold)
    json.key("unit")
    json.number(Double(classifiers.unit))
    json.numbers("constants", classifiers.constants)
    json.key("slope")
    json.number(Double(calibration.slope))
    json.numbers("offsets", calibration.offsets)
    json.key("sure")
    json.number(Double(calibration.sure))
    json.key("adaptedSure")
    json.number(Double(calibration.adaptedSure))
    json.endObject()
    json.endLine()
    var bytes = json.bytes
    bytes.reserveCapacity(bytes.count + classifiers.bucketCount * categories.count)
    for bucket in 0..<classifiers.bucketCount {
      for category in categories.indices {
        let weight =
          classifiers.weights[bucket * classifiers.groupCount + category / 8][category % 8]
        bytes.append(UInt8(bitPattern: weight))
      }
    }
    return bytes
  }
}

extension JSONWriter {
  fileprivate mutating func numbers(_ name: String, _ numbers: [Float]) {
    key(name)
    beginArray()
    for number in numbers { self.number(Double(number)) }
    endArray()
  }
}

private struct Version: Decodable {
  let features: Int
}

/// The first line of a model's file.
private struct Header: Decodable {
  let buckets: Int
  let categories: [String]
  let threshold: Double
  let unit: Float
  let constants: [Float]
  let slope: Float
  let offsets: [Float]
  let sure: Float
  let adaptedSure: Float

  var isSound: Bool {
    let count = categories.count
    let numbers = [unit, slope] + constants + offsets
    return (2...64).contains(count) && constants.count == count && offsets.count == count
      && (CategoryModel.smallestTable...4_000_000).contains(buckets)
      && (0...1).contains(threshold) && (0.5...1).contains(sure)
      && (0.5...1).contains(adaptedSure)
      && numbers.allSatisfy(\.isFinite)
  }
}
