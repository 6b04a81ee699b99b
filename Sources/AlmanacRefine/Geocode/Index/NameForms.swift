/// The other forms in which a gazetteer's name is written.
enum NameForms {
  /// The pieces of a name that a comma or a dash joins: "Wetmore Hall-New College".
  static func pieces(_ name: String) -> [String] {
    // The dash begins with the byte E2; most names have none of these.
    guard name.utf8.contains(where: { $0 == 0x2C || $0 == 0x2F || $0 == 0xE2 }) else { return [] }
    let pieces = name.split { ",/–".contains($0) }.map(String.init)
    return pieces.count > 1 ? pieces.filter { $0.utf8.count > 3 } : []
  }

  /// "Diag" of "Diag - Central Campus"; nil without a dash between blanks, and where what is behind it may
  /// distinguish siblings: "Linden Residence - Block B".
  static func beforeDash(_ name: String) -> String? {
    guard let dash = name.firstRange(of: " - ") ?? name.firstRange(of: " – ") else { return nil }
    let rest = name[dash.upperBound...].split(separator: " ")
    guard rest.allSatisfy({ $0.count > 1 && !$0.contains(where: \.isNumber) }) else { return nil }
    return String(name[..<dash.lowerBound])
  }

  /// "Mosher Hall" of "Mosher-Jordan Hall"; nil where no two names are joined before the last word.
  static func firstOfJoined(_ name: String) -> String? {
    let words = name.split(separator: " ")
    guard words.count > 1 else { return nil }
    let joined = words[words.count - 2].split(separator: "-", omittingEmptySubsequences: false)
    guard joined.count == 2,
      joined.allSatisfy({ $0.count > 2 && $0.first?.isUppercase == true })
    else { return nil }
    return (words.dropLast(2) + [joined[0], words[words.count - 1]]).joined(separator: " ")
  }

  /// "202 South Thayer" of "202 South Thayer Building", whose name is its address; nil for all others.
  static func address(_ name: String) -> String? {
    var words = name.split(separator: " ")
    guard words.count > 1, words[0].allSatisfy(\.isNumber) else { return nil }
    if let last = words.last, last == "Building" || last == "House" { words.removeLast() }
    let hasStreet = words.dropFirst().contains { word in
      word.count > 3 && !["North", "South", "East", "West"].contains(word)
    }
    return hasStreet ? words.joined(separator: " ") : nil
  }

  /// "Teefy Hall (Under Construction)" without what is in brackets.
  static func withoutBracket(_ name: String) -> String? {
    guard name.hasSuffix(")"), let open = name.firstIndex(of: "("), open != name.startIndex else {
      return nil
    }
    return String(name[..<open])
  }

  /// "Engineering Building II" of "Koch Hall (Engineering Building II)".
  static func inBracket(_ name: String) -> String? {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("), open != name.startIndex else {
      return nil
    }
    return String(name[name.index(after: open)...].dropLast())
  }

  /// "Argus Building 2" of "Argus Building II", "MSRB III" of "MSRB3"; nil where no number of several strokes
  /// ends the name. A single letter may be one of several buildings'.
  static func withOtherNumeral(_ name: String) -> String? {
    let numerals = [
      "II": "2", "III": "3", "IV": "4", "VI": "6", "VII": "7", "VIII": "8", "IX": "9",
    ]
    let words = name.split(separator: " ")
    if let last = words.last, let digit = numerals[String(last)] {
      return (words.dropLast() + [Substring(digit)]).joined(separator: " ")
    }
    guard let digit = name.last, let numeral = numerals.first(where: { $0.value == String(digit) })
    else { return nil }
    let rest = name.dropLast()
    guard rest.last?.isNumber == false, rest.contains(where: \.isLetter) else { return nil }
    return (rest.last == " " ? rest.dropLast() : rest) + " " + numeral.key
  }

  /// "Marine Sciences" of "Marine Sciences Building", "South End Branch" of "South End Branch Library"; nil
  /// if only one word is left.
  static func withoutBuilding(_ name: String) -> String? {
    let words = name.split(separator: " ")
    guard words.count > 2,
      words.last == "Building" || words.suffix(2) == ["Branch", "Library"] && words.count > 3
    else { return nil }
    return words.dropLast().joined(separator: " ")
  }

  /// "Linden University" of "Linden University Lakeside"; nil where the title has nothing behind it.
  static func untilUniversity(_ title: String) -> String? {
    let words = title.split(separator: " ")
    guard let end = words.firstIndex(of: "University"), end > 0, end + 1 < words.count,
      !["of", "at"].contains(words[end + 1])
    else { return nil }
    return words[...end].joined(separator: " ")
  }

  /// The acronyms in the brackets at a name's end: FMI and MI of "Mathematics (FMI or MI)".
  static func acronyms(_ name: String) -> [String] {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "(") else { return [] }
    let words = name[name.index(after: open)...].dropLast().split { !$0.isLetter && !$0.isNumber }
    return words.filter { word in
      (2...6).contains(word.utf8.count)
        && word.utf8.allSatisfy { (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) }
    }.map(String.init)
  }

  /// "iCube" for "i-Cube"; nil where no hyphen joins letters.
  static func joined(_ folded: FoldedText) -> String? {
    guard (2...3).contains(folded.words.count),
      folded.words.dropFirst().allSatisfy({ $0.gap == .mark && !$0.isNumber })
    else { return nil }
    let joined = folded.words.reduce(into: [UInt8]()) { $0 += folded.bytes[$1.range] }
    return joined.count > 3 ? String(decoding: joined, as: UTF8.self) : nil
  }
}
