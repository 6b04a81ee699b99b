import AlmanacModel

/// Words of venue texts that are written in more than one way, and those without information.
enum VenueSpellings {
  /// The hash of the word that a spelling means; nil for words without information.
  static func meaning(of hash: UInt64) -> UInt64? {
    let number = numbers.number(of: hash)
    return number < 0 ? hash : meanings[Int(number)]
  }

  private static let numbers = HashIndex(words.map(\.hash))
  private static let meanings = words.map(\.meaning)

  private static let words: [(hash: UInt64, meaning: UInt64?)] = {
    let nothing = Set(common.map(hash))
    let spelled = spellings.flatMap { word, spellings in spellings.map { ($0, word) } }
    return spelled.map { (hash($0), nothing.contains(hash($1)) ? nil : hash($1)) }
      + common.map { (hash($0), nil) }
  }()

  private static let common =
    [
      "the", "of", "and", "at", "in", "room", "building", "hall", "floor", "level", "street",
      "avenue", "road", "drive", "boulevard", "usa", "us", "united", "states", "a", "s",
    ]

  private static let spellings: [(word: String, spellings: [String])] = [
    ("building", ["bldg", "bld"]), ("auditorium", ["aud"]), ("theatre", ["theater", "theat"]),
    ("center", ["centre", "ctr", "cntr"]), ("street", ["st", "saint", "str"]),
    ("avenue", ["ave", "av"]), ("road", ["rd"]), ("boulevard", ["blvd"]), ("drive", ["dr"]),
    ("room", ["rm"]), ("library", ["lib", "libraries"]), ("university", ["univ", "uni"]),
    ("north", ["n"]), ("south", ["s"]), ("east", ["e"]), ("west", ["w"]), ("park", ["pk"]),
    ("community", ["comm"]), ("meeting", ["mtg"]), ("floor", ["fl", "flr"]),
    ("first", ["1st"]), ("second", ["2nd"]), ("hall", ["hl"]), ("highway", ["hwy"]),
    ("place", ["pl"]), ("court", ["ct"]), ("lane", ["ln"]), ("square", ["sq"]),
    ("mount", ["mt"]), ("fort", ["ft"]), ("department", ["dept"]), ("institute", ["inst"]),
    ("laboratory", ["lab"]), ("conference", ["conf"]), ("recreation", ["rec"]),
    ("volkshochschule", ["vhs"]),
  ]

  /// Words of the kind of a place, which the names of many places share.
  static let placeKinds = HashIndex(
    [
      "library", "branch", "church", "park", "school", "center", "community", "senior", "public",
      "theatre", "museum", "gallery", "college", "university", "campus", "hospital", "station",
      "auditorium", "stadium", "gym", "pool", "rink", "field", "cafe", "pub", "tavern", "brewery",
      "garden",
      "gardens", "market", "temple", "chapel", "high", "middle", "elementary", "regional",
      "bibliothek", "stadtbibliothek", "bibliotheque", "mediatheque", "biblioteca", "kirche",
      "eglise", "iglesia", "schule", "museo", "musee", "zentrum",
    ].map(hash))

  private static func hash(_ word: String) -> UInt64 { StableHash.bytes(word.utf8) }
}
