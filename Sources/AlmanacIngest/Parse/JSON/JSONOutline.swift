import AlmanacFiles
import AlmanacModel

/// How large a JSON document is once it is read, found by one pass over its bytes that keeps nothing:
/// a value in memory takes up to twenty times the bytes of its text.
struct JSONOutline: Equatable {
  /// Of all kinds, names of members left out.
  private(set) var values = 0
  /// Objects in the array that has most of them.
  private(set) var mostItems = 0

  enum Excess: Equatable {
    case items(limit: Int)
    case values(limit: Int)
  }

  func excess(_ limits: ReadingLimits) -> Excess? {
    if mostItems > limits.entries { return .items(limit: limits.entries) }
    return values > limits.values ? .values(limit: limits.values) : nil
  }

  /// - Parameter bytes: JSON or not; what is not counts for something too.
  init(_ bytes: DocumentBytes) {
    var pass = DocumentPass(bytes)
    // Only of the outermost arrays: items lie no deeper.
    var items: [Int] = []
    var depth = 0
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        switch bytes[index] {
        case UInt8(ascii: "\""): index = Self.endOfText(bytes, from: index + 1)
        case UInt8(ascii: "{"):
          pass.move(to: index)
          if let last = items.indices.last, items.count == depth {
            items[last] += 1
            mostItems = max(mostItems, items[last])
          }
          values += 1
          depth += 1
          if items.count < 16 { items.append(0) }
        case UInt8(ascii: "["):
          values += 1
          depth += 1
          if items.count < 16 { items.append(0) }
        case UInt8(ascii: "]"), UInt8(ascii: "}"):
          if items.count == depth, depth > 0 { items.removeLast() }
          depth = max(0, depth - 1)
        case UInt8(ascii: ","): values += 1
        default: break
        }
        index += 1
      }
    }
  }

  /// The index of the quotation mark that ends a text; the end where none does.
  private static func endOfText(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index < bytes.count {
      if index + 16 <= bytes.count {
        let plain = JSONBytes.plainBytes(
          in: raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self))
        index += plain
        if plain == 16 { continue }
      }
      if bytes[index] == UInt8(ascii: "\"") { return index }
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }
}
