import AlmanacTime

/// Dates in Thai, or of the Buddhist era in Thailand: `12 มี.ค. 2569 เวลา 19.00 น.`, `12 March 2569`.
enum ThaiDate {
  /// The date in words of `NaturalLanguageDateParser` and years of the common era.
  ///
  /// - Parameter zone: The source's zone, which shows that it is in Thailand.
  /// - Returns: nil for a text that is not Thai.
  static func plain(_ text: String, zone: Zone?) -> String? {
    let isThai =
      text.contains(byte: 0xE0) && text.unicodeScalars.contains { 0xE00...0xE7F ~= $0.value }
    guard isThai || zone?.identifier == "Asia/Bangkok" else { return nil }
    var text = text
    if isThai {
      for (word, plain) in words { text = text.replacing(word, with: plain) }
      // After a month, 69 is short for 2569.
      text = text.replacing(/([a-z]{3} +)([4-9]\d)(?!\d)/) { "\($0.output.1)25\($0.output.2)" }
    }
    return commonEra(text)
  }

  /// Subtracts 543 from years between 2513 and 2643, which are 1970 to 2100.
  private static func commonEra(_ text: String) -> String {
    var bytes = Array(text.utf8)
    var start = 0
    for index in 0...bytes.count where index == bytes.count || !bytes[index].isDigit {
      let year = Int(String(decoding: bytes[start..<index], as: UTF8.self)) ?? 0
      if index - start == 4, 2513...2643 ~= year {
        bytes.replaceSubrange(start..<index, with: String(year - 543).utf8)
      }
      start = index + 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Months, weekdays and other words, longer ones before their parts.
  private static let words = [
    ("มกราคม", " jan "), ("กุมภาพันธ์", " feb "), ("มีนาคม", " mar "), ("เมษายน", " apr "),
    ("พฤษภาคม", " may "), ("มิถุนายน", " jun "), ("กรกฎาคม", " jul "), ("สิงหาคม", " aug "),
    ("กันยายน", " sep "), ("ตุลาคม", " oct "), ("พฤศจิกายน", " nov "), ("ธันวาคม", " dec "),
    ("ม.ค.", " jan "), ("ก.พ.", " feb "), ("มี.ค.", " mar "), ("เม.ย.", " apr "),
    ("พ.ค.", " may "), ("มิ.ย.", " jun "), ("ก.ค.", " jul "), ("ส.ค.", " aug "),
    ("ก.ย.", " sep "), ("ต.ค.", " oct "), ("พ.ย.", " nov "), ("ธ.ค.", " dec "),
    ("จันทร์", " mon "), ("อังคาร", " tue "), ("พุธ", " wed "), ("พฤหัสบดี", " thu "),
    ("ศุกร์", " fri "), ("เสาร์", " sat "), ("อาทิตย์", " sun "), ("พ.ศ.", " "), ("เวลา", " "),
    ("วันที่", " "), ("วัน", " "), ("ที่", " "), ("น.", " "), ("ถึง", " - "),
  ]
}
