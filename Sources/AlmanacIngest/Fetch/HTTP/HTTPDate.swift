import AlmanacTime

/// Parses the dates of HTTP (RFC 9110, section 5.6.7).
enum HTTPDate {
  /// Parses all three forms; returns seconds since 1970 UTC, or nil for anything else, including
  /// zones other than GMT.
  ///
  /// - Parameter now: Seconds since 1970. A two-digit year is in the latest century in which the
  ///   date is at most 50 years after now.
  static func parse(_ text: String, now: Int) -> Int? {
    let words = text.utf8.split { $0 == 0x20 || $0 == 0x2C || $0 == 0x2D || $0 == 0x09 }
      .map { Array($0) }
    // Sun, 06 Nov 1994 08:49:37 GMT | Sunday, 06-Nov-94 08:49:37 GMT | Sun Nov  6 08:49:37 1994
    guard words.count >= 5, words.count <= 6 else { return nil }
    if let month = month(words[1]) {
      return seconds(day: words[2], month: month, year: words[4], time: words[3], now: now)
    }
    guard words.count == 6, isGMT(words[5]), let month = month(words[2]) else { return nil }
    return seconds(day: words[1], month: month, year: words[3], time: words[4], now: now)
  }

  private static func seconds(
    day: [UInt8], month: Int, year: [UInt8], time: [UInt8], now: Int
  ) -> Int? {
    let parts = time.split(separator: 0x3A, omittingEmptySubsequences: false).map { number($0) }
    guard let day = number(day), var year = number(year), parts.count == 3,
      let hour = parts[0], let minute = parts[1], let second = parts[2],
      hour < 24, minute < 60, second <= 60
    else { return nil }
    func epoch(_ year: Int) -> Int? {
      CivilDate(year: year, month: month, day: day).map {
        $0.dayNumber * 86_400 + hour * 3_600 + minute * 60 + second
      }
    }
    if year < 100 {
      year += 2_000
      while let ahead = epoch(year), ahead > now + 50 * 31_556_952 { year -= 100 }
    }
    return year >= 1_900 ? epoch(year) : nil
  }

  private static func number(_ digits: some Collection<UInt8>) -> Int? {
    guard (1...4).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private static func month(_ word: [UInt8]) -> Int? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    let lower = word.map { $0 | 0x20 }
    return names.firstIndex { lower.elementsEqual($0.utf8) }.map { $0 + 1 }
  }

  private static func isGMT(_ word: [UInt8]) -> Bool {
    ["gmt", "utc", "z"].contains { word.map { $0 | 0x20 }.elementsEqual($0.utf8) }
  }
}
