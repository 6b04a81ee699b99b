import AlmanacTime
import Foundation

/// A whole number, also in quotes, in which Yams takes none.
struct WholeNumber: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    guard let value = Int(try String(from: decoder)) else {
      throw decoder.mistake("expected a whole number")
    }
    self.value = value
  }
}

/// A number, likewise.
struct DecimalNumber: Decodable {
  let value: Double

  init(from decoder: any Decoder) throws {
    guard let value = Double(try String(from: decoder)), value.isFinite else {
      throw decoder.mistake("expected a number")
    }
    self.value = value
  }
}

/// Seconds, written `60s`, `30m`, `24h` or `14d`.
struct Seconds: Decodable {
  let value: Int

  private static let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    guard let unit = text.last.flatMap({ Self.units[$0] }), let count = Int(text.dropLast()),
      (0...100_000).contains(count)
    else {
      throw decoder.mistake("expected a duration such as 60s, 30m, 24h or 14d, not '\(text)'")
    }
    value = count * unit
  }
}

/// Seconds that something may take: at least one.
struct TimeLimit: Decodable {
  let seconds: Int

  init(from decoder: any Decoder) throws {
    seconds = try Seconds(from: decoder).value
    guard seconds > 0 else { throw decoder.mistake("must be at least 1s") }
  }
}

/// Milliseconds, written `250ms`, or as whole seconds; at most a minute.
struct Milliseconds: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    if text.hasSuffix("ms"), let count = Int(text.dropLast(2)), (0...60_000).contains(count) {
      value = count
      return
    }
    let seconds = try Seconds(from: decoder).value
    guard seconds <= 60 else { throw decoder.mistake("must be at most 60s") }
    value = seconds * 1_000
  }
}

/// Bytes, written `64MB` and the like; 1 kB is 1,000 bytes.
struct ByteCount: Decodable {
  let value: Int

  init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    for (unit, factor) in [("kb", 1_000), ("mb", 1_000_000), ("gb", 1_000_000_000)]
    where text.lowercased().hasSuffix(unit) {
      if let count = Int(text.dropLast(2)), (1...4_000).contains(count) {
        value = count * factor
        return
      }
    }
    throw decoder.mistake("expected a size such as 500kB or 64MB, not '\(text)'")
  }
}

/// An instant, written as in RFC 3339.
struct RunTime: Decodable {
  let value: Instant

  init(from decoder: any Decoder) throws {
    guard let instant = Instant(rfc3339: try String(from: decoder)) else {
      throw decoder.mistake("expected an RFC 3339 time such as 2026-03-02T12:00:00Z")
    }
    value = instant
  }
}

/// A name that may be part of a file name and a URL.
struct SlugText: Decodable {
  let value: String

  init(from decoder: any Decoder) throws {
    value = try String(from: decoder)
    guard value.wholeMatch(of: /[a-z0-9-]{1,64}/) != nil else {
      throw decoder.mistake("'\(value)' must be of small letters, digits and hyphens")
    }
  }
}

/// A list; a single value is a list of one.
struct OneOrMany<Element: Decodable>: Decodable {
  let elements: [Element]

  init(from decoder: any Decoder) throws {
    // What is no list is tried as its only element, whose mistakes are reported.
    guard var list = try? decoder.unkeyedContainer() else {
      elements = [try Element(from: decoder)]
      return
    }
    var elements: [Element] = []
    while !list.isAtEnd { elements.append(try list.decode(Element.self)) }
    self.elements = elements
  }
}

extension Decoder {
  fileprivate func mistake(_ message: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: message))
  }
}
